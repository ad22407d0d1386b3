/** One trial a mailbox, ever: what is kept is a digest of the address, also after its account was deleted. */
import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { AccessTables } from "./tables.ts";

export async function hasTakenTrial(access: Kysely<AccessTables>, email: string): Promise<boolean> {
  const row = await access
    .selectFrom("trials_taken")
    .select("taken_ms")
    .where("mailbox_hash", "=", mailboxHash(email))
    .executeTakeFirst();
  return row !== undefined;
}

export async function rememberTrial(access: Kysely<AccessTables>, email: string, nowMs: number): Promise<void> {
  await access
    .insertInto("trials_taken")
    .values({ mailbox_hash: mailboxHash(email), taken_ms: nowMs })
    .onConflict((conflict) => conflict.column("mailbox_hash").doNothing())
    .execute();
}

/** Providers that ignore dots in the local part: https://support.google.com/mail/answer/7436150 */
const dotless = new Set(["gmail.com", "googlemail.com"]);

/** `Jane.Doe+bets@googlemail.com` and `janedoe@gmail.com` are one mailbox. */
function mailboxHash(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split("@");
  const [untagged = ""] = local.split("+");
  const name = dotless.has(domain) ? untagged.replaceAll(".", "") : untagged;
  return hash("sha256", `${name}@${domain === "googlemail.com" ? "gmail.com" : domain}`, "hex");
}
