/** Rows of bets made by the oracle, one object at a time, from the entries that were packed. */

import type { GameHead } from "../../src/contract/game-members.ts";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import type { TimedQuote } from "../../src/release/game-lines.ts";
import type { ScoredGame } from "./bare-season.ts";
import { betRow } from "./oracle/bets.ts";
import { betKindsOf, publishedBooks } from "./oracle/contract.ts";
import type { GameKeys } from "./oracle/game.ts";

const bookById = new Map([...publishedBooks.values()].map((book) => [book.book_id, book]));

/** All bets of a game in the order of the contract. */
export function plainBets(head: GameHead, { scores, entries }: ScoredGame): BetRow[] {
  const keys = head as GameKeys;
  return betKindsOf(keys.sport).flatMap((kind) => {
    const period = kind.period === "game" ? "full" : kind.period;
    const score = scores.find((each) => each.period === period);
    if (score === undefined) return [];
    const sides = kind.market === "team_total" ? (["home", "away"] as const) : [null];
    return sides.flatMap((side) => {
      const market = side === null ? kind.market : `${side}_team_total`;
      const priced = entries
        .filter((entry) => entry.period === period && entry.market === market)
        .toSorted((a, b) => a.bookId - b.bookId);
      const books = priced.filter(({ bookId }) => bookId !== 0).length;
      const consensus = { book_id: null, book: "consensus", book_name: "Consensus", books };
      return kind.selections.flatMap((selection) =>
        priced.map((entry) => {
          const known = bookById.get(entry.bookId);
          const moneyline = entries.find(
            (each) => each.period === period && each.market === "moneyline" && each.bookId === entry.bookId,
          );
          const shown = (quote: TimedQuote | null) =>
            quote && { ...quote, line: market === "moneyline" ? null : quote.line, atMs: quote.timeMs };
          return betRow(
            { game: { keys }, kind, selection, side, score: { home: score.home, away: score.away } },
            known === undefined ? consensus : { ...known, books: 1 },
            { open: shown(entry.open), close: shown(entry.close) },
            moneyline?.close ?? null,
          ) as BetRow;
        }),
      );
    });
  });
}
