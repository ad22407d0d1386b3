/** The questions of how far lines go, and of which books have games, which are computed: a season has hundreds of thousands of lines. */
import type { BookRow } from "../../contract/lists/books.ts";
import { type CoverageDoubt, coverageColumns } from "../../contract/lists/coverage.ts";
import { usBooks } from "../../domain/books.ts";
import { isSport, type Sport, sports } from "../../domain/sports.ts";
import type { Computation } from "../computing/computing.ts";
import { coverageOf, type SeasonCoverage } from "../coverage.ts";
import type { Snapshot } from "../load.ts";
import { madePage } from "../made-rows.ts";
import type { KeyedRow, Page, PageKey, PageRequest } from "../pages.ts";
import { seasonsOf, wholeSport } from "../reach.ts";

/** Null: of all sports, and of all seasons. */
type Covered = { readonly sport: Sport | null; readonly season: number | null };

/** A page of the coverage of seasons. */
export const coveragePage: Computation<Covered & { readonly wanted: PageRequest }, Page> = {
  name: "page of coverage",
  compute(snapshot, { wanted, ...covered }) {
    const coverage = seasonsCovered(snapshot, covered).map(coverageOf);
    return {
      ...madePage(rowsAfter(coverage, wanted.after), coverageColumns, wanted),
      meta: { doubts: doubtsOf(coverage) },
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
