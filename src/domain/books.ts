/**
 * The sportsbooks. `bookId` and `slug` are part of the contract: once given they never change and are never used again.
 * `usFacing` books are published, the others are kept in the ledger only [D-14].
 */
export type Book = {
  readonly bookId: number;
  readonly slug: string;
  readonly name: string;
  readonly usFacing: boolean;
  /** Keys and names by which providers call it, besides the slug and the name. */
  readonly aliases: readonly string[];
  /** The books, by slug or by a provider's key, whose customers it has: it was named so before, or has taken it over. */
  readonly formerBooks: readonly string[];
};

/** Stands in the place of a book's id where lines are those of the consensus. */
export const consensusBookId = 0;

type Row = readonly [bookId: number, slug: string, name: string, usFacing: boolean, aliases?: readonly string[]];

/** ESPN and CFBD, which has its lines from there, name the state in which they looked. */
const caesarsByState = ["Colorado", "New Jersey", "Tennessee"].map((state) => `Caesars Sportsbook (${state})`);

const rows: readonly Row[] = [
  [1, "draftkings", "DraftKings", true, ["Draft Kings"]],
  [2, "fanduel", "FanDuel", true],
  [3, "betmgm", "BetMGM", true],
  [4, "caesars", "Caesars", true, ["williamhill_us", "William Hill (New Jersey)", ...caesarsByState]],
  [5, "betrivers", "BetRivers", true],
  [6, "fanatics", "Fanatics", true],
  [7, "bovada", "Bovada", true],
  [8, "betonlineag", "BetOnline.ag", true],
  [9, "lowvig", "LowVig.ag", true],
  [10, "mybookieag", "MyBookie.ag", true],
  [11, "betus", "BetUS", true],
  [12, "pointsbetus", "PointsBet (US)", true],
  [13, "barstool", "Barstool Sportsbook", true],
  [14, "unibet_us", "Unibet", true],
  [15, "wynnbet", "WynnBET", true],
  [16, "superbook", "SuperBook", true],
  [17, "twinspires", "TwinSpires", true],
  [18, "circasports", "Circa Sports", true],
  [19, "foxbet", "FOX Bet", true],
  [20, "sugarhouse", "SugarHouse", true],
  [21, "espnbet", "ESPN BET", true],
  [22, "ballybet", "Bally Bet", true],
  [23, "betanysports", "BetAnySports", true],
  [24, "betparx", "betPARX", true],
  [25, "fliff", "Fliff", true],
  [26, "hardrockbet", "Hard Rock Bet", true],
  [27, "windcreek", "Wind Creek", true, ["Wind Creek (Betfred PA)"]],
  [28, "rebet", "ReBet", true],
  // Seen in captures, but their customers are not in the US.
  [29, "betfair", "Betfair", false],
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

export const books: readonly Book[] = rows.map(([bookId, slug, name, usFacing, aliases = []]) => ({
  bookId,
  slug,
  name,
  usFacing,
  aliases,
  formerBooks: formerBooks[slug] ?? [],
}));

export const usBooks: readonly Book[] = books.filter((book) => book.usFacing);

const byId = new Map(books.map((book) => [book.bookId, book]));
// Slugs last: `unibet_us` is titled "Unibet", and the bare key `unibet` must stay the other book.
const byKey = new Map([
  ...books.flatMap((book) => [book.name, ...book.aliases].map((alias) => [alias.toLowerCase(), book] as const)),
  ...books.map((book) => [book.slug, book] as const),
]);

/** Providers of lines that are not books: averages and models [D-14]. */
const notBooks: ReadonlySet<string> = new Set(["consensus", "teamrankings", "numberfire"]);

export function bookById(bookId: number): Book | null {
  return byId.get(bookId) ?? null;
}

/** Finds a book by the key, slug or name a provider writes, in any case. */
export function bookByProviderKey(key: string): Book | null {
  return byKey.get(key.trim().toLowerCase()) ?? null;
}

export function isKnownNotABook(key: string): boolean {
  return notBooks.has(key.trim().toLowerCase());
}

/** Finds a published book by what a caller may write: its slug in any case, or its id [D-26]. */
export function findPublishedBook(value: string): Book | null {
  const folded = value.toLowerCase();
  return usBooks.find((book) => book.slug === folded || String(book.bookId) === folded) ?? null;
}
