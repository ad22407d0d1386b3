/** The published books, with the games of each by sport and season. They are counted with the coverage of seasons. */
import type { BookRow } from "../../contract/lists/books.ts";
import { usBooks } from "../../domain/books.ts";
import { sports } from "../../domain/sports.ts";
import type { Computation } from "../computing/computing.ts";
import { coverageOf } from "../coverage.ts";

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
