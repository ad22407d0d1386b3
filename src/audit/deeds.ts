/**
 * The audit list: what operators have done by commands. Rows are only added. Each stands in the database in
 * which the deed itself is kept, and is written in the transaction of the deed, so that neither is there without the other. On
 * SQLite that makes two tables, one in each file ([decision 0180](../../docs/decisions/0180-the-audit-list.md)).
 */
import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { type Actor, type Database, tablesOf, writeTransaction } from "../database/engine.ts";
import type { AnyTables, Part } from "../database/names.ts";

/** Every deed that is noted. What was refused, or found that nothing was to be changed, is not. */
type DeedName =
  // Of accounts and keys.
  | "account set"
  | "account delete"
  | "account import"
  | "key create"
  | "key revoke"
  | "sign-ins end"
  // Of games and what is published.
  | "resolve"
  | "resolve undo"
  | "doubt keep"
  | "doubt drop"
  | "doubts undo"
  | "import"
  | "backfill"
  | "publish"
  | "identities import"
  | "manifest key"
  | "restore";

/** Ids and numbers. Never a key, a secret or a link, and of an account only its id. */
export type DeedFacts = Readonly<Record<string, string | number | boolean | null>>;

type AuditTables = Record<"facts_audit" | "access_audit", AuditRow>;

type AuditRow = {
  deed_id: string;
  /** ISO 8601 UTC. */
  at: string;
  through: Actor["through"];
  who: string;
  deed: DeedName;
  /** DeedFacts as JSON. */
  about: string;
};

const auditTables = { facts: "facts_audit", access: "access_audit" } as const satisfies Record<Part, keyof AuditTables>;

/** Characters of one value: an id has fewer, and what people write is cut. */
const longestValue = 200;
/** Characters of a name: those of the longest address of mail. */
const longestWho = 254;

/**
 * Notes a deed in the transaction that does it. What Gradeline does by itself has no actor, and is not noted.
 * @param connection the transaction, which holds the lock of writers.
 */
export async function noteDeed(
  { actor, part }: Pick<Database, "actor" | "part">,
  connection: Kysely<AnyTables>,
  deed: DeedName,
  about: DeedFacts,
): Promise<void> {
  if (actor === undefined) return;
  const row: AuditRow = {
    deed_id: randomUUID(),
    at: new Date().toISOString(),
    through: actor.through,
    who: actor.who.slice(0, longestWho).toWellFormed(),
    deed,
    about: JSON.stringify(about, (_, value) => (typeof value === "string" ? bounded(value) : value)),
  };
  await tablesOf<AuditTables>(connection).insertInto(auditTables[part]).values(row).execute();
}

/** Notes what is done in many transactions, before the first of them. */
export function noteBefore(database: Database, deed: DeedName, about: DeedFacts): Promise<void> {
  return writeTransaction(database, (connection) => noteDeed(database, connection, deed, about));
}

function bounded(text: string): string {
  return text.length <= longestValue ? text : `${text.slice(0, longestValue - 1).toWellFormed()}…`;
}

export type NotedDeed = Pick<AuditRow, "at" | "through" | "who" | "deed"> & { readonly about: DeedFacts };

/** The deeds that a part has, the newest first. @param since ISO 8601 UTC; null: since ever. */
export async function readDeeds(
  { kysely, part }: Pick<Database, "kysely" | "part">,
  { since, limit }: { readonly since: string | null; readonly limit: number },
): Promise<NotedDeed[]> {
  let query = tablesOf<AuditTables>(kysely).selectFrom(auditTables[part]).selectAll();
  if (since !== null) query = query.where("at", ">=", since);
  const rows = await query.orderBy("at", "desc").orderBy("deed_id").limit(limit).execute();
  return rows.map(({ deed_id: _, about, ...row }) => ({ ...row, about: JSON.parse(about) as DeedFacts }));
}

/** One list of the lists of both parts. */
export function newestFirst(lists: readonly (readonly NotedDeed[])[], limit: number): NotedDeed[] {
  return lists
    .flat()
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
    .slice(0, limit);
}
