/** The sessions of people who are signed in. An operator sees them, and may end those of a person. */
import { sql } from "kysely";
import { noteDeed } from "../../audit/deeds.ts";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import { accountIdOf } from "../account-id.ts";
import { normalEmail } from "./email.ts";

type SessionTables = {
  sign_in_people: { id: string; email: string };
  sign_in_sessions: { id: string; userId: string; createdAt: Date | string; expiresAt: Date | string };
};

type SignedIn = { readonly email: string; readonly sinceMs: number; readonly untilMs: number };

/** The newest sessions that have not run out, one row each. */
export async function listSessions({ kysely }: Database, limit: number, now: Date): Promise<readonly SignedIn[]> {
  const rows = await tablesOf<SessionTables>(kysely)
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
    const tables = tablesOf<SessionTables>(connection);
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
