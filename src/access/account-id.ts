/** Names accounts where their e-mail addresses must not appear, such as in the log. */
import { hash } from "node:crypto";

/** Returns sixteen URL-safe characters that are derived from the address. The address cannot be read from them. */
export function accountIdOf(email: string): string {
  return hash("sha256", `gradeline account ${email}`, "base64url").slice(0, 16);
}
