/**
 * How well the lines of a season are covered: in how many games each book has a line, and how long before the start
 * its closes were captured. A season is counted once, when it is first asked for: nothing in it changes any more.
 */
import type { BookRow } from "../contract/lists/books.ts";
import { type CoverageDoubt, type CoverageRow, coverage } from "../contract/lists/coverage.ts";
import { bookById, consensusBookId, usBooks } from "../domain/books.ts";
import { type LineMarket, type LinePeriod, lineMarketOf, lineMarkets, linePeriodOf } from "../domain/periods.ts";
import { isSport, oddsPeriods, type Sport, sports } from "../domain/sports.ts";
import { noLine } from "../release/game-lines.ts";
import { entriesOf, type SeasonLines, timeAt } from "../release/season-lines.ts";
import type { Computation } from "./computing.ts";
import type { Snapshot } from "./load.ts";
import { type KeyedRow, madePage, type Page, type PageKey, type PageRequest } from "./pages.ts";
import { seasonsOf, wholeSport } from "./reach.ts";
import type { SeasonShelf } from "./season.ts";

/** The full games of one book in a season. */
type BookGames = { readonly bookId: number; readonly games: number; readonly gamesWithClosingLine: number };

type SeasonCoverage = {
  readonly season: SeasonShelf;
  /** By period, market and book, the consensus first. */
  readonly rows: readonly KeyedRow<CoverageRow>[];
  /** The books that have an odds row, by book id. */
  readonly books: readonly BookGames[];
};

const counted = new WeakMap<SeasonShelf, SeasonCoverage>();

export function coverageOf(season: SeasonShelf): SeasonCoverage {
  return counted.getOrInsertComputed(season, countSeason);
}

function countSeason(season: SeasonShelf): SeasonCoverage {
  const slots = season.lines.slots.map(({ period, market }, slot) => ({ period, market: lineMarketOf(market), slot }));
  const rows = [...Map.groupBy(slots, ({ period, market }) => `${period} ${market}`).values()].flatMap((group) => {
    const [{ period, market }] = group as [(typeof group)[number]];
    const place = oddsPeriods.indexOf(period) * lineMarkets.length + lineMarkets.indexOf(market);
    return talliesOf(season, group).map(([bookId, tally]) => ({
      key: { startMs: season.season, gameId: season.sport, withinGame: place * 2 ** 16 + bookId },
      row: rowOf(season, linePeriodOf(period), market, bookId, tally),
    }));
  });
  // A book has an odds row of every game of which it has a line of the whole game.
  const ofWholeGames = talliesOf(
    season,
    slots.filter(({ period }) => period === "full"),
  );
  const books = ofWholeGames.flatMap(([bookId, { games, withClose }]) =>
    bookId === consensusBookId ? [] : [{ bookId, games, gamesWithClosingLine: withClose }],
  );
  return { season, rows, books };
}

/** The counts of one book, or of the consensus. A game counts once, also when both teams have a total. */
class Tally {
  games = 0;
  withOpen = 0;
  withClose = 0;
  /** Of every close whose time is known, in milliseconds before the start. */
  readonly beforeStartMs: number[] = [];
  /** The last game that was counted in each way. */
  #game = -1;
  #opened = -1;
  #closed = -1;

