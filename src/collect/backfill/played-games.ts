/** The games of a span of dates as the ledger knows them, each once: a back-fill asks for the lines around their starts. */

import { type Database, tablesOf } from "../../database/engine.ts";
import { hourMs, minuteMs } from "../../domain/durations.ts";
import { type PairKey, pairOf } from "../../domain/pairs.ts";
import { isWitness } from "../../domain/providers.ts";
import { seasonOf } from "../../domain/seasons.ts";
import { slateDate } from "../../domain/slate-date.ts";
import type { Sport } from "../../domain/sports.ts";
import type { GameRecord } from "../../feed/records.ts";
import { byTrust, dateOfGame, isCalledOff } from "../../ledger/game-records.ts";
import { readSeasonGameRecords } from "../../ledger/read.ts";
import type { LedgerTables } from "../../ledger/tables.ts";

/** Days are slate dates, both inclusive, YYYY-MM-DD. */
type Span = { readonly sport: Sport; readonly from: string; readonly to: string };

export type PlayedGame = { readonly pair: PairKey; readonly date: string; readonly startMs: number };

type PlayedGames = {
  /** In the order of their starts. */
  readonly games: readonly PlayedGame[];
  /** Games of which no provider states a start, so that nothing can be asked for them. */
  readonly withoutStart: number;
};

/** Two records of one pair within this time are of one game: the games of a doubleheader are further apart. */
const sameGameMs = 2 * hourMs;

/** A first pitch that is later than this after the stated start was delayed; others are only not on the minute. */
const delayMs = 15 * minuteMs;

/** Games that were called off, or have not begun yet, are left out. */
export async function playedGames(
  { kysely }: Database,
  { sport, from, to }: Span,
  nowMs: number,
): Promise<PlayedGames> {
  const [first, last] = [seasonOf(sport, from), seasonOf(sport, to)];
  const records: GameRecord[] = [];
  for (let season = first; season <= last; season += 1) {
    records.push(...(await readSeasonGameRecords(tablesOf<LedgerTables>(kysely), { sport, season })));
  }
  return gamesOf(records, { from, to }, nowMs);
}

export function gamesOf(
  records: readonly GameRecord[],
  { from, to }: Pick<Span, "from" | "to">,
  nowMs: number,
): PlayedGames {
  const wanted = records.filter((record) => {
    const date = dateOfGame(record);
    return date !== null && date >= from && date <= to && !isCalledOff(record) && !isWitness(record);
  });
  const games: PlayedGame[] = [];
  const datesWithout = new Map<string, PairKey>();
  for (const record of wanted.toSorted(byTrust)) {
    const pair = pairOf(record);
    const startMs = startOf(record);
    const date = dateOfGame(record) ?? "";
    if (startMs === null) datesWithout.set(`${pair} ${date}`, pair);
    else if (startMs < nowMs && !games.some((game) => game.pair === pair && isNear(game, startMs))) {
      games.push({ pair, date, startMs });
    }
  }
  for (const { pair, date } of games) datesWithout.delete(`${pair} ${date}`);
  return { games: games.sort((one, other) => one.startMs - other.startMs), withoutStart: datesWithout.size };
}

function isNear(game: PlayedGame, startMs: number): boolean {
  return Math.abs(game.startMs - startMs) < sameGameMs;
}

/** The stated start, or that of the delayed first pitch. Null where nobody states either. */
function startOf({ start_time: stated, actual_start_time: actual }: GameRecord): number | null {
  const [statedMs, actualMs] = [stated, actual].map((time) => (time === null ? null : Date.parse(time)));
  if (statedMs === null || statedMs === undefined) return actualMs ?? null;
  if (actualMs === null || actualMs === undefined) return statedMs;
  // A game that was suspended states when it went on, which is another day.
  const isDelayed = actualMs - statedMs > delayMs && slateDate(actualMs) === slateDate(statedMs);
  return isDelayed ? actualMs : statedMs;
}
