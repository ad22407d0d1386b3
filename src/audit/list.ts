/** Reads the audit list, the newest deed first, and hands its rows on to a database that is brought back. */
import type { Kysely } from "kysely";
import { type Database, tablesOf } from "../database/engine.ts";
import type { AnyTables, Part } from "../database/names.ts";
import { type AuditRow, type AuditTables, auditTables, type DeedFacts } from "./deeds.ts";

export type NotedDeed = Pick<AuditRow, "at" | "through" | "who" | "deed"> & { readonly about: DeedFacts };

type DeedFilter = {
  /** ISO 8601 UTC; null: since ever. */
  readonly since: string | null;
  readonly limit: number;
};

/** The deeds that a part has, the newest first. */
export async function readDeeds(
  { kysely, part }: Pick<Database, "kysely" | "part">,
  { since, limit }: DeedFilter,
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

/** Null where there is no list: a version before it made the tables. */
export async function readAuditRows(kysely: Kysely<AnyTables>, part: Part): Promise<readonly AuditRow[] | null> {
  const tables = await kysely.introspection.getTables();
  if (!tables.some(({ name }) => name === auditTables[part])) return null;
  return tablesOf<AuditTables>(kysely).selectFrom(auditTables[part]).selectAll().execute();
}

/** Adds the rows that are not there yet, where there is a list, and returns how many those are. */
export async function addAuditRows(kysely: Kysely<AnyTables>, part: Part, rows: readonly AuditRow[]): Promise<number> {
  const there = await readAuditRows(kysely, part);
  if (there === null) return 0;
  const known = new Set(there.map((row) => row.deed_id));
  const fresh = rows.filter((row) => !known.has(row.deed_id));
  for (const row of fresh) {
    await tablesOf<AuditTables>(kysely).insertInto(auditTables[part]).values(row).execute();
  }
  return fresh.length;
}
