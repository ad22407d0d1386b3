/** The doubts that are open, and decisions about them. A decision is followed by the next publish, and callers see it as a correction. */
import { noteDeed } from "../../audit/deeds.ts";
import { type Database, tablesOf, writeTransaction } from "../../database/engine.ts";
import { bookByProviderKey } from "../../domain/books.ts";
import { doubtNames } from "../../domain/evidence.ts";
import { pairOf, parseGameId } from "../../domain/game-ids.ts";
import {
  doubtDecisionRows,
  droppedBook,
  insertDoubtDecisions,
  keptRule,
  markChanged,
  removeDoubtDecisions,
} from "../../ledger/decisions.ts";
import type { DoubtDecision, LedgerTables } from "../../ledger/tables.ts";
import { type AlarmName, alarmRules } from "../../publish/alarms/rules.ts";
import { heldIn } from "../../publish/findings.ts";
import { readNewestRelease } from "../../release/manifest.ts";
import type { ReleaseTables } from "../../release/tables.ts";
import type { Doubt } from "../../release/values.ts";
import { NotDecided } from "./disputes.ts";

export type DoubtsOfGame = Awaited<ReturnType<typeof listDoubts>>[number];

/** Games with doubts or with decisions about some, by id. */
export async function listDoubts({ kysely }: Database) {
  const archive = tablesOf<ReleaseTables>(kysely);
  const rows = await archive.selectFrom("published_games").select(["game_id", "doubts"]).execute();
  const published = new Set(rows.map(({ game_id }) => game_id));
  const held = heldIn(await readNewestRelease(kysely));
  const decisions = Map.groupBy(await doubtDecisionRows(tablesOf<LedgerTables>(kysely)), ({ game_id }) => game_id);
  const doubtsOf = new Map(
    rows.flatMap(({ game_id, doubts }) => (doubts === null ? [] : [[game_id, JSON.parse(doubts) as Doubt[]] as const])),
  );
  const heldOf = new Map(held.filter(({ reason }) => isOfRule(reason)).map(({ gameId, reason }) => [gameId, reason]));
  const ids = new Set([...doubtsOf.keys(), ...heldOf.keys(), ...decisions.keys()]);
  return [...ids].sort().map((gameId) => ({
    gameId,
    isPublished: published.has(gameId),
    /** Of a published game: quotes that were left out. */
    doubts: doubtsOf.get(gameId) ?? [],
    /** Why the game is held back, where a rule of doubt does so: `twice_a_day: ...`. */
    held: heldOf.get(gameId) ?? null,
    decisions: decisions.get(gameId) ?? [],
  }));
}

function isOfRule(reason: string): boolean {
  return doubtNames.some((name) => reason.startsWith(`${name}: `));
}

/** The rules that a game may be kept in spite of: those of doubt, and alarms that were looked at. */
export const rulesToKeep = [
  ...doubtNames.filter((name) => name !== "dropped"),
  ...(Object.keys(alarmRules) as AlarmName[]),
];
type RuleToKeep = (typeof rulesToKeep)[number];

/** From the next publish on, a rule does not count for a game. @returns whether that is new. @throws NotDecided */
export function keepDoubted(database: Database, gameId: string, rule: RuleToKeep, at: string): Promise<boolean> {
  return decide(database, keptRule(gameId, rule, at));
}

/** From the next publish on, nothing of a book is believed about a game. @returns whether that is new. @throws NotDecided */
export async function dropBook(database: Database, gameId: string, slug: string, at: string): Promise<boolean> {
  const book = bookByProviderKey(slug);
  if (book === null) throw new NotDecided(`${slug} is the slug of no book`);
  return decide(database, droppedBook(gameId, book.slug, at));
}

function decide(database: Database, decision: DoubtDecision): Promise<boolean> {
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const records = await recordsOf(ledger, decision.game_id);
    if (records.length === 0) throw new NotDecided(`nobody has stated a game of the teams of ${decision.game_id}`);
    if ((await insertDoubtDecisions(ledger, [decision])) === 0) return false;
    await markChanged(ledger, records, decision.decided_at);
    const { game_id: game, rule, book } = decision;
    await noteDeed(database, connection, book === "" ? "doubt keep" : "doubt drop", { game, rule, book });
    return true;
  });
}

/** Takes back every decision about doubts of a game. Returns how many there were. */
export function undoDoubtDecisions(database: Database, gameId: string, at: string): Promise<number> {
  return writeTransaction(database, async (connection) => {
    const ledger = tablesOf<LedgerTables>(connection);
    const removed = await removeDoubtDecisions(ledger, gameId);
    if (removed > 0) {
      await markChanged(ledger, await recordsOf(ledger, gameId), at);
      await noteDeed(database, connection, "doubts undo", { game: gameId, decisions: removed });
    }
    return removed;
  });
}

/** The game records of its two teams, so that the next publish does their games again. */
async function recordsOf(ledger: ReturnType<typeof tablesOf<LedgerTables>>, gameId: string) {
  const parsed = parseGameId(gameId);
  if (parsed === null) return [];
  const rows = await ledger
    .selectFrom("ledger_records")
    .select(["provider", "record_key"])
    .where("kind", "=", "game")
    .where("pair", "=", pairOf(parsed))
    .execute();
  return rows;
}
