/**
 * Decisions about disputed games: a decision says which provider's record gives a game its final score and line score.
 * It is kept until it is withdrawn, whatever is imported, and is a part of a backup and of an export.
 */
import type { Kysely } from "kysely";
import type { GameRecord } from "../feed/records.ts";
import { lastImportId } from "./read.ts";
import type { LedgerTables, Resolution } from "./tables.ts";

type Tables = Kysely<LedgerTables>;

/** The score of a record as a text that does not depend on which side is at home: `BOS 110, NYK 104`. */
export function statedScore(record: GameRecord): string {
  const sides = [`${record.home} ${record.home_score ?? "?"}`, `${record.away} ${record.away_score ?? "?"}`];
  return sides.sort().join(", ");
}

/** Every decision, by game id. */
export async function readResolutions(tables: Tables): Promise<Map<string, Resolution>> {
  const rows = await tables.selectFrom("ledger_resolutions").selectAll().orderBy("game_id").execute();
  return new Map(rows.map((row) => [row.game_id, row]));
}

/** Stores a decision in the place of an earlier one about the same game. */
export async function writeResolution(tables: Tables, resolution: Resolution): Promise<void> {
  await removeResolution(tables, resolution.game_id);
  await tables.insertInto("ledger_resolutions").values(resolution).execute();
}

export async function removeResolution(tables: Tables, gameId: string): Promise<void> {
  await tables.deleteFrom("ledger_resolutions").where("game_id", "=", gameId).execute();
}

/** Notes that the deciding record says something else now, and that this was followed. */
export async function followStatement(tables: Tables, gameId: string, stated: string): Promise<void> {
  await tables.updateTable("ledger_resolutions").set({ stated }).where("game_id", "=", gameId).execute();
}

/**
 * Makes records of games news, as an import would: the next publish does their games again. It is noted among the
 * imports, so that the numbers of imports stay in order.
 */
export async function markChanged(
  tables: Tables,
  records: readonly Pick<Resolution, "provider" | "record_key">[],
  note: { readonly at: string; readonly report: Readonly<Record<string, unknown>> },
): Promise<void> {
  const importId = (await lastImportId(tables)) + 1;
  await tables
    .insertInto("ledger_imports")
    .values({ import_id: importId, imported_at: note.at, report: JSON.stringify(note.report) })
    .execute();
  for (const { provider, record_key: key } of records) {
    await tables
      .updateTable("ledger_records")
      .set({ changed_in: importId })
      .where("kind", "=", "game")
      .where("provider", "=", provider)
      .where("record_key", "=", key)
      .execute();
  }
}
