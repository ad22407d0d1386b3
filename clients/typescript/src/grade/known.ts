/** What is known of the words of bettors: see clients/typescript/words.json. */
import { knownText } from "./known-text.ts";

export const sports = ["mlb", "nfl", "ncaaf", "nba", "nhl"] as const;
export type Sport = (typeof sports)[number];

/** What a column of a file of bets can say. */
export type Field =
  | "game_id"
  | "bet_id"
  | "sport"
  | "date"
  | "placed"
  | "settled"
  | "home"
  | "away"
  | "event"
  | "opponent"
  | "pick"
  | "market"
  | "period"
  | "line"
  | "price"
  | "stake"
  | "book"
  | "result"
  | "profit"
  | "game_number"
  | "tags"
  | "free_bet";

type Lists = Readonly<Record<string, readonly string[]>>;

export type TeamRow = readonly [string, string, string | null, string | null, string | null, readonly string[]];

type Known = {
  /** The names of columns of each field, the best one first. */
  readonly columns: Readonly<Record<Field, readonly string[]>>;
  /** Names of columns of dates that may be the day of the game or that of the bet. */
  readonly openDates: readonly string[];
  /** Fields whose text may stand in several columns, which are read together. */
  readonly joined: readonly Field[];
  readonly sports: Readonly<Record<Sport, readonly string[]>>;
  /** Words that say less than a league: "Basketball" may be that of colleges. */
  readonly broadSports: Readonly<Record<Sport, readonly string[]>>;
  readonly phrases: Lists;
  readonly results: Lists;
  readonly evenOdds: readonly string[];
  readonly months: readonly string[];
  readonly weekdays: readonly string[];
  /** Spellings of each book by its slug. */
  readonly books: Lists;
  /** Short names of places and of mascots. */
  readonly cities: Lists;
  readonly mascots: Lists;
  /** What people call several teams of a league, each as `nfl PHI`: no game is found by such a name alone. */
  readonly vague: Lists;
  /** Every team by sport: abbreviation, name, city, school, mascot, and what else it is called. */
  readonly teams: Readonly<Record<Sport, readonly TeamRow[]>>;
  /** The house rules that may give a stake back, by the names that `rule` of /v1/bets has. */
  readonly rules: Readonly<Record<string, "void" | "void_unless_decided">>;
  /** The API's bet types by sport, and by market and period: `spread game`. */
  readonly betTypes: Readonly<Record<Sport, Lists>>;
};

export const known = JSON.parse(knownText) as Known;

/** A name of a column without case, spaces and punctuation; "Bet #" is its number, and not the bet. */
export function foldColumn(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("#", "number")
    .replace(/[^a-z0-9]/g, "");
}

/** Words in small letters with one space between: "Settled_WIN" becomes "settled win". */
export function foldWords(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("&", "and")
    .replace(/['’.]/g, "")
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}

function spelled(lists: Lists): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(lists).flatMap(([name, words]) => words.map((word) => [foldWords(word), name] as const)),
  );
}

const bookOf = spelled(known.books);
const resultOf = spelled(known.results);

/** The slug of a book that somebody writes; null for one that is not known. */
export function findBook(text: string): string | null {
  const folded = foldWords(text);
  const short = folded.replace(/ (sportsbook|sports|book|casino|online|com|us|[a-z]{2})$/, "");
  return bookOf.get(folded) ?? bookOf.get(short) ?? bookOf.get(folded.replaceAll(" ", "")) ?? null;
}

/** `other` is all that no score decides, such as a bet that was cashed out, and words that are not known. */
export type StatedResult = "won" | "lost" | "push" | "other";

/** The result that a file states; null where it states none: an empty cell, or that the bet is open or settled. */
export function findResult(text: string): StatedResult | null {
  const result = resultOf.get(foldWords(text));
  if (text === "" || result === "unsaid") return null;
  return result === undefined ? "other" : (result as StatedResult);
}

type SportsSaid = {
  readonly sports: readonly Sport[];
  /** Whether the league is named, and not only what is played. */
  readonly isLeague: boolean;
};

/**
 * The sports that a text may mean: all of them where it is empty, none where it means something else.
 * @param league that of rows which name none; a wider word such as "Football" is narrowed to it.
 */
export function findSports(text: string, league: Sport | null = null): SportsSaid {
  const parts = text
    .split("|")
    .map(foldWords)
    .filter((part) => part !== "");
  if (parts.length === 0) return league === null ? { sports, isLeague: false } : { sports: [league], isLeague: true };
  const named = (lists: Readonly<Record<Sport, readonly string[]>>) =>
    sports.filter((sport) => parts.some((part) => lists[sport].some((word) => foldWords(word) === part)));
  const leagues = named(known.sports);
  if (leagues.length > 0) return { sports: leagues, isLeague: true };
  const wide = named(known.broadSports);
  return league !== null && wide.includes(league)
    ? { sports: [league], isLeague: true }
    : { sports: wide, isLeague: false };
}
