/** Reads what was corrected after it was published, the newest revision first. */
import type { Kysely } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { type ChangeBody, type FieldChange, isCorrection, providersOf } from "../release/changes.ts";
import type { ReleaseTables } from "../release/tables.ts";

/** A published value that was replaced or taken away, and the providers of whom something new had come in. */
type CorrectedField = FieldChange & { readonly providers: readonly string[] };

export type Correction = {
  readonly revision: number;
  readonly publishedAt: string;
  readonly gameId: string;
  readonly sport: string;
  readonly season: number;
  /** `removed`: the whole game was taken away. */
  readonly change: "changed" | "removed";
  readonly fields: readonly CorrectedField[];
  /** Members with more changes than are kept one by one, and how many. */
  readonly others: readonly (ChangeBody["others"][number] & { readonly providers: readonly string[] })[];
};

export type CorrectionFilter = {
  /** ISO 8601 UTC. */
  readonly since: string | null;
  /** How many games of a revision are read at most. */
  readonly limit: number;
};

export async function readCorrections(
  kysely: Kysely<AnyTables>,
  { since, limit }: CorrectionFilter,
): Promise<Correction[]> {
  let query = tablesOf<ReleaseTables>(kysely)
    .selectFrom("archive_changes")
    .selectAll()
    .where("corrected", ">", 0)
    .orderBy("revision", "desc")
    .orderBy("game_id")
    .limit(limit);
  if (since !== null) query = query.where("published_at", ">=", since);
  return (await query.execute()).map((row) => {
    const { fields, others, providers } = JSON.parse(row.body) as ChangeBody;
    return {
      revision: row.revision,
      publishedAt: row.published_at,
      gameId: row.game_id,
      sport: row.sport,
      season: row.season,
      change: row.change === "removed" ? "removed" : "changed",
      fields: fields.filter(isCorrection).map((field) => ({ ...field, providers: providersOf(field.path, providers) })),
      others: others.map((member) => ({ ...member, providers: providersOf(member.path, providers) })),
    };
  });
}
