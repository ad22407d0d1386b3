/** `gradeline manifest-key`: shows the key that signs manifests, or has it announce another one that signs from then on. */
import { noteDeed } from "../audit/deeds.ts";
import type { Config } from "../config/config.ts";
import { type Database, engineOf, writeTransaction } from "../database/engine.ts";
import { announceKey, readManifestKeys } from "../release/proof/manifest-keys.ts";
import { minisignKey } from "../release/proof/minisign.ts";
import { verifyCommands } from "../release/proof/proof-state.ts";
import { newSeed, type SigningKey, signingKeyOfSeed } from "../release/proof/signing-key.ts";
import { fingerprintOf, sshKey } from "../release/proof/ssh-signature.ts";
import { makeNextKey, readNextKey, signingKeyOf, useNextKey } from "../serve/manifest-key.ts";
import { CommandError } from "./failure.ts";
import { printLines } from "./output/print.ts";
import { withDatabase } from "./with-database.ts";

export async function manifestKeyCommand(config: Config, { new: isNew }: { readonly new?: true }): Promise<void> {
  const key = signingKeyOf(config, engineOf(config.databaseUrl));
  if (key === null) {
    throw new CommandError(
      "there is no key: with PostgreSQL it is the setting MANIFEST_KEY (openssl rand -base64 32 makes one), otherwise " +
        `it is made in DATA_DIR, ${config.dataDir}, which cannot be used`,
    );
  }
  if (!isNew) return printLines(linesOf(key));
  const change = config.manifestKey === null ? changeInFolder : changeOfSetting;
  await withDatabase(config, async (database) => printLines(linesOf(await change(database, key, config))));
}

/** The new key takes the place of the old one when it is announced. A change that was cut off between the two is ended. */
async function changeInFolder(database: Database, key: SigningKey, { dataDir }: Config): Promise<SigningKey> {
  const begun = readNextKey(dataDir);
  const announced = (await readManifestKeys(database.kysely)).at(-1)?.public_key;
  const isAnnounced = begun !== null && begun.publicKey === announced;
  const next = isAnnounced ? begun : makeNextKey(dataDir);
  if (!isAnnounced) await announce(database, key, next);
  useNextKey(dataDir);
  return next;
}

/** The secret is shown before the announcement is kept: one that was announced and lost could never be replaced. */
async function changeOfSetting(database: Database, key: SigningKey): Promise<SigningKey> {
  const seed = newSeed();
  const next = signingKeyOfSeed(seed);
  await announce(database, key, next, () => {
    console.log(seed);
    console.error(
      "This is the only time the new key is shown. Set MANIFEST_KEY to it on every node before the next publish: the key " +
        "of before signs nothing from now on.",
    );
  });
  return next;
}

async function announce(database: Database, key: SigningKey, next: SigningKey, beforeEnd = () => {}): Promise<void> {
  const announcedAt = new Date().toISOString();
  await writeTransaction(database, async (connection) => {
    const refused = await announceKey(connection, { announcedAt, key, next: next.publicKey });
    if (refused !== null) {
      throw new CommandError(
        `the key here, ${fingerprintOf(key.publicKey)}, is not the one that was announced last: only that one announces another`,
      );
    }
    await noteDeed(database, connection, "manifest key", { announced: fingerprintOf(next.publicKey) });
    beforeEnd();
  });
}

function linesOf({ publicKey }: SigningKey): string[] {
  return [
    `minisign      ${minisignKey(publicKey)}`,
    `ssh           ${sshKey(publicKey)}`,
    `fingerprint   ${fingerprintOf(publicKey)}`,
    ...verifyCommands(publicKey).map((command) => `check         ${command}`),
  ];
}
