/** `gradeline key create` and `gradeline key revoke` */
import { createKey, type RevokeOutcome, revokeKey } from "../access/account-keys.ts";
import type { Config } from "../config.ts";
import { CommandError } from "./failure.ts";
import { withAccess } from "./with-access.ts";

type CreateOptions = {
  readonly email: string;
  readonly plan: "trial" | "standard";
  readonly requestsPerMinute?: number;
  readonly requestsPerMonth?: number;
  readonly json?: true;
};

export async function createKeyCommand(config: Config, options: CreateOptions): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(options.email)) throw new CommandError(`"${options.email}" is not an e-mail address`);
  const created = await withAccess(config, (database) =>
    createKey(database, {
      email: options.email,
      plan: options.plan,
      ...(options.requestsPerMinute === undefined ? {} : { requestsPerMinute: options.requestsPerMinute }),
      ...(options.requestsPerMonth === undefined ? {} : { requestsPerMonth: options.requestsPerMonth }),
      now: new Date(),
    }),
  );
  if (options.json) console.log(JSON.stringify({ key: created.key }));
  else {
    console.log(created.key);
    console.error(`This is the only time the key is shown. To revoke it: gradeline key revoke ${created.prefix}`);
  }
}

export async function revokeKeyCommand(config: Config, prefix: string): Promise<void> {
  const outcome = await withAccess(config, (database) => revokeKey(database, { prefix, now: new Date() }));
  if (!outcome.ok) throw new CommandError(whyNot(prefix, outcome));
  const { revoked } = outcome;
  console.log(`revoked ${revoked.prefix}…${revoked.lastFour} of ${revoked.email}`);
}

function whyNot(prefix: string, outcome: RevokeOutcome & { readonly ok: false }): string {
  switch (outcome.reason) {
    case "unknown":
      return `no key begins with "${prefix}"`;
    case "already_revoked":
      return `the key "${prefix}" is revoked already`;
    case "ambiguous": {
      const candidates = outcome.candidates.map((key) => `${key.prefix}…${key.lastFour} of ${key.email}`);
      return `several keys begin with "${prefix}", give the whole key: ${candidates.join(", ")}`;
    }
  }
}
