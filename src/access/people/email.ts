/** E-mail addresses: which are taken, and the one form in which accounts are known. */

/** RFC 5321 4.5.3.1.3, less the angle brackets. */
const longestEmail = 254;

/** The addresses that better-auth takes: https://zod.dev/api#emails. Others could never be signed in with. */
const pattern = /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Whether an account can have this address; blanks around it do not count. */
export function isEmail(text: string): boolean {
  const email = normalEmail(text);
  return email.length <= longestEmail && pattern.test(email);
}

/** As accounts are known by; mail providers do not tell capitals apart. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase();
}
