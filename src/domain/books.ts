/** The sportsbooks, by number, slug and name, and by every word that providers and callers have for them. */
import { foldName } from "./names.ts";

/**
 * `bookId` and `slug` are part of the contract: once given they never change and are never used again.
 * `usFacing` books are published, the others are kept in the ledger only [D-14].
 */
export type Book = {
  readonly bookId: number;
  readonly slug: string;
  readonly name: string;
  readonly usFacing: boolean;
  /** Keys and names by which providers call it, besides the slug, the name and the former names. */
  readonly aliases: readonly string[];
  /** Names that it had before, the latest first, each until a day: from that day on it has the next one. ISO 8601. */
  readonly formerNames: readonly FormerName[];
  /** The books, by slug or by a provider's key, whose customers it has: it was named so before, or has taken it over. */
  readonly formerBooks: readonly string[];
};

type FormerName = { readonly name: string; readonly until: string };

/** Stands in the place of a book's id where lines are those of the consensus. */
export const consensusBookId = 0;

type Row = readonly [bookId: number, slug: string, name: string, usFacing: boolean, aliases?: readonly string[]];

/** ESPN and CFBD, which has its lines from there, name the state in which they looked. */
const caesarsByState = ["Colorado", "New Jersey", "Tennessee"].map((state) => `Caesars Sportsbook (${state})`);

/** The Odds API has keys of three states beside that of the book, and a caller who wants them asks for them by name. */
const hardRockByState = ["az", "fl", "oh"].flatMap((state) => [`hardrockbet_${state}`, `Hard Rock Bet (${state})`]);

const rows: readonly Row[] = [
  [1, "draftkings", "DraftKings", true, ["Draft Kings"]],
  [2, "fanduel", "FanDuel", true],
  [3, "betmgm", "BetMGM", true, ["MGM"]],
  [4, "caesars", "Caesars", true, ["williamhill_us", "William Hill (New Jersey)", ...caesarsByState]],
  [5, "betrivers", "BetRivers", true],
  [6, "fanatics", "Fanatics", true],
  [7, "bovada", "Bovada", true],
  [8, "betonlineag", "BetOnline.ag", true],
  [9, "lowvig", "LowVig.ag", true],
  [10, "mybookieag", "MyBookie.ag", true],
  [11, "betus", "BetUS", true],
  [12, "pointsbetus", "PointsBet (US)", true, ["PointsBet"]],
  [13, "barstool", "Barstool Sportsbook", true],
  [14, "unibet_us", "Unibet", true],
  [15, "wynnbet", "WynnBET", true],
  [16, "superbook", "SuperBook", true],
  [17, "twinspires", "TwinSpires", true],
  [18, "circasports", "Circa Sports", true],
  [19, "foxbet", "FOX Bet", true],
  [20, "sugarhouse", "SugarHouse", true],
  [21, "espnbet", "theScore Bet", true, ["thescorebet"]],
  [22, "ballybet", "Bally Bet", true],
  [23, "betanysports", "BetAnySports", true],
  [24, "betparx", "betPARX", true],
  [25, "fliff", "Fliff", true],
  [26, "hardrockbet", "Hard Rock Bet", true, hardRockByState],
  [27, "windcreek", "Wind Creek", true, ["Wind Creek (Betfred PA)"]],
  [28, "rebet", "ReBet", true],
  // Seen in captures, but their customers are not in the US.
  [29, "betfair", "Betfair", false, ["Betfair Sportsbook"]],
  [30, "gtbets", "GTbets", false],
  [31, "intertops", "Intertops", false],
  [32, "unibet", "Unibet (international)", false],
  // Licensed in more than ten states of the US, and stated by CFBD since 2025.
  [33, "bet365", "bet365", true, ["Bet 365"]],
];

/**
 * Only what is sure: a book that closed beside one of the same owner, or of which a few states were sold, is in no list. A
 * former book that was published keeps its own id and rows.
 */
const formerBooks: Readonly<Record<string, readonly string[]>> = {
  // Caesars bought William Hill's US business in 2021 and gave it its own name; The Odds API goes on with the old key.
  caesars: ["williamhill_us"],
  // PENN gave Barstool Sportsbook the name ESPN BET on 14 November 2023, in all of its states at once.
  espnbet: ["barstool"],
  // Fanatics bought PointsBet's US business in 2023, and state by state its customers went to Fanatics Sportsbook.
  fanatics: ["pointsbetus"],
};

/** Of books that have changed their name and went on; the slug stays, because ids and slugs never change. */
const formerNames: Readonly<Record<string, readonly FormerName[]>> = {
  // PENN ended its agreement with ESPN, and gave the book the name of its Canadian one. The Odds API keeps the key `espnbet`.
  espnbet: [{ name: "ESPN BET", until: "2025-12-01" }],
};

/** The key under which The Odds API lists a book, where it is not the slug. */
const oddsApiKeys: Readonly<Record<string, string>> = { caesars: "williamhill_us" };

export const books: readonly Book[] = rows.map(([bookId, slug, name, usFacing, aliases = []]) => ({
  bookId,
  slug,
  name,
  usFacing,
  aliases,
  formerNames: formerNames[slug] ?? [],
  formerBooks: formerBooks[slug] ?? [],
}));

export const usBooks: readonly Book[] = books.filter((book) => book.usFacing);

const byId = new Map(books.map((book) => [book.bookId, book]));
const bySlug = new Map(books.map((book) => [book.slug, book]));
// Slugs last: `unibet_us` is titled "Unibet", and the bare key `unibet` must stay the other book.
const byFoldedKey = new Map([
  ...books.flatMap((book) => namesOf(book).map((name) => [foldName(name), book] as const)),
  ...books.map((book) => [foldName(book.slug), book] as const),
]);

/** Providers of lines that are not books: averages and models [D-14]. */
const notBooks: ReadonlySet<string> = new Set(["consensus", "teamrankings", "numberfire", "accuscore"]);

export function bookById(bookId: number): Book | null {
  return byId.get(bookId) ?? null;
}

/** Every word for a book but its slug and its id: its name, the names that it had, and what providers call it. */
export function namesOf({ name, formerNames, aliases }: Book): string[] {
  return [name, ...formerNames.map((former) => former.name), ...aliases];
}

/** Finds a book by the key, slug or name a provider writes, in any case, with spaces and punctuation or without. */
export function bookByProviderKey(key: string): Book | null {
  // Most are slugs, and millions pass here.
  return bySlug.get(key) ?? byFoldedKey.get(foldName(key)) ?? null;
}

/** How near a key of The Odds API is to being the one under which it lists a book: 0 is that one. */
export function rankOfOddsApiKey({ slug, aliases }: Book, key: string): number {
  const keys = [oddsApiKeys[slug] ?? slug, slug, ...aliases];
  const rank = keys.indexOf(key);
  return rank === -1 ? keys.length : rank;
}

export function isKnownNotABook(key: string): boolean {
  return notBooks.has(key.trim().toLowerCase());
}

/** Finds a published book by what a caller may write: its id, or any word for it in any case and spacing [D-26]. */
export function findPublishedBook(value: string): Book | null {
  const book = byId.get(/^[1-9][0-9]*$/.test(value) ? Number(value) : Number.NaN) ?? bookByProviderKey(value);
  return book?.usFacing === true ? book : null;
}
