/** E-mail addresses: which ones are accepted, and the one form in which accounts are known. */

/** Longest address in characters: RFC 5321 4.5.3.1.3, less the angle brackets. */
const longestEmail = 254;

/** The account of the key that a start with invented data shows: nobody can sign in with it, and nobody gets mail there. */
export const trialEmail = "trial@localhost";

/** The addresses that better-auth accepts: https://zod.dev/api#emails. Nobody could ever sign in with others. */
const pattern = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether an account can have this address. White space around it is ignored. */
export function isEmail(text: string): boolean {
  const email = normalEmail(text);
  return email.length <= longestEmail && pattern.test(email);
}

/** Returns the address in the form in which accounts are known. Mail providers do not tell capitals apart. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
