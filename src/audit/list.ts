/** Reads the audit list, the newest deed first. */
import { type Database, tablesOf } from "../database/engine.ts";
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
