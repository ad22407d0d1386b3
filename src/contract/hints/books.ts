/** Hints about the sportsbook that a wrong value of `book` was meant to be. */
import { type Book, bookByProviderKey, namesOf, usBooks } from "../../domain/books.ts";
import { didYouMean, folded, type Hint, nearest } from "./nearest.ts";

/** A sentence of help for a value that is no published book. */
export function bookHint(text: string): Hint | null {
  const known = bookByProviderKey(text.slice(0, longestName));
  if (known?.usFacing === false) {
    return { text: `${known.name} is not a US book, so its odds are not published`, value: null };
  }
  const meant = known ?? bookByWord.get(nearest(text, [...bookByWord.keys()]) ?? "");
  return meant === undefined ? null : didYouMean(meant.slug);
}

/** No book has a longer name. */
const longestName = 100;

/**
 * Slugs, names and what else providers call the books, without spaces and in lower case. A key of one state of a book begins with a
 * word that the book has already, and finds nothing that this word does not.
 */
const bookByWord: ReadonlyMap<string, Book> = new Map(
  usBooks.flatMap((book) => {
    const words = [book.slug, ...namesOf(book)].map(folded);
    const own = words.filter((word) => !words.some((each) => each !== word && word.startsWith(each)));
    return own.map((word) => [word, book] as const);
  }),
);
