/** Makes the rows of the path of a game's lines, from the packed value that the archive has of them. */

import type { LineRow } from "../contract/rows/lines.ts";
import { bookById } from "../domain/books.ts";
import { doubtNameOf } from "../domain/doubt-names.ts";
import { tenthsOfMinutes } from "../domain/durations.ts";
import { type LineMarket, type LinePeriod, lineMarketOf, linePeriodOf } from "../domain/market-names.ts";
import type { Market } from "../domain/sports.ts";
import { lineKeyParts, noLine } from "../release/packed-lines.ts";
import { closeFlag, doubtOf, noSeenTime, openFlag, type PackedPath, statedOpenFlag } from "../release/packed-path.ts";
import type { KeyedRow } from "./made-rows.ts";
import type { PageKey } from "./pages.ts";

/** Null: all of them. */
export type LineFilter = {
  readonly bookIds: readonly number[] | null;
  readonly market: LineMarket | null;
  readonly period: LinePeriod | null;
};

/**
 * The rows in their order: by series, then by time. A key holds the series as its place within the game, and as its time
 * that of the first capture; see `timeOf`.
 */
export function* lineRows(
  path: PackedPath,
  gameId: string,
  filter: LineFilter,
  after: PageKey | null,
): Generator<KeyedRow<LineRow>> {
  const [startMs] = path.start as unknown as readonly [number];
  for (const [series, key] of path.keys.entries()) {
    if (after !== null && key < after.withinGame) continue;
    const { bookId, ...parts } = lineKeyParts(key);
    const [period, market] = [linePeriodOf(parts.period), lineMarketOf(parts.market)];
    if (filter.period !== null && period !== filter.period) continue;
    if (filter.market !== null && market !== filter.market) continue;
    if (filter.bookIds !== null && !filter.bookIds.includes(bookId)) continue;
    const from = path.ends[series - 1] ?? 0;
    const to = path.ends[series] as number;
    for (let run = from; run < to; run++) {
      const time = keyTimeOf(path, run, from);
      if (after !== null && key === after.withinGame && time <= after.startMs) continue;
      const row = rowOf(path, run, { bookId, period, market, team: teamOf(parts.market) }, startMs);
      yield { key: { startMs: time, gameId, withinGame: key }, row };
    }
  }
}

/**
 * The time of a run within its series as a number that no other of its runs has: that of its first capture. Runs of one
 * moment have an eighth of a millisecond more, each than the one before. A stated opening is before all captures, a stated closing after them.
 */
function keyTimeOf(path: PackedPath, run: number, from: number): number {
  const at = path.seenAt[2 * run] as number;
  if (at === noSeenTime) {
    return (path.flags[run] as number) & (openFlag | statedOpenFlag)
      ? Number.NEGATIVE_INFINITY
      : Number.POSITIVE_INFINITY;
  }
  let before = 0;
  while (run - before > from && path.seenAt[2 * (run - before) - 2] === at) before++;
  return (path.times[at] as number) + before * 0.125;
}

/** The team whose total it is. */
function teamOf(market: Market): LineRow["team"] {
  return market === "home_team_total" ? "home" : market === "away_team_total" ? "away" : null;
}

type Place = Pick<LineRow, "period" | "market" | "team"> & { readonly bookId: number };

function rowOf(path: PackedPath, run: number, { bookId, ...place }: Place, startMs: number): LineRow {
  const book = bookById(bookId);
  if (book === null) throw new RangeError(`there is no book ${bookId}`);
  const firstSeen = timeAt(path, 2 * run);
  const lastSeen = timeAt(path, 2 * run + 1);
  const quarters = path.quarters[run] as number;
  const flags = path.flags[run] as number;
  const first = path.prices[2 * run] || null;
  const second = path.prices[2 * run + 1] || null;
  const isSided = place.market === "moneyline" || place.market === "spread";
  return {
    book_id: bookId,
    book: book.slug,
    ...place,
    first_seen: isoOf(firstSeen),
    last_seen: isoOf(lastSeen),
    captures: path.captures[run] as number,
    line: quarters === noLine ? null : quarters / 4,
    home_price: isSided ? first : null,
    away_price: isSided ? second : null,
    over_price: isSided ? null : first,
    under_price: isSided ? null : second,
    is_open: (flags & openFlag) !== 0,
    is_close: (flags & closeFlag) !== 0,
    minutes_before_start: lastSeen === null ? null : tenthsOfMinutes(startMs - lastSeen),
    doubt: doubtNameOf(doubtOf(flags)),
  };
}

function timeAt({ seenAt, times }: PackedPath, at: number): number | null {
  const place = seenAt[at] as number;
  return place === noSeenTime ? null : (times[place] as number);
}

function isoOf(timeMs: number | null): string | null {
  return timeMs === null ? null : new Date(timeMs).toISOString();
}
