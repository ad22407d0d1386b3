/** Which commands may make an account, and how the others are refused. */
import { isEmail } from "../access/people/email.ts";
import { CommandError } from "./failure.ts";
import { noDatabase } from "./with-access.ts";

/** @param missing where there is no database either. */
export function noAccount(email: string, missing?: string): CommandError {
  const why = missing === undefined ? "" : `: ${noDatabase(missing)}`;
  return new CommandError(`there is no account ${email}${why}`);
}

/**
 * An address with a slip in it would be a new account, and so would one that was only to be changed: an account is made
 * for what can be an address, and with its plan named.
 */
export function refusalOfNew(email: string, terms: string | undefined, options: string): CommandError | null {
  if (!isEmail(email)) return new CommandError(`"${email}" is not an e-mail address`);
  if (terms !== undefined) return null;
  return new CommandError(`there is no account ${email} yet: to make it, name its plan with ${options}`);
}
