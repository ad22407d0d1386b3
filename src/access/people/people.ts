/** The people who have signed in or asked to, in the rows of better-auth: with their links, and with sessions that an operator sees and may end. */
import { hash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { noteDeed } from "../../audit/deeds.ts";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { accountIdOf } from "../keys/keys.ts";
import { normalEmail } from "./email.ts";

type PeopleTables = {
  sign_in_people: { id: string; email: string };
  sign_in_links: { identifier: string; value: string; expiresAt: Date | string };
  sign_in_sessions: { id: string; userId: string; createdAt: Date | string; expiresAt: Date | string };
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
  // As the plugin writes it.
  const value = JSON.stringify({ type: "magic-link", email });
  await tables.deleteFrom("sign_in_links").where("value", "=", value).execute();
  // Deleting the person also deletes their sessions.
  const { numDeletedRows } = await tables.deleteFrom("sign_in_people").where("email", "=", email).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The newest sessions that have not run out, one row each. */
export async function listSessions({ kysely }: Database, limit: number, now: Date) {
  const rows = await tablesOf<PeopleTables>(kysely)
    .selectFrom("sign_in_sessions as session")
    .innerJoin("sign_in_people as person", "person.id", "session.userId")
    .select(["person.email", "session.createdAt", "session.expiresAt"])
    .where("session.expiresAt", ">", sql<string>`${now.toISOString()}`)
    .orderBy("session.createdAt", "desc")
    .limit(limit)
    .execute();
  return rows.map(({ email, createdAt, expiresAt }) => ({
    email,
    sinceMs: new Date(createdAt).getTime(),
    untilMs: new Date(expiresAt).getTime(),
  }));
}

/** Ends every session of a person, and returns how many there were. They can sign in again with a new link. */
export function endSessions(database: Database, givenEmail: string): Promise<number> {
  const email = normalEmail(givenEmail);
  return writeTransaction(database, async (connection) => {
    const tables = tablesOf<PeopleTables>(connection);
    const { numDeletedRows } = await tables
      .deleteFrom("sign_in_sessions")
      .where("userId", "in", tables.selectFrom("sign_in_people").select("id").where("email", "=", email))
      .executeTakeFirst();
    const sessions = Number(numDeletedRows);
    const about = { account: accountIdOf(email), sessions };
    if (sessions > 0) await noteDeed(database, connection, "sign-ins end", about);
    return sessions;
  });
}
