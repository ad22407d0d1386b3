/** Pages of the lines of each book on each period, made of the columns of a season at the request. */
import type { Column } from "../contract/csv.ts";
import type { GameHead } from "../contract/game-members.ts";
import type { PeriodOddsRow } from "../contract/lists/periods.ts";
import { bookById, consensusBookId } from "../domain/books.ts";
import { grade } from "../domain/grading.ts";
import type { SideScores } from "../domain/period-scores.ts";
import { listedPeriods, type PricedPeriod, pricedPeriodsOf } from "../domain/periods.ts";
import type { Sport } from "../domain/sports.ts";
import { moneylineSet, noEntry, spreadSet, totalSet } from "../release/line-sets.ts";
import type { SeasonLines } from "../release/season-lines.ts";
import { gameHead, type KeyedRow, madePage } from "./made-rows.ts";
import { type GameFilter, matchingGames, type Page, type PageKey, type PageRequest } from "./pages.ts";
import { entriesEnd, entriesFrom, type PeriodSlots, periodScore, periodSlots } from "./period-slots.ts";
import type { Span } from "./spans.ts";

/** Null means all. `market` keeps the rows in which it was priced. */
export type PeriodOddsFilter = GameFilter & {
  readonly period: PricedPeriod | null;
  readonly bookIds: readonly number[] | null;
  readonly market: keyof PeriodSlots | null;
};

type PeriodPlace = {
  readonly period: PricedPeriod;
  /** The place within the game of a row is this and the book id. */
  readonly withinGame: number;
  readonly slots: PeriodSlots;
};

/** There are fewer book ids. */
const booksPerPeriod = 2 ** 16;

export function periodOddsPage(
  sport: Sport,
  spans: readonly Span[],
  filter: PeriodOddsFilter,
  columns: readonly Column[],
  wanted: PageRequest,
): Page {
  return madePage(periodOddsRows(sport, spans, filter, wanted.after), columns, wanted);
}

/** The rows that come after the key, in their order. */
export function* periodOddsRows(
  sport: Sport,
  spans: readonly Span[],
  filter: PeriodOddsFilter,
  after: PageKey | null,
): Generator<KeyedRow<PeriodOddsRow>> {
  const places: readonly PeriodPlace[] = pricedPeriodsOf[sport]
    .filter((period) => filter.period === null || filter.period === period)
    .map((period) => ({
      period,
      withinGame: listedPeriods.indexOf(period) * booksPerPeriod,
      slots: periodSlots(sport, period),
    }));
  const { market } = filter;
  const bookIds = filter.bookIds === null ? null : new Set(filter.bookIds);
  for (const { season, game } of matchingGames(spans, filter, after)) {
    const { lines } = season;
    const gameId = season.gameIds[game] as string;
    const startMs = season.startMs[game] as number;
    const isKeyGame = after !== null && after.gameId === gameId;
    let head: GameHead | null = null;
    for (const { period, withinGame, slots } of places) {
      const score = periodScore(lines, game, period);
      // The consensus has the lowest id and no row.
      const afterBook = isKeyGame ? Math.max(after.withinGame - withinGame, consensusBookId) : consensusBookId;
      for (const entries of booksOf(lines, game, slots, { afterBook, bookIds, market })) {
        const place = withinGame + entries.bookId;
        head ??= gameHead(season, game);
        yield { key: { startMs, gameId, withinGame: place }, row: oddsRow(head, period, lines, entries, score) };
      }
    }
  }
}

/** The entries of one book on a period; `noEntry` where it posted nothing. */
type BookEntries = { readonly bookId: number } & Readonly<Record<keyof PeriodSlots, number>>;

type WantedBooks = {
  readonly afterBook: number;
  readonly bookIds: ReadonlySet<number> | null;
  readonly market: keyof PeriodSlots | null;
};

/** The wanted books that posted anything on a period of a game, by their ids. */
function* booksOf(
  lines: SeasonLines,
  game: number,
  slots: PeriodSlots,
  { afterBook, bookIds: wanted, market }: WantedBooks,
): Generator<BookEntries> {
  const { bookIds } = lines;
  let moneyline = entriesFrom(lines, game, slots.moneyline);
  let spread = entriesFrom(lines, game, slots.spread);
  let total = entriesFrom(lines, game, slots.total);
  const moneylineEnd = entriesEnd(lines, game, slots.moneyline);
  const spreadEnd = entriesEnd(lines, game, slots.spread);
  const totalEnd = entriesEnd(lines, game, slots.total);
  for (;;) {
    const moneylineBook = moneyline < moneylineEnd ? (bookIds[moneyline] as number) : noBook;
    const spreadBook = spread < spreadEnd ? (bookIds[spread] as number) : noBook;
    const totalBook = total < totalEnd ? (bookIds[total] as number) : noBook;
    const bookId = Math.min(moneylineBook, spreadBook, totalBook);
    if (bookId === noBook) return;
    const moneylineEntry = moneylineBook === bookId ? moneyline++ : noEntry;
    const spreadEntry = spreadBook === bookId ? spread++ : noEntry;
    const totalEntry = totalBook === bookId ? total++ : noEntry;
    if (bookId <= afterBook || (wanted !== null && !wanted.has(bookId))) continue;
    const entries = { bookId, moneyline: moneylineEntry, spread: spreadEntry, total: totalEntry };
    if (market === null || entries[market] !== noEntry) yield entries;
  }
}

const noBook = Number.POSITIVE_INFINITY;

function oddsRow(
  head: GameHead,
  period: PricedPeriod,
  lines: SeasonLines,
  entries: BookEntries,
  score: SideScores | null,
): PeriodOddsRow {
  const book = bookById(entries.bookId);
  if (book === null) throw new RangeError(`the archive has lines of an unknown book ${entries.bookId}`);
  const spread = spreadSet(lines, entries.spread);
  const total = totalSet(lines, entries.total);
  const own = score === null ? ungraded : grade(score, spread.close, total.close);
  return {
    ...head,
    period,
    book_id: book.bookId,
    book: book.slug,
    book_name: book.name,
    moneyline: moneylineSet(lines, entries.moneyline),
    spread,
    total,
    result: {
      home_covered: own.homeCovered,
      spread_push: own.spreadPush,
      went_over: own.wentOver,
      total_push: own.totalPush,
    },
  };
}

/** The grades of a period that was not played, or of which the score is not known. */
const ungraded: ReturnType<typeof grade> = { homeCovered: null, spreadPush: null, wentOver: null, totalPush: null };
