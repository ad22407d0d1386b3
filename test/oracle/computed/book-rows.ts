/** The rows of /v1/books, counted from the games. */
import type { Sport } from "../../../src/domain/sports.ts";
import { sampledSports } from "../../support/sports.ts";
import { periodLines } from "./agreed.ts";
import { type PublishedBook, publishedBooks } from "./contract.ts";
import type { OracleGame } from "./game.ts";

export type BookSeason = {
  readonly sport: Sport;
  readonly season: number;
  readonly games: number;
  readonly games_with_closing_line: number;
};

/** Without `former_books` and `former_names`, which no feed states. */
export type BookRow = PublishedBook & { readonly sports: readonly BookSeason[] };

/** A game counts for a book that has an odds row of it: one that posted a market of the whole game [D-24]. */
export function bookRows(games: Readonly<Record<Sport, readonly OracleGame[]>>): BookRow[] {
  return [...publishedBooks.values()].map((book) => ({
    ...book,
    sports: sampledSports.flatMap((sport) => seasonsOf(book.book, games[sport])),
  }));
}

function seasonsOf(book: string, games: readonly OracleGame[]): BookSeason[] {
  const bySeason = Map.groupBy(games, ({ keys }) => keys.season);
  return [...bySeason]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([season, ofSeason]) => {
      const posted = ofSeason.map((game) => linesOfBook(book, game)).filter((lines) => lines.length > 0);
      const closed = posted.filter((lines) => lines.some(({ close }) => close !== null));
      const sport = ofSeason[0]?.keys.sport;
      if (sport === undefined || posted.length === 0) return [];
      return [{ sport, season, games: posted.length, games_with_closing_line: closed.length }];
    });
}

function linesOfBook(book: string, game: OracleGame) {
  return Object.values(periodLines(game, "game")).flatMap(({ books }) => books.filter((each) => each.book === book));
}
