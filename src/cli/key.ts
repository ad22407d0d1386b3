/** `gradeline key list`, `create` and `revoke` */
import { readAccount } from "../access/accounts.ts";
import { type ListedKey, listKeys } from "../access/keys/account-keys.ts";
import { prefixOf } from "../access/keys/keys.ts";
import { createKey, type RevokeOutcome, revokeKey } from "../access/keys/operator-keys.ts";
import type { Plan } from "../access/plans.ts";
import type { Config } from "../config.ts";
import type { Database } from "../database/engine.ts";
import { CommandError } from "./failure.ts";
import { noAccount, refusalOfNew } from "./new-account.ts";
import { standingText } from "./output/account-text.ts";
import { keyJson, keyTableWithOwners, shownKey } from "./output/key-text.ts";
import { printable } from "./output/table-text.ts";
import { noDatabase, readAccess, withAccess } from "./with-access.ts";

type ListOptions = { readonly email?: string; readonly json?: true };

export async function listKeysCommand(config: Config, { email, json }: ListOptions): Promise<void> {
  const keys = await readAccess<readonly ListedKey[]>(
    config,
    async (access) => {
      if (email !== undefined && (await readAccount(access, email, new Date())) === null) throw noAccount(email);
      return listKeys(access, email);
    },
    (missing) => {
      if (email !== undefined) return noAccount(email, missing);
      console.error(printable(noDatabase(missing)));
      return [];
    },
  );
  if (json) console.log(JSON.stringify(keys.map(keyJson)));
  else if (keys.length === 0) console.error("There are no keys.");
  else for (const line of keyTableWithOwners(keys)) console.log(line);
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
  const { email, plan, name, requestsPerMinute, requestsPerMonth } = options;
  const now = new Date();
  const refusal = refusalOfNew(email, plan, "--plan trial or standard");
  const work = async (access: Database) => {
    if (refusal !== null && (await readAccount(access, email, now)) === null) throw refusal;
    const created = await createKey(access, {
      email,
      ...(plan === undefined ? {} : { plan }),
      ...(name === undefined ? {} : { name }),
      ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
      ...(requestsPerMonth === undefined ? {} : { requestsPerMonth }),
      now,
    });
    return { created, account: await readAccount(access, email, now) };
  };
  const { created, account } = await withAccess(config, work, refusal === null ? undefined : () => refusal);
  if (options.json) {
    const { key, prefix, lastFour } = created;
    console.log(JSON.stringify({ key, prefix, lastFour, name: name ?? "", email: created.email }));
    return;
  }
  console.log(created.key);
  console.error(`This is the only time the key is shown. To revoke it: gradeline key revoke ${created.prefix}`);
  if (account !== null && account.standing !== "active" && account.standing !== "trialing") {
    console.error(`The account is ${standingText(account.standing)}: until that changes, the key is refused.`);
  }
}

type RevokeOptions = { readonly lastFour?: string; readonly json?: true };

export async function revokeKeyCommand(config: Config, prefix: string, options: RevokeOptions): Promise<void> {
  const now = new Date();
  const outcome = await withAccess<RevokeOutcome>(
    config,
    (access) => revokeKey(access, { prefix, lastFour: options.lastFour, now }),
    (missing) => new CommandError(`no key has the prefix "${prefixOf(prefix)}": ${noDatabase(missing)}`),
  );
  if (!outcome.ok) throw new CommandError(whyNot(prefix, options.lastFour, outcome));
  const { revoked } = outcome;
  if (options.json) console.log(JSON.stringify({ revoked: keyJson({ ...revoked, revokedMs: now.getTime() }) }));
  else console.log(`revoked ${shownKey(revoked)} of ${printable(revoked.email)}`);
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
