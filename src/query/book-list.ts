/** The list of the published books, with the games of each by sport and season; rendered once per snapshot. */
import type { BookRow } from "../contract/rows/books.ts";
import { usBooks } from "../domain/books.ts";
import { sports } from "../domain/sports.ts";
import { coverageOf } from "./coverage.ts";
import { type RenderedList, renderList } from "./lists.ts";
import type { Snapshot } from "./load.ts";

const rendered = new WeakMap<Snapshot, RenderedList>();

export async function bookList(snapshot: Snapshot): Promise<RenderedList> {
  const list = rendered.get(snapshot) ?? renderList((await bookRows(snapshot)).map((row) => JSON.stringify(row)));
  rendered.set(snapshot, list);
  return list;
}

/** By book id; a book that has no game yet is listed too. */
async function bookRows(snapshot: Snapshot): Promise<BookRow[]> {
  const coverage = await coverageOf(sports.flatMap((sport) => snapshot.sports[sport].seasons));
  return usBooks
    .toSorted((a, b) => a.bookId - b.bookId)
    .map(({ bookId, slug, name, formerBooks }) => ({
      book_id: bookId,
      book: slug,
      book_name: name,
      former_books: [...formerBooks],
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
}