  add(game: number, hasOpen: boolean, hasClose: boolean): void {
    if (this.#game !== game) this.games++;
    if (hasOpen && this.#opened !== game) this.withOpen++;
    if (hasClose && this.#closed !== game) this.withClose++;
    this.#game = game;
    if (hasOpen) this.#opened = game;
    if (hasClose) this.#closed = game;
  }
}

/** By book id. */
function talliesOf({ startMs, lines }: SeasonShelf, slots: readonly { readonly slot: number }[]): [number, Tally][] {
  const byBook: Tally[] = [];
  for (let game = 0; game < startMs.length; game++) {
    for (const { slot } of slots) {
      const [from, end] = entriesOf(lines, game, slot);
      for (let entry = from; entry < end; entry++) {
        const bookId = lines.bookIds[entry] as number;
        const tally = byBook[bookId] ?? new Tally();
        byBook[bookId] = tally;
        const hasClose = hasQuote(lines, entry, 1);
        tally.add(game, hasQuote(lines, entry, 0), hasClose);
        const timeMs = hasClose ? timeAt(lines, game, entry, 1) : null;
        if (timeMs !== null) tally.beforeStartMs.push((startMs[game] as number) - timeMs);
      }
    }
  }
  // Books that have no line here are holes, which `flatMap` passes over.
  return byBook.flatMap((tally, bookId) => [[bookId, tally] as [number, Tally]]);
}

/** Whether an entry has any line or price at the open (`which` 0) or at the close (1). */
function hasQuote({ quarters, prices }: SeasonLines, entry: number, which: 0 | 1): boolean {
  const first = 4 * entry + 2 * which;
  return quarters[2 * entry + which] !== noLine || prices[first] !== 0 || prices[first + 1] !== 0;
}

function rowOf(
  { sport, season }: SeasonShelf,
  period: LinePeriod,
  market: LineMarket,
  bookId: number,
  { games, withOpen, withClose, beforeStartMs }: Tally,
): CoverageRow {
  const rising = new Float64Array(beforeStartMs).sort();
  return {
    sport,
    season,
    period,
    market,
    book: bookById(bookId)?.slug ?? "consensus",
    games,
    with_open: withOpen,
    with_close: withClose,
    median_minutes_before_start: medianMinutes(rising),
    within_15_minutes: shareWithin(rising, 15 * 60_000),
  };
}

/** The median in minutes, to 1 decimal; null of none. @param rising milliseconds before the start. */
function medianMinutes(rising: Float64Array): number | null {
  const { length } = rising;
  if (length === 0) return null;
  return rounded(((rising[(length - 1) >>> 1] as number) + (rising[length >>> 1] as number)) / 12_000) / 10;
}

/** The share of those that are at most so long before the start, to 4 decimals; null of none. */
function shareWithin(rising: Float64Array, mostMs: number): number | null {
  const within = rising.findLastIndex((ms) => ms <= mostMs) + 1;
  return rising.length === 0 ? null : rounded((within * 10_000) / rising.length) / 10_000;
}

/** To a whole number, half away from zero, and never -0 [D-15]. */
function rounded(value: number): number {
  return Math.sign(value) * Math.floor(Math.abs(value) + 0.5) + 0;
}

/** Null: of all sports, and of all seasons. */
type Covered = { readonly sport: Sport | null; readonly season: number | null };

/** A page of the coverage of seasons. */
export const coveragePage: Computation<Covered & { readonly wanted: PageRequest }, Page> = {
  name: "page of coverage",
  compute(snapshot, { wanted, ...covered }) {
    const counted = seasonsCovered(snapshot, covered).map(coverageOf);
    return {
      ...madePage(rowsAfter(counted, wanted.after), coverage.columns, wanted),
      meta: { doubts: doubtsOf(counted) },
    };
  },
};

/** By sport, as `/v1/sports` has them, and season. */
function seasonsCovered(snapshot: Snapshot, { sport, season }: Covered) {
  return (sport === null ? sports : [sport]).flatMap((each) => seasonsOf(snapshot, { ...wholeSport(each), season }));
}

/** The rules that doubt quotes of these seasons, on every page: nothing of it is in a row. */
function doubtsOf(coverage: readonly SeasonCoverage[]): CoverageDoubt[] {
  return coverage.flatMap(({ season: { sport, season, doubts } }) =>
    doubts.map((each) => ({ sport, season, ...each })),
  );
}

function* rowsAfter(coverage: readonly SeasonCoverage[], after: PageKey | null): Generator<KeyedRow> {
  for (const { season, rows } of coverage) {
    const order = after === null ? 1 : placeOf(season.sport, season.season) - placeOf(after.gameId, after.startMs);
    if (order < 0) continue;
    for (const each of rows) {
      if (order > 0 || after === null || each.key.withinGame > after.withinGame) yield each;
    }
  }
}

/** Numbers in the order of the sports and their seasons. A key has the sport for a game and the season for a start. */
function placeOf(sport: string, season: number): number {
  return (isSport(sport) ? sports.indexOf(sport) : sports.length) * 10_000 + season;
}

/** By book id; a book that has no game yet is listed too. */
export const bookRows: Computation<null, readonly BookRow[]> = {
  name: "books",
  compute(snapshot) {
    const coverage = sports.flatMap((sport) => snapshot.sports[sport].seasons).map(coverageOf);
    return usBooks
      .toSorted((a, b) => a.bookId - b.bookId)
      .map(({ bookId, slug, name, formerBooks, formerNames }) => ({
        book_id: bookId,
        book: slug,
        book_name: name,
        former_books: [...formerBooks],
        former_names: [...formerNames],
        sports: coverage.flatMap(({ season: { sport, season }, books }) =>
          books
            .filter((book) => book.bookId === bookId)
            .map(({ games, gamesWithClosingLine }) => ({
              sport,
              season,
              games,
              games_with_closing_line: gamesWithClosingLine,
            })),
        ),
      }));
  },
};
