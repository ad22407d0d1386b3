/** `gradeline key list`, `create` and `revoke` */
import { readAccount } from "../access/accounts.ts";
import { listKeys } from "../access/keys/account-keys.ts";
import { prefixOf } from "../access/keys/keys.ts";
import { createKey, type RevokeOutcome, revokeKey } from "../access/keys/operator-keys.ts";
import type { Plan } from "../access/plans.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../database/engine.ts";
import { CommandError } from "./failure.ts";
import { noAccount, withOwnAccount } from "./new-account.ts";
import { standingText } from "./output/account-text.ts";
import { keyJson, keyTableWithOwners, shownKey } from "./output/key-text.ts";
import { print } from "./output/print.ts";
import { listAccess, needAccess, readAccess, withAccess } from "./with-database.ts";

type ListOptions = { readonly email?: string; readonly json?: true };

export async function listKeysCommand(config: Config, { email, json }: ListOptions): Promise<void> {
  const keys = await (email === undefined ? listAccess : readAccess)(config, async (access) => {
    if (email !== undefined && (await readAccount(access, email, new Date())) === null) throw noAccount(email);
    return listKeys(access, email);
  });
  print(keys.map(keyJson), { json, lines: keyTableWithOwners(keys), none: "There are no keys." });
}

type CreateOptions = {
  readonly email: string;
  readonly plan?: Plan;
  readonly name?: string;
  readonly requestsPerMinute?: number;
  readonly requestsPerMonth?: number;
  readonly json?: true;
};

export async function createKeyCommand(config: Config, options: CreateOptions): Promise<void> {
  const { json, ...terms } = options;
  const { email, plan, name = "" } = terms;
  const now = new Date();
  const work = async (access: Database) => {
    const created = await createKey(access, { ...terms, now });
    return { created, account: await readAccount(access, email, now) };
  };
  const { created, account } = await withOwnAccount(
    config,
    email,
    { terms: plan, options: "--plan trial or standard" },
    work,
  );
  const { key, prefix, lastFour } = created;
  if (json) return print({ key, prefix, lastFour, name, email: created.email }, { json });
  console.log(key);
  console.error(`This is the only time the key is shown. To revoke it: gradeline key revoke ${prefix}`);
  if (account !== null && account.standing !== "active" && account.standing !== "trialing") {
    console.error(`The account is ${standingText(account.standing)}: until that changes, the key is refused.`);
  }
}

type RevokeOptions = { readonly lastFour?: string; readonly json?: true };

export async function revokeKeyCommand(config: Config, prefix: string, options: RevokeOptions): Promise<void> {
  const now = new Date();
  needAccess(config);
  const outcome = await withAccess<RevokeOutcome>(config, (access) =>
    revokeKey(access, { prefix, lastFour: options.lastFour, now }),
  );
  if (!outcome.ok) throw new CommandError(whyNot(prefix, options.lastFour, outcome));
  const { revoked } = outcome;
  const lines = [`revoked ${shownKey(revoked)} of ${revoked.email}`];
  print({ revoked: keyJson({ ...revoked, revokedMs: now.getTime() }) }, { json: options.json, lines });
}

function whyNot(prefix: string, lastFour: string | undefined, outcome: RevokeOutcome & { readonly ok: false }): string {
  // The key is not repeated, even when the whole key was given, because errors end up in logs.
  const begin = `"${prefixOf(prefix)}"${lastFour === undefined ? "" : ` and ends with "${lastFour}"`}`;
  switch (outcome.reason) {
    case "unknown":
      return `no key has the prefix ${begin}: gradeline key list shows them`;
    case "already_revoked":
      return `the key with the prefix ${begin} is revoked already`;
    case "ambiguous": {
      const candidates = outcome.candidates.map((key) => `${shownKey(key)} of ${key.email}`);
      return `several keys have the prefix ${begin}, name one with --last-four: ${candidates.join(", ")}`;
    }
  }
}
