/**
 * The decisions of operators. They hold until they are withdrawn, whatever is imported, and are a part of a backup and of an
 * export. No value is ever typed in.
 */
import type { Kysely } from "kysely";
import type { DoubtName } from "../domain/evidence.ts";
import type { GameRecord } from "../feed/records.ts";
import { lastImportId } from "./read.ts";
import type { DoubtDecision, LedgerTables, Resolution } from "./tables.ts";

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
  at: string,
): Promise<void> {
  const importId = (await lastImportId(tables)) + 1;
  await tables.insertInto("ledger_imports").values({ import_id: importId, imported_at: at }).execute();
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

/** The decisions about one game. */
export type Decided = {
  /** Names of rules of doubt, and of alarms. */
  readonly kept: ReadonlySet<string>;
  /** Slugs of books. */
  readonly dropped: ReadonlySet<string>;
};

export const nothingDecided: Decided = { kept: new Set(), dropped: new Set() };

const droppedRule = "dropped" satisfies DoubtName;

/** In no order. */
export function doubtDecisionRows(tables: Tables): Promise<DoubtDecision[]> {
  return tables.selectFrom("ledger_doubt_decisions").selectAll().execute();
}

/** Every decision, by game id. */
export async function readDoubtDecisions(tables: Tables): Promise<Map<string, Decided>> {
  const rows = await doubtDecisionRows(tables);
  return new Map(
    [...Map.groupBy(rows, ({ game_id }) => game_id)].map(([gameId, ofGame]) => [gameId, decidedOf(ofGame)]),
  );
}

function decidedOf(rows: readonly DoubtDecision[]): Decided {
  const kept = rows.flatMap(({ rule }) => (rule === droppedRule ? [] : [rule]));
  const dropped = rows.flatMap(({ rule, book }) => (rule === droppedRule ? [book] : []));
  return { kept: new Set(kept), dropped: new Set(dropped) };
}

/** The decision that a game's quotes stay although a rule doubts them, or that it rings no alarm any more. */
export function keptRule(gameId: string, rule: string, decidedAt: string): DoubtDecision {
  return { game_id: gameId, rule, book: "", decided_at: decidedAt };
}

/** The decision that nothing of a book is believed about a game. */
export function droppedBook(gameId: string, book: string, decidedAt: string): DoubtDecision {
  return { game_id: gameId, rule: droppedRule, book, decided_at: decidedAt };
}

/** Returns how many of them are new. */
export async function insertDoubtDecisions(tables: Tables, decisions: readonly DoubtDecision[]): Promise<number> {
  let fresh = 0;
  for (const decision of decisions) {
    const insert = tables.insertInto("ledger_doubt_decisions").values(decision);
    const { numInsertedOrUpdatedRows } = await insert.onConflict((known) => known.doNothing()).executeTakeFirst();
    fresh += Number(numInsertedOrUpdatedRows);
  }
  return fresh;
}

/** Returns how many decisions there were. */
export async function removeDoubtDecisions(tables: Tables, gameId: string): Promise<number> {
  const removed = await tables.deleteFrom("ledger_doubt_decisions").where("game_id", "=", gameId).executeTakeFirst();
  return Number(removed.numDeletedRows);
}
