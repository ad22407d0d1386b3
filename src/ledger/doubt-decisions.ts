/**
 * Decisions about doubts: a rule whose doubts of a game somebody has looked at and keeps the quotes of, and a book whose quotes
 * of a game are dropped. They hold until they are withdrawn, whatever is imported. No value is ever typed in.
 */
import type { Kysely } from "kysely";
import type { DoubtName } from "../domain/doubt-names.ts";
import type { DoubtDecision, LedgerTables } from "./tables.ts";

type Tables = Kysely<LedgerTables>;

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

/** Returns those that are new. */
export async function insertDoubtDecisions(
  tables: Tables,
  decisions: readonly DoubtDecision[],
): Promise<DoubtDecision[]> {
  const known = new Set((await doubtDecisionRows(tables)).map(keyOf));
  const fresh = [...new Map(decisions.map((each) => [keyOf(each), each])).values()].filter(
    (each) => !known.has(keyOf(each)),
  );
  for (const decision of fresh) await tables.insertInto("ledger_doubt_decisions").values(decision).execute();
  return fresh;
}

function keyOf({ game_id, rule, book }: DoubtDecision): string {
  return `${game_id} ${rule} ${book}`;
}

/** Returns how many decisions there were. */
export async function removeDoubtDecisions(tables: Tables, gameId: string): Promise<number> {
  const removed = await tables.deleteFrom("ledger_doubt_decisions").where("game_id", "=", gameId).executeTakeFirst();
  return Number(removed.numDeletedRows);
}
