/**
 * Links that confirm a deed of an operator: a deed is prepared on the page, a link is mailed, and what it confirms is exactly this
 * deed, once, within a quarter of an hour, in the session that asked ([decision 0181](../../../docs/decisions/0181-deeds-are-confirmed-by-mail.md)).
 * So neither somebody's session nor their mailbox alone is enough. They are kept beside the links that sign people in, of which the
 * library removes those that have expired; of each only a digest is stored.
 */
import { hash, randomBytes, randomUUID } from "node:crypto";
import { type DeedFacts, noteDeed } from "../../audit/deeds.ts";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import type { Session } from "./sign-in.ts";

type LinkTables = {
  sign_in_links: {
    id: string;
    identifier: string;
    value: string;
    expiresAt: Date | string;
    createdAt: Date | string;
    updatedAt: Date | string;
  };
};

type StoredDeed = { readonly session: string; readonly deed: string };

/** A deed as JSON, and what the audit list says of it. */
type PreparedDeed = { readonly deed: string; readonly about: DeedFacts };

/** A link that was taken, so that nobody else has it. */
type TakenDeed = { readonly deed: string; giveBack(): Promise<void> };

const linkMs = 900_000;

/** Returns the token of a link. That a link was asked for is noted with it. */
export async function makeDeedLink(
  database: Database,
  { email, sessionId }: Session,
  { deed, about }: PreparedDeed,
  now: Date,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const stored: StoredDeed = { session: sessionId, deed };
  const noted = { part: database.part, actor: { through: "page", who: email } } as const;
  await writeTransaction(database, async (connection) => {
    await tablesOf<LinkTables>(connection)
      .insertInto("sign_in_links")
      .values({
        id: randomUUID(),
        identifier: identifierOf(token),
        value: JSON.stringify(stored),
        expiresAt: new Date(now.getTime() + linkMs).toISOString(),
        createdAt: now.toISOString(),
        updatedAt: now.toISOString(),
      })
      .execute();
    await noteDeed(noted, connection, "link asked", about);
  });
  return token;
}

/** Returns the deed without using the link up; null for a link that is unknown, used, expired, or of another session. */
export async function readDeedLink(
  database: Database,
  session: Session,
  token: string,
  now: Date,
): Promise<string | null> {
  const row = await tablesOf<LinkTables>(database.kysely)
    .selectFrom("sign_in_links")
    .selectAll()
    .where("identifier", "=", identifierOf(token))
    .executeTakeFirst();
  return deedOf(row, session, now);
}

/** Uses a link up, before its deed is done: of many that use it at once one gets it. Null as above; nothing is used up then. */
export async function takeDeedLink(
  database: Database,
  session: Session,
  token: string,
  now: Date,
): Promise<TakenDeed | null> {
  return writeTransaction(database, async (connection) => {
    const links = tablesOf<LinkTables>(connection);
    const identifier = identifierOf(token);
    const row = await links
      .selectFrom("sign_in_links")
      .selectAll()
      .where("identifier", "=", identifier)
      .executeTakeFirst();
    const deed = deedOf(row, session, now);
    if (deed === null || row === undefined) return null;
    await links.deleteFrom("sign_in_links").where("identifier", "=", identifier).execute();
    return {
      deed,
      /** Where the deed could not be done, the link is good for the time that it has left. */
      async giveBack() {
        await writeTransaction(database, async (again) => {
          await tablesOf<LinkTables>(again).insertInto("sign_in_links").values(row).execute();
        });
      },
    };
  });
}

function deedOf(row: LinkTables["sign_in_links"] | undefined, session: Session, now: Date): string | null {
  if (row === undefined || new Date(row.expiresAt) <= now) return null;
  const stored = JSON.parse(row.value) as StoredDeed;
  return stored.session === session.sessionId ? stored.deed : null;
}

function identifierOf(token: string): string {
  return `deed:${hash("sha256", token, "base64url")}`;
}
