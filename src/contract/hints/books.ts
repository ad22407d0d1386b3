/** Hints about the sportsbook that a wrong value of `book` was meant to be. */
import { type Book, bookByProviderKey, usBooks } from "../../domain/books.ts";
import { folded, nearest } from "./nearest.ts";

/** A sentence of help for a value that is no published book. */
export function bookHint(text: string): string | null {
  const known = bookByProviderKey(text.slice(0, longestName));
  if (known?.usFacing === false) return `${known.name} is not a US book, so its odds are not published`;
  const meant = known ?? bookByWord.get(nearest(text, [...bookByWord.keys()]) ?? "");
  return meant === undefined ? null : `did you mean ${meant.slug}?`;
}

/** No book has a longer name. */
const longestName = 100;

/** Slugs, names and what else providers call the books, without spaces and in lower case. */
const bookByWord: ReadonlyMap<string, Book> = new Map(
  usBooks.flatMap((book) => [book.slug, book.name, ...book.aliases].map((each) => [folded(each), book])),
);
