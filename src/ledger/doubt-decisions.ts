/**
 * Decisions about doubts: a rule whose doubts of a game somebody has looked at and keeps the quotes of, and a book whose quotes
 * of a game are dropped. They hold until they are withdrawn, whatever is imported. No value is ever typed in.
 */
import type { Kysely } from "kysely";
import { type DoubtName, doubtNames } from "../domain/doubt-names.ts";
import type { DoubtDecision, LedgerTables } from "./tables.ts";

type Tables = Kysely<LedgerTables>;

/** The decisions about one game. */
export type Decided = {
  readonly kept: ReadonlySet<DoubtName>;
  /** Slugs of books. */
  readonly dropped: ReadonlySet<string>;
};

export const nothingDecided: Decided = { kept: new Set(), dropped: new Set() };

const droppedRule = "dropped" satisfies DoubtName;

/** Every decision, by game id. */
export async function readDoubtDecisions(tables: Tables): Promise<Map<string, Decided>> {
  const rows = await tables.selectFrom("ledger_doubt_decisions").selectAll().orderBy("game_id").execute();
  return new Map(
    [...Map.groupBy(rows, ({ game_id }) => game_id)].map(([gameId, ofGame]) => [gameId, decidedOf(ofGame)]),
  );
}

function decidedOf(rows: readonly DoubtDecision[]): Decided {
  const kept = doubtNames.filter((name) => name !== droppedRule && rows.some(({ rule }) => rule === name));
  const dropped = rows.flatMap(({ rule, book }) => (rule === droppedRule ? [book] : []));
  return { kept: new Set(kept), dropped: new Set(dropped) };
}

export async function keepRule(tables: Tables, gameId: string, rule: DoubtName, decidedAt: string): Promise<void> {
  await insert(tables, { game_id: gameId, rule, book: "", decided_at: decidedAt });
}

export async function dropBook(tables: Tables, gameId: string, book: string, decidedAt: string): Promise<void> {
  await insert(tables, { game_id: gameId, rule: droppedRule, book, decided_at: decidedAt });
}

async function insert(tables: Tables, decision: DoubtDecision): Promise<void> {
  await tables
    .insertInto("ledger_doubt_decisions")
    .values(decision)
    .onConflict((conflict) => conflict.columns(["game_id", "rule", "book"]).doNothing())
    .execute();
}

/** Returns how many decisions there were. */
export async function removeDoubtDecisions(tables: Tables, gameId: string): Promise<number> {
  const removed = await tables.deleteFrom("ledger_doubt_decisions").where("game_id", "=", gameId).executeTakeFirst();
  return Number(removed.numDeletedRows);
}
