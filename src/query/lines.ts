/** Rows of the path of a game's lines, from the table of its season, and who moved first in it. */
import type { FirstMoveRow, LineRow } from "../contract/lists/lines.ts";
import { bookById } from "../domain/books.ts";
import { doubtNameOf } from "../domain/evidence.ts";
import { type BookShown, firstMoves, type Shown } from "../domain/first-moves.ts";
import type { LineMarket, LinePeriod } from "../domain/periods.ts";
import { tenthsOfMinutes } from "../domain/times.ts";
import { type LineWords, pricesOf, wordsOfKey } from "../release/format/line-words.ts";
import { pointsOf, quoteAt } from "../release/game-lines.ts";
import { closeFlag, doubtOf, type LinePath, openFlag, statedOpenFlag } from "../release/line-path.ts";
import type { KeyedRow, PageKey } from "./pages.ts";

/** Null: all of them. */
export type LineFilter = {
  readonly bookIds: readonly number[] | null;
  readonly market: LineMarket | null;
  readonly period: LinePeriod | null;
};

/** The rows that come after a key, ordered by series, then by time. A key holds the series as its place within the game. */
export function* lineRows(
  path: LinePath,
  gameId: string,
  filter: LineFilter,
  after: PageKey | null,
): Generator<KeyedRow<LineRow>> {
  const texts: Times = new Map();
  for (const [series, withinGame] of path.keys.entries()) {
    const words = wordsOfKey(withinGame);
    if (!isLineWanted(words, filter)) continue;
    const from = path.ends[series - 1] ?? 0;
    for (let run = from; run < (path.ends[series] as number); run++) {
      const key = { startMs: keyTimeOf(path, run, from), gameId, withinGame };
      if (isAfter(key, after)) yield { key, row: rowOf(path, texts, words, run) };
    }
  }
}

/**
 * The time of a run as a number that no other run of its series has, so that a page goes on where the last one ended, also when earlier captures
 * have come in. Runs of one moment have an eighth of a millisecond more, each than the one before; a stated opening is before all
 * captures, a stated closing after them.
 */
function keyTimeOf({ firstMs, flags }: LinePath, run: number, from: number): number {
  const timeMs = firstMs[run] as number;
  if (Number.isNaN(timeMs)) {
    return ((flags[run] as number) & (openFlag | statedOpenFlag)) === 0 ? Number.MAX_SAFE_INTEGER : -1;
  }
  let before = 0;
  while (run - before > from && firstMs[run - before - 1] === timeMs) before++;
  return timeMs + before / 8;
}

/** Whether a row of one game comes after a key. */
export function isAfter({ withinGame, startMs }: PageKey, after: PageKey | null): boolean {
  return (
    after === null || withinGame > after.withinGame || (withinGame === after.withinGame && startMs > after.startMs)
  );
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
  const { period, market, team, bookId, book } = words;
  const [first, last] = [firstMs[run] as number, lastMs[run] as number];
  const ownFlags = flags[run] as number;
  return {
    book_id: bookId,
    book,
    period,
    market,
    team,
    first_seen: textOf(first, texts),
    last_seen: textOf(last, texts),
    captures: captures[run] as number,
    line: pointsOf(quarters[run] as number),
    ...pricesOf(words, prices[2 * run] as number, prices[2 * run + 1] as number),
    is_open: (ownFlags & openFlag) !== 0,
    is_close: (ownFlags & closeFlag) !== 0,
    minutes_before_start: Number.isNaN(last) ? null : tenthsOfMinutes(startMs - last),
    doubt: doubtNameOf(doubtOf(ownFlags)),
  };
}

export function isLineWanted(words: LineWords, { bookIds, market, period }: LineFilter): boolean {
  return (
    (period === null || words.period === period) &&
    (market === null || words.market === market) &&
    (bookIds === null || bookIds.includes(words.bookId))
  );
}

/** The first moves of a game's lines, by period and market, in order of time; of all books, whichever are asked for. */
export function firstMovesOf(path: LinePath, filter: Omit<LineFilter, "bookIds">): FirstMoveRow[] {
  const bySlot = new Map<string, { readonly words: LineWords; readonly books: BookShown[] }>();
  for (const [series, key] of path.keys.entries()) {
    const words = wordsOfKey(key);
    if (!isLineWanted(words, { ...filter, bookIds: null })) continue;
    const slot = bySlot.getOrInsertComputed(`${words.period} ${words.market} ${words.team}`, () => ({
      words,
      books: [],
    }));
    slot.books.push({ bookId: words.bookId, shown: shownIn(path, series) });
  }
  return [...bySlot.values()].flatMap(({ words, books }) => firstMoves(books).map((move) => moveRow(words, move)));
}

/** Runs in doubt, and those of which a source states no time, are left out. */
function shownIn(path: LinePath, series: number): Shown[] {
  const shown: Shown[] = [];
  for (let run = path.ends[series - 1] ?? 0; run < (path.ends[series] as number); run++) {
    const atMs = path.firstMs[run] as number;
    if (Number.isNaN(atMs) || doubtOf(path.flags[run] as number) !== 0) continue;
    shown.push({ atMs, quote: quoteAt(path, run) });
  }
  return shown;
}

function moveRow(
  { period, market, team }: LineWords,
  { atMs, bookIds, from, to, followedAfterSeconds, medianSeconds }: ReturnType<typeof firstMoves>[number],
): FirstMoveRow {
  return {
    period,
    market,
    team,
    moved_at: new Date(atMs).toISOString(),
    books: bookIds.map((id) => bookById(id)?.slug ?? String(id)).join("|"),
    from: from.line,
    to: to.line,
    from_price: from.first,
    to_price: to.first,
    points: from.line === null || to.line === null ? null : to.line - from.line,
    followers: followedAfterSeconds.length,
    first_follow_seconds: followedAfterSeconds[0] as number,
    median_follow_seconds: medianSeconds,
    last_follow_seconds: followedAfterSeconds.at(-1) as number,
  };
}
