/** The parameter `book`, which takes several books, the consensus too, or one alone, as the list has it. */
import { Type } from "typebox";
import { consensusBookId, findPublishedBook, usBooks } from "../../domain/books.ts";
import { bookHint } from "../hints/books.ts";
import { didYouMean, type Hint, nearest } from "../hints/nearest.ts";
import { quoted } from "../hints/quoted.ts";
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
