/** The people who have signed in or asked to: better-auth's rows of a person, with their sessions and links. */
import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { type Database, tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";

type PeopleTables = {
  sign_in_people: { id: string; email: string };
  sign_in_links: { identifier: string; value: string; expiresAt: Date | string };
};

/**
 * Returns the address that a link was made for, without using the link up. Returns null when the link is unknown,
 * expired or used.
 */
export async function emailOfLink({ kysely }: Database, token: string, now: Date): Promise<string | null> {
  const link = await tablesOf<PeopleTables>(kysely)
    .selectFrom("sign_in_links")
    .select(["value", "expiresAt"])
    // The plugin uses this name for a link of which it stores a digest.
    .where("identifier", "=", `magic-link:${hash("sha256", token, "base64url")}`)
    .executeTakeFirst();
  if (link === undefined || new Date(link.expiresAt) <= now) return null;
  return (JSON.parse(link.value) as { readonly email: string }).email;
}

export async function hasSignedIn(database: Database, email: string): Promise<boolean> {
  const people = tablesOf<PeopleTables>(database.kysely).selectFrom("sign_in_people");
  return (await people.select("id").where("email", "=", email).executeTakeFirst()) !== undefined;
}

/** Removes the person with all sessions and links. Returns false when nobody with this address has signed in. */
export async function forgetPerson(connection: Kysely<AnyTables>, email: string): Promise<boolean> {
  const tables = tablesOf<PeopleTables>(connection);
  await tables.deleteFrom("sign_in_links").where("value", "=", linkValueOf(email)).execute();
  // Deleting the person also deletes their sessions.
  const { numDeletedRows } = await tables.deleteFrom("sign_in_people").where("email", "=", email).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns a link's stored value as the plugin writes it. */
function linkValueOf(email: string): string {
  return JSON.stringify({ type: "magic-link", email });
}
