/** Pages of the path of a game's lines, from the table of its season. */

import type { LineRow } from "../../contract/lists/lines.ts";
import { doubtNameOf } from "../../domain/doubt-names.ts";
import { tenthsOfMinutes } from "../../domain/durations.ts";
import type { LineMarket, LinePeriod } from "../../domain/periods.ts";
import { noLine } from "../../release/game-lines.ts";
import { closeFlag, doubtOf, type LinePath, openFlag, statedOpenFlag } from "../../release/line-path.ts";
import { type LineWords, pricesOf, wordsOfLine } from "../line-words.ts";
import type { KeyedRow, PageKey } from "../pages.ts";

/** Null: all of them. */
export type LineFilter = {
  readonly bookIds: readonly number[] | null;
  readonly market: LineMarket | null;
  readonly period: LinePeriod | null;
};

/**
 * The rows that come after a key, ordered by series, then by time. A key holds the series as its place within the game, and as its
 * time that of the first capture; see `keyTimeOf`.
 */
export function* lineRows(
  path: LinePath,
  gameId: string,
  filter: LineFilter,
  after: PageKey | null,
): Generator<KeyedRow<LineRow>> {
  const texts: Times = new Map();
  for (const [series, key] of path.keys.entries()) {
    const words = wordsOfLine(key);
    if (!isWanted(words, filter) || (after !== null && key < after.withinGame)) continue;
    const from = path.ends[series - 1] ?? 0;
    const to = path.ends[series] as number;
    for (let run = from; run < to; run++) {
      const startMs = keyTimeOf(path, run, from);
      if (after !== null && key === after.withinGame && startMs <= after.startMs) continue;
      yield { key: { startMs, gameId, withinGame: key }, row: rowOf(path, texts, words, run) };
    }
  }
}

/** The times of a path as texts. A game has far fewer than rows, and each row has two. */
type Times = Map<number, string>;

function textOf(timeMs: number, texts: Times): string | null {
  return Number.isNaN(timeMs) ? null : texts.getOrInsertComputed(timeMs, () => new Date(timeMs).toISOString());
}

function rowOf(
  { startMs, firstMs, lastMs, captures, quarters, prices, flags }: LinePath,
  texts: Times,
  words: LineWords,
  run: number,
): LineRow {
  const { period, market, team, book } = words;
  const [first, last] = [firstMs[run] as number, lastMs[run] as number];
  const line = quarters[run] as number;
  const ownFlags = flags[run] as number;
  return {
    book_id: book.book_id as number,
    book: book.book,
    period,
    market,
    team,
    first_seen: textOf(first, texts),
    last_seen: textOf(last, texts),
    captures: captures[run] as number,
    line: line === noLine ? null : line / 4,
    ...pricesOf(words, prices[2 * run] as number, prices[2 * run + 1] as number),
    is_open: (ownFlags & openFlag) !== 0,
    is_close: (ownFlags & closeFlag) !== 0,
    minutes_before_start: Number.isNaN(last) ? null : tenthsOfMinutes(startMs - last),
    doubt: doubtNameOf(doubtOf(ownFlags)),
  };
}

export function isWanted(words: LineWords, { bookIds, market, period }: LineFilter): boolean {
  return (
    (period === null || words.period === period) &&
    (market === null || words.market === market) &&
    (bookIds === null || bookIds.includes(words.book.book_id as number))
  );
}

/**
 * The time of a run within its series as a number that no other of its runs has: that of its first capture. Runs of one
 * moment have an eighth of a millisecond more, each than the one before. A stated opening is before all captures, a stated closing after them.
 */
function keyTimeOf(path: LinePath, run: number, from: number): number {
  const timeMs = path.firstMs[run] as number;
  if (Number.isNaN(timeMs)) {
    return (path.flags[run] as number) & (openFlag | statedOpenFlag)
      ? Number.NEGATIVE_INFINITY
      : Number.POSITIVE_INFINITY;
  }
  let before = 0;
  while (run - before > from && path.firstMs[run - before - 1] === timeMs) before++;
  return timeMs + before * 0.125;
}
