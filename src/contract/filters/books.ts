/** The parameter `book`, which takes several books, the consensus too, or one alone, as the list has it. */
import { Type } from "typebox";
import {
  type Book,
  bookByProviderKey,
  consensusBookId,
  findPublishedBook,
  namesOf,
  usBooks,
} from "../../domain/books.ts";
import { didYouMean, folded, type Hint, nearest, quoted } from "../hints.ts";
import { mendedList, optional, type Parameter, WrongParameter } from "../parameter.ts";

const consensus = "consensus";
const all = "all";
/** A slug, an id, or a name as books and providers write it: `theScore Bet`, `BetOnline.ag`, `PointsBet (US)`. */
const word = "[A-Za-z0-9_][A-Za-z0-9_ .()-]*";
const oneWord = new RegExp(`^${word}$`);
const several = { pattern: `^${word}(,${word})*$`, maxLength: 2000 };

export const book: Parameter<readonly number[] | null> = optional(
  {
    meaning: "comma-separated book slugs, ids or names, in any case; all US books when absent",
    schema: Type.String(several),
    example: "draftkings,fanduel",
  },
  (text, name) => readBooks(text, name, []),
);

/** Null is the consensus and all books. */
export const betBook: Parameter<readonly number[] | null> = {
  meaning: `comma-separated book slugs, ids or names and ${consensus}, in any case, or ${all} for the consensus and all books`,
  schema: Type.String({ ...several, default: consensus }),
  example: "draftkings,fanduel",
  required: false,
  absent: [consensusBookId],
  read: (text, name) => (text.toLowerCase() === all ? null : readBooks(text, name, [consensus, all])),
};

/** Null is the consensus and all books, as where it is not given. */
export const bookOrAll: Parameter<readonly number[] | null> = {
  ...betBook,
  meaning: `comma-separated book slugs, ids or names and ${consensus}, in any case; the consensus and all books when absent`,
  schema: Type.String(several),
  absent: null,
};

/** The id of one book; null when it is not given. */
export const oneBook: Parameter<number | null> = optional(
  {
    meaning: `one book by slug, id or name, or ${consensus}, in any case; every book when absent and group_by is book`,
    schema: Type.String({ pattern: oneWord.source, maxLength: 100, default: consensus }),
    example: "draftkings",
  },
  (text, name) => {
    const refusal = (what: string) => {
      const hint = "a trend is of one book; group_by=book without book has a row for each";
      return new WrongParameter(name, `${name} must be one book and not ${what}: ${hint}`);
    };
    if (text.includes(",")) throw refusal("several");
    if (text.toLowerCase() === all) throw refusal(all);
    return readBook(text, name, [consensus]);
  },
);

/** Each once, in rising order. */
function readBooks(text: string, name: string, others: readonly string[]): readonly number[] {
  const values = text.split(",");
  const ids = values.map((value) => readBook(value, name, others, values));
  return [...new Set(ids)].sort((a, b) => a - b);
}

/**
 * @param others what else the parameter takes; the consensus is meant where it is one of them.
 * @param values the list that the value is of.
 */
function readBook(value: string, name: string, others: readonly string[], values: readonly string[] = [value]): number {
  // A name may have spaces inside; one at an end is a slip, as it is in every other value.
  const found = value === value.trim() ? bookOf(value, others) : null;
  if (found !== null) return found;
  const other = nearest(value, others);
  const hint = other === null ? bookHint(value) : didYouMean(other);
  // Together with books, `all` says nothing that a list could.
  const meant = other === all && values.length > 1 ? null : (hint?.value ?? null);
  throw new WrongParameter(
    name,
    unknownBookMessage(name, value, others, hint),
    mendedList(values, value, meant, (each) => bookOf(each, others) !== null),
  );
}

function bookOf(value: string, others: readonly string[]): number | null {
  if (others.includes(consensus) && value.toLowerCase() === consensus) return consensusBookId;
  return oneWord.test(value) ? (findPublishedBook(value)?.bookId ?? null) : null;
}

function unknownBookMessage(name: string, value: string, others: readonly string[], hint: Hint | null): string {
  const known = [...others, ...usBooks.map((each) => each.slug)].join(", ");
  const wrong = `${name} has ${quoted(value)}, which is no book of ours${hint === null ? "" : `; ${hint.text}`}`;
  const separator = wrong.endsWith("?") ? " It" : "; it";
  return `${wrong}${separator} must be a comma-separated list of books, each by slug, id or name: ${known}`;
}

/** A sentence of help for a value that is no published book. */
function bookHint(text: string): Hint | null {
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
