/** Everything that a game's page shows, of one snapshot, in the rows of the API: so no number on the page can be another. */
import { oneBook } from "../../contract/filters/books.ts";
import { linePeriod, periodMarket } from "../../contract/filters/markets.ts";
import { type BetRow, bets as betsAtApi } from "../../contract/lists/bets.ts";
import type { GameDetail } from "../../contract/lists/games.ts";
import type { FirstMoveRow, LineRow } from "../../contract/lists/lines.ts";
import type { PeriodConsensus, PeriodRow } from "../../contract/lists/periods.ts";
import { parameterReader } from "../../contract/parameter.ts";
import type { Quote } from "../../domain/fold.ts";
import { type LinePeriod, linePeriods } from "../../domain/periods.ts";
import { sportFacts } from "../../domain/sports.ts";
import { firstMovesOf } from "../../query/lines.ts";
import type { Snapshot } from "../../query/load.ts";
import { betRows, lineRows, type OneGame, periodsOfGame } from "../../query/questions/game.ts";
import { marketName, periodInWords } from "../ui/words.ts";
import { type ShownMarket, shortName, shownMarkets } from "./words.ts";

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

export type GameView = {
  readonly game: GameDetail;
  readonly periods: readonly PeriodRow[];
  /** The periods and markets that the game has lines of, in the order of the API. */
  readonly offers: readonly { readonly period: LinePeriod; readonly markets: readonly ShownMarket[] }[];
  /** The lines that are shown; null where the game has none. */
  readonly shown: ShownLines | null;
};

export type ShownLines = {
  readonly period: LinePeriod;
  readonly market: ShownMarket;
  /** As in `Spread of the first half`. */
  readonly name: string;
  /** What its bets are on, as the page names them: the first is home or the over. */
  readonly sides: readonly [string, string];
  /** Whose line or price is drawn, and told of moves. */
  readonly side: string;
  /** The score that decides, and the house rule that settles the bets of the consensus. */
  readonly settled: Pick<BetRow, "score" | "rule">;
  /** Of the consensus of the period; null: it has none. */
  readonly moneyline: PeriodConsensus["moneyline"] | null;
  readonly consensus: BookLines;
  /** The published books that priced it, by book id. */
  readonly books: readonly BookLines[];
  readonly runs: readonly LineRow[];
  /** The moves of the line that other books followed, in order of time. */
  readonly moves: readonly FirstMoveRow[];
};

/** Home's line or the total, and the prices of both sides. The consensus has no time, nor has what a source states without one. */
export type Stand = Quote & { readonly capturedAt: string | null };

/** One book's opening and close of the shown market, put together of the API's rows of bets: one row is one side. */
export type BookLines = {
  /** `consensus`, or the slug of a book. */
  readonly book: string;
  readonly name: string;
  readonly open: Stand;
  readonly close: Stand;
  /** How a bet on home, or on the over, at the close went. */
  readonly result: BetRow["result"]["close"];
};

/** Returns in words why the lines that were asked for are not there. */
export function viewOf(snapshot: Snapshot, { game, path }: OneGame, choice: Choice): GameView | string {
  const periods = periodsOfGame(snapshot, game);
  const priced = betsOf(snapshot, game, "");
  const offers = linePeriods.flatMap((period) => {
    const own = new Set(priced.filter((bet) => bet.period === period).map(({ market }) => market));
    const markets = shownMarkets.filter((market) => own.has(market));
    return markets.length === 0 ? [] : [{ period, markets }];
  });
  if (offers.length === 0) {
    return Object.values(choice).every((each) => each === null)
      ? { game, periods, offers, shown: null }
      : "No book has priced this game.";
  }
  const offer = choice.period === null ? offers[0] : offers.find(({ period }) => period === choice.period);
  if (offer === undefined) {
    return `No book has priced the period ${choice.period} of this game. It has: ${offers.map(({ period }) => period).join(", ")}.`;
  }
  const { period, markets } = offer;
  // In sports where nearly every spread is 1.5, the moneyline is what people look for.
  const [usual] = sportFacts[game.sport].favoriteBySpread ? markets : markets.toReversed();
  const market = markets.find((each) => each === (choice.market ?? usual));
  if (market === undefined) {
    return `No book has priced the ${choice.market} of the period ${period}. It has: ${markets.join(", ")}.`;
  }
  const bets = betsOf(snapshot, game, `&book=all&period=${period}&market=${market}`);
  const [consensus, ...books] = Map.groupBy(bets, ({ book }) => book)
    .values()
    .map(linesOfBook);
  if (bets[0] === undefined || consensus === undefined) throw new Error("a market with a consensus has rows of books");
  if (choice.book !== null && books.every(({ book }) => book !== choice.book)) {
    return `The book ${choice.book} has not priced this. These have: ${books.map(({ book }) => book).join(", ")}.`;
  }
  const ofPeriod = period === "game" ? game : periods.find((each) => each.period === period);
  const [home, away] = [shortName(game.home), shortName(game.away)];
  const shown: ShownLines = {
    period,
    market,
    name: `${marketName(market, game.sport)} of the ${periodInWords(period)}`,
    sides: market === "total" ? ["Over", "Under"] : [home, away],
    side: market === "total" ? "over" : home,
    settled: bets[0],
    moneyline: ofPeriod?.consensus?.moneyline ?? null,
    consensus,
    books,
    runs: lineRows(path, game.game_id, { period, market, bookIds: null }),
    moves: firstMovesOf(path, { period, market }),
  };
  return { game, periods, offers, shown };
}

/** The bets of a game as a query of /v1/bets asks for them: those of the consensus, where it does not say more. */
function betsOf(snapshot: Snapshot, { sport, game_id: id }: GameDetail, more: string): readonly BetRow[] {
  return betRows(snapshot, betsAtApi.read(`sport=${sport}&game_id=${id}${more}`));
}

function linesOfBook(bets: readonly BetRow[]): BookLines {
  const first = bets.find(({ selection }) => selection === "home" || selection === "over");
  const second = bets.find(({ selection }) => selection === "away" || selection === "under");
  const { book, book_name: name } = bets[0] as BetRow;
  const stand = (when: "open" | "close"): Stand => {
    const [own, other] = [first?.[when], second?.[when]];
    // The away line is minus the home line, and 0 minus it is never -0; over and under share theirs.
    const mirrored = second?.market === "spread" && typeof other?.line === "number" ? 0 - other.line : other?.line;
    return {
      line: own?.line ?? mirrored ?? null,
      first: own?.price ?? null,
      second: other?.price ?? null,
      capturedAt: own?.captured_at ?? other?.captured_at ?? null,
    };
  };
  return { book, name, open: stand("open"), close: stand("close"), result: first?.result.close ?? null };
}
