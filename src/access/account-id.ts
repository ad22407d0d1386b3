/** What an account is called where its e-mail address has no business, such as in the log. */
import { hash } from "node:crypto";

/** Sixteen URL-safe characters that follow from the address, and from which nobody reads it. */
export function accountIdOf(email: string): string {
  return hash("sha256", `gradeline account ${email}`, "base64url").slice(0, 16);
}
