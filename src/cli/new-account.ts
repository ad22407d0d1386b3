/** Decides which commands may create an account, and refuses the others. */
import { readAccount } from "../access/accounts.ts";
import { isEmail } from "../access/people/email.ts";
import type { Config } from "../config/config.ts";
import { type Database, missingAccess } from "../database/engine.ts";
import { CommandError } from "./failure.ts";
import { withAccess } from "./with-database.ts";

export function noAccount(email: string): CommandError {
  return new CommandError(`there is no account ${email}`);
}

/**
 * Does the work on an account, which is new only where its plan is named and its address can be one. Otherwise a mistyped
 * address, even in a command that was meant to change an account, would create a new account.
 * @param options those that name a plan.
 */
export async function withOwnAccount<Result>(
  config: Config,
  email: string,
  { terms, options }: { readonly terms: string | undefined; readonly options: string },
  work: (access: Database, isNew: boolean) => Promise<Result>,
): Promise<Result> {
  const refusal = refusalOfNew(email, terms, options);
  if (refusal !== null && missingAccess(config.databaseUrl) !== null) throw refusal;
  return withAccess(config, async (access) => {
    const isNew = (await readAccount(access, email, new Date())) === null;
    if (isNew && refusal !== null) throw refusal;
    return work(access, isNew);
  });
}

function refusalOfNew(email: string, terms: string | undefined, options: string): CommandError | null {
  if (!isEmail(email)) return new CommandError(`"${email}" is not an e-mail address`);
  if (terms !== undefined) return null;
  return new CommandError(`there is no account ${email} yet: to make it, name its plan with ${options}`);
}
