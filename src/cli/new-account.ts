/** Decides which commands may create an account, and refuses the others. */
import { isEmail } from "../access/people/email.ts";
import { CommandError } from "./failure.ts";
import { noDatabase } from "./with-access.ts";

/** @param missing the path at which there is no database either. */
export function noAccount(email: string, missing?: string): CommandError {
  const why = missing === undefined ? "" : `: ${noDatabase(missing)}`;
  return new CommandError(`there is no account ${email}${why}`);
}

/**
 * Refuses to create an account from an address that cannot be one, or without a named plan. Otherwise a mistyped
 * address, even in a command that was meant to change an account, would create a new account.
 */
export function refusalOfNew(email: string, terms: string | undefined, options: string): CommandError | null {
  if (!isEmail(email)) return new CommandError(`"${email}" is not an e-mail address`);
  if (terms !== undefined) return null;
  return new CommandError(`there is no account ${email} yet: to make it, name its plan with ${options}`);
}
