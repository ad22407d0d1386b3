/** `gradeline manifest-key`: shows the key that signs manifests, or has it name another one in a signed manifest, which signs from then on. */
import { noteDeed } from "../audit/deeds.ts";
import type { Config } from "../config/config.ts";
import { type Database, engineOf, writeTransaction } from "../database/engine.ts";
import { readArchiveId } from "../release/manifest.ts";
import { expectedKey, nameNextKey, verifyCommand } from "../release/proof/manifests.ts";
import { fingerprintOf, newSeed, type SigningKey, signingKeyOfSeed } from "../release/proof/signature.ts";
import { makeNextKey, readNextKey, signingKeyOf, useNextKey } from "../serve/kept-secret.ts";
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

/** The new key takes the place of the old one when a manifest names it. A change that was cut off between the two is ended. */
async function changeInFolder(database: Database, key: SigningKey, { dataDir }: Config): Promise<SigningKey> {
  const begun = readNextKey(dataDir);
  const expected = await expectedKey(database.kysely, await readArchiveId(database.kysely));
  const isNamed = begun !== null && begun.publicKey === expected;
  const next = isNamed ? begun : makeNextKey(dataDir);
  if (!isNamed) await nameNext(database, key, next);
  useNextKey(dataDir);
  return next;
}

/** The secret is shown before the manifest that names it is kept: one that was named and lost could never be replaced. */
async function changeOfSetting(database: Database, key: SigningKey): Promise<SigningKey> {
  const seed = newSeed();
  const next = signingKeyOfSeed(seed);
  await nameNext(database, key, next, () => {
    console.log(seed);
    console.error(
      "This is the only time the new key is shown. Set MANIFEST_KEY to it on every node before the next publish: the key " +
        "of before signs nothing from now on.",
    );
  });
  return next;
}

async function nameNext(database: Database, key: SigningKey, next: SigningKey, beforeEnd = () => {}): Promise<void> {
  await writeTransaction(database, async (connection) => {
    if (!(await nameNextKey(connection, key, next.publicKey))) {
      throw new CommandError(
        `the key here, ${fingerprintOf(key.publicKey)}, is not the one that signs here: only that one names another`,
      );
    }
    await noteDeed(database, connection, "manifest key", { next: fingerprintOf(next.publicKey) });
    beforeEnd();
  });
}

function linesOf({ publicKey }: SigningKey): string[] {
  return [`ssh           ${publicKey}`, `fingerprint   ${fingerprintOf(publicKey)}`, `check         ${verifyCommand}`];
}
