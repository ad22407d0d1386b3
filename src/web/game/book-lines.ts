/** One book's opening and close of the shown market, put together of the API's rows of bets: one row is one side. */
import type { BetRow } from "../../contract/lists/bets.ts";
import { signedText } from "../frame/formats.ts";

export type Stand = {
  /** The home line of a spread, the total, or null for moneylines. */
  readonly line: number | null;
  /** The price of home, or of the over. */
  readonly first: number | null;
  /** The price of away, or of the under. */
  readonly second: number | null;
  /** Null for the consensus, and where a source states no time. */
  readonly capturedAt: string | null;
};

export type BookLines = {
  /** `consensus`, or the slug of a book. */
  readonly book: string;
  readonly name: string;
  readonly isConsensus: boolean;
  /** How many books priced it. */
  readonly books: number;
  readonly open: Stand;
  readonly close: Stand;
  /** How a bet on home, or on the over, at the close went. */
  readonly result: BetRow["result"]["close"];
};

export function booksOf(bets: readonly BetRow[]): readonly BookLines[] {
  return [...Map.groupBy(bets, ({ book }) => book)].map(([book, own]) => {
    const first = own.find(({ selection }) => selection === "home" || selection === "over");
    const second = own.find(({ selection }) => selection === "away" || selection === "under");
    const some = first ?? second;
    if (some === undefined) throw new Error(`${book} has no selection`);
    return {
      book,
      name: some.book_name,
      isConsensus: some.book_id === null,
      books: some.books,
      open: standOf(first, second, "open"),
      close: standOf(first, second, "close"),
      result: first?.result.close ?? null,
    };
  });
}

function standOf(first: BetRow | undefined, second: BetRow | undefined, when: "open" | "close"): Stand {
  const own = first?.[when] ?? null;
  const other = second?.[when] ?? null;
  return {
    line: own?.line ?? mirrored(second, other?.line ?? null),
    first: own?.price ?? null,
    second: other?.price ?? null,
    capturedAt: own?.captured_at ?? other?.captured_at ?? null,
  };
}

/** The away line is minus the home line; over and under share theirs. */
function mirrored(bet: BetRow | undefined, line: number | null): number | null {
  return bet?.market === "spread" && line !== null && line !== 0 ? -line : line;
}

/** The prices of both sides, as `−110 / −110`. */
export function pricesText({ first, second }: Stand): string {
  return first === null && second === null ? "–" : `${signedText(first)} / ${signedText(second)}`;
}
