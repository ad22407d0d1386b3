/** Everything that a game's page shows, of one snapshot, in the rows of the API: so no number on the page can be another. */

import { oneBook } from "../../contract/filters/books.ts";
import { linePeriod, periodMarket } from "../../contract/filters/markets.ts";
import { type BetRow, bets as betsAtApi } from "../../contract/lists/bets.ts";
import type { GameDetail } from "../../contract/lists/games.ts";
import type { FirstMoveRow, LineRow } from "../../contract/lists/lines.ts";
import type { PeriodConsensus, PeriodRow } from "../../contract/lists/periods.ts";
import { parameterReader } from "../../contract/parameter.ts";
import { type LinePeriod, linePeriods } from "../../domain/periods.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { firstMovesOf } from "../../query/lines.ts";
import type { Snapshot } from "../../query/load.ts";
import { betRows, lineRows, periodsOfGame } from "../../query/questions/game.ts";
import type { LinePath } from "../../release/line-path.ts";

/** The markets that a page shows. Team totals are left to the API. */
const shownMarkets = ["spread", "total", "moneyline"] as const;
export type ShownMarket = (typeof shownMarkets)[number];

/**
 * Reads which view the address of a game's page asks for; null is what the visitor has not chosen. Whether the game has the book is
 * known later. @throws WrongParameter
 */
export const readChoice = parameterReader({
  period: linePeriod,
  market: periodMarket,
  book: { ...oneBook, absent: null, read: (text: string): string | null => text.slice(0, 40) },
});
export type Choice = ReturnType<typeof readChoice>;

type Offer = { readonly period: LinePeriod; readonly markets: readonly ShownMarket[] };

export type GameView = {
  readonly game: GameDetail;
  readonly periods: readonly PeriodRow[];
  /** The periods and markets that the game has lines of, in the order of the API. */
  readonly offers: readonly Offer[];
  /** The lines that are shown; null where the game has none. */
  readonly shown: ShownLines | null;
};

export type ShownLines = {
  readonly period: LinePeriod;
  readonly market: ShownMarket;
  /** The score that decides: home minus away is the margin. */
  readonly score: { readonly home: number; readonly away: number };
  /** The house rule that settles the bets of the consensus. */
  readonly rule: string;
  /** Of the consensus; null: it has none. */
  readonly moneyline: PeriodConsensus["moneyline"] | null;
  /** The consensus first, then by book id. */
  readonly books: readonly BookLines[];
  readonly runs: readonly LineRow[];
  /** The books that moved the line first, in order of time. */
  readonly moves: readonly FirstMoveRow[];
};

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

/** One book's opening and close of the shown market, put together of the API's rows of bets: one row is one side. */
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

/** The lines that were asked for and are not there, in words for the page. */
export class NotOffered extends Error {
  override readonly name = "NotOffered";
}

/**
 * @param path of the game's lines.
 * @throws NotOffered
 */
export function viewOf(snapshot: Snapshot, game: GameDetail, path: LinePath, choice: Choice): GameView {
  const periods = periodsOfGame(snapshot, game);
  const offers = offersOf(betsOf(snapshot, game, ""));
  const chosen = choose(offers, game.sport, choice);
  if (chosen === null) return { game, periods, offers, shown: null };
  const { period, market } = chosen;
  const bets = betsOf(snapshot, game, `&book=all&period=${period}&market=${market}`);
  const shown = {
    period,
    market,
    runs: lineRows(path, game.game_id, { period, market, bookIds: null }),
    moves: firstMovesOf(path, { period, market }),
    ...settlingOf(bets),
    moneyline:
      (period === "game" ? game : periods.find((each) => each.period === period))?.consensus?.moneyline ?? null,
    books: booksOf(bets),
  };
  return { game, periods, offers, shown };
}

/** The bets of a game as a query of /v1/bets asks for them: those of the consensus, where it does not say more. */
function betsOf(snapshot: Snapshot, { sport, game_id: id }: GameDetail, more: string): readonly BetRow[] {
  return betRows(snapshot, betsAtApi.read(`sport=${sport}&game_id=${id}${more}`));
}

function offersOf(bets: readonly BetRow[]): readonly Offer[] {
  return linePeriods.flatMap((period) => {
    const own = new Set(bets.filter((bet) => bet.period === period).map(({ market }) => market));
    const markets = shownMarkets.filter((market) => own.has(market));
    return markets.length === 0 ? [] : [{ period, markets }];
  });
}

/** In sports where nearly every spread is 1.5, the moneyline is what people look for. */
function favoriteOrder(sport: Sport): readonly ShownMarket[] {
  return sportFacts[sport].favoriteBySpread ? shownMarkets : ["moneyline", "total", "spread"];
}

function choose(offers: readonly Offer[], sport: Sport, choice: Choice) {
  const wanted = choice.period ?? offers[0]?.period;
  if (wanted === undefined) {
    if (choice.market !== null) throw new NotOffered("No book has priced this game.");
    return null;
  }
  const offer = offers.find(({ period }) => period === wanted);
  if (offer === undefined) {
    const others = offers.map(({ period }) => period).join(", ");
    throw new NotOffered(
      `No book has priced the period ${wanted} of this game. ${others === "" ? "" : `It has: ${others}.`}`,
    );
  }
  const market = choice.market ?? favoriteOrder(sport).find((each) => offer.markets.includes(each));
  if (market === undefined || !offer.markets.includes(market)) {
    throw new NotOffered(
      `No book has priced the ${market} of the period ${wanted}. It has: ${offer.markets.join(", ")}.`,
    );
  }
  return { period: wanted, market };
}

function settlingOf(bets: readonly BetRow[]): Pick<ShownLines, "score" | "rule"> {
  const [first] = bets;
  if (first === undefined) throw new Error("a market with a consensus has rows of books");
  return { score: first.score, rule: first.rule as string };
}

function booksOf(bets: readonly BetRow[]): readonly BookLines[] {
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
  // The away line is minus the home line; over and under share theirs.
  const line = other?.line ?? null;
  const mirrored = second?.market === "spread" && line !== null && line !== 0 ? -line : line;
  return {
    line: own?.line ?? mirrored,
    first: own?.price ?? null,
    second: other?.price ?? null,
    capturedAt: own?.captured_at ?? other?.captured_at ?? null,
  };
}
