/** Reads what was corrected after it was published, the newest revision first. */
import type { Kysely } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type ChangeBody, isCorrection, providersOf } from "../release/changes.ts";
import type { ReleaseTables } from "../release/tables.ts";

/**
 * Published values that were replaced or taken away, each with the providers of whom something new had come in.
 * @param since ISO 8601 UTC; null: since ever.
 * @param limit how many games are read at most.
 */
export async function readCorrections(kysely: Kysely<AnyTables>, since: string | null, limit: number) {
  let query = tablesOf<ReleaseTables>(kysely)
    .selectFrom("archive_changes")
    .selectAll()
    .where("corrected", ">", 0)
    .orderBy("revision", "desc")
    .orderBy("game_id")
    .limit(limit);
  if (since !== null) query = query.where("published_at", ">=", since);
  return (await query.execute()).map((row) => {
    const body = JSON.parse(row.body) as ChangeBody;
    const providers = providersOf(body);
    return {
      revision: row.revision,
      publishedAt: row.published_at,
      gameId: row.game_id,
      sport: row.sport,
      season: row.season,
      /** `removed`: the whole game was taken away. */
      change: row.change === "removed" ? "removed" : "changed",
      fields: body.fields.filter(isCorrection).map((field) => ({ ...field, providers })),
      /** Members with more changes than are kept one by one, and how many. */
      others: body.others.map((member) => ({ ...member, providers })),
    };
  });
}
