/**
 * The games that the ledger knows of and that a provider's answers lack. A list that was cut off looks like a whole one, so
 * what was known before, from this provider or another one, is the only thing that tells.
 */
import type { Database } from "../../database/engine.ts";
import { dayMs } from "../../domain/durations.ts";
import { pairOf } from "../../domain/pairs.ts";
import { isWitness } from "../../domain/providers.ts";
import { slateDate } from "../../domain/slate-date.ts";
import type { Sport } from "../../domain/sports.ts";
import type { GameRecord } from "../../feed/records.ts";
import type { FeedItem } from "../../feed/refusals.ts";
import { dateOfGame, isCalledOff } from "../../ledger/records.ts";
import type { LedgerGame } from "../../publish/match/assemble.ts";
import type { SlateDays } from "../asking/ask.ts";
import { gamesOfDays } from "./known-games.ts";

/** A game that nobody has called final after so long may never have been played, so that no answer need have it. */
const openMs = 2 * dayMs;

type Question = {
  readonly sport: Sport;
  /** The days of each answer that came. */
  readonly answered: readonly SlateDays[];
  /** All that was read of these answers. */
  readonly items: readonly FeedItem[];
  readonly nowMs: number;
};

export type MissingGames = { readonly known: number; readonly missing: readonly MissingGame[] };
type MissingGame = { readonly date: string; readonly home: string; readonly away: string };

/** @throws DatabaseError */
export async function missingGames(
  database: Database,
  { sport, answered, items, nowMs }: Question,
): Promise<MissingGames> {
  const expected = (await gamesOfDays(database, sport, answered)).filter(({ records }) =>
    records.some((record) => isSure(record, nowMs)),
  );
  const listed = Map.groupBy(
    items.flatMap(({ record }) => (record?.type === "game" ? [record] : [])),
    pairOf,
  );
  const missing = [...Map.groupBy(expected, ({ records }) => pairOf(records[0]))].flatMap(([pair, known]) => {
    // A game that has moved is listed under another day.
    const here = listed.get(pair) ?? [];
    const isOfDay = ({ gameDate }: LedgerGame) => here.some((each) => dateOfGame(each) === gameDate);
    return known.toSorted((a, b) => Number(isOfDay(a)) - Number(isOfDay(b))).slice(0, known.length - here.length);
  });
  // A record that was refused may be any of them, and is told of by its refusal.
  const refused = items.filter(({ refusal }) => refusal !== undefined).length;
  const told = missing.map(({ gameDate, records: [{ home, away }] }) => ({ date: gameDate, home, away }));
  return { known: expected.length, missing: answered.length === 0 || missing.length <= refused ? [] : told };
}

/** Whether a game is known to be played on its day. */
function isSure(record: GameRecord, nowMs: number): boolean {
  if (isWitness(record) || isCalledOff(record) || record.status === "suspended") return false;
  const start = record.actual_start_time ?? record.start_time;
  // A game that began on another day than its own was interrupted, and providers differ about its day.
  if (start === null || slateDate(Date.parse(start)) !== dateOfGame(record)) return false;
  if (record.status === "final") return true;
  // A game of a series is played only if it is needed, and vanishes otherwise.
  return record.season_type === "regular" && Date.parse(start) > nowMs - openMs;
}
