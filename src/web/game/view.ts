/** Everything that a game's page shows, of one snapshot, in the rows of the API: so no number on the page can be another. */
import { oneBook } from "../../contract/filters/books.ts";
import { linePeriod, periodMarket } from "../../contract/filters/markets.ts";
import { type BetRow, bets as betsAtApi } from "../../contract/lists/bets.ts";
import type { GameDetail } from "../../contract/lists/games.ts";
import { parameterReader } from "../../contract/parameter.ts";
import { linePeriods } from "../../domain/periods.ts";
import { sportFacts } from "../../domain/sports.ts";
import { firstMovesOf } from "../../query/lines.ts";
import type { Snapshot } from "../../query/load.ts";
import { betRows, lineRows, type OneGame, periodsOfGame } from "../../query/questions/game.ts";
import { marketName, periodInWords } from "../ui/words.ts";
import { shortName, shownMarkets } from "./words.ts";

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

/** The scores of the game, the lines that it has, and those that are shown, which are null where it has none. */
export type GameView = Exclude<ReturnType<typeof viewOf>, string>;
export type ShownLines = NonNullable<GameView["shown"]>;

/** Returns in words why the lines that were asked for are not there. */
export function viewOf(snapshot: Snapshot, { game, path }: OneGame, choice: Choice) {
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
  const shown = {
    period,
    market,
    name: `${marketName(market, game.sport)} of the ${periodInWords(period)}`,
    /** The two things its bets are on, as the page names them: the first is home or the over. */
    sides: market === "total" ? (["Over", "Under"] as const) : ([home, away] as const),
    /** Whose line or price is drawn, and told of moves. */
    side: market === "total" ? "over" : home,
    /** The score that decides, and the house rule that settles the bets of the consensus. */
    settled: bets[0],
    moneyline: ofPeriod?.consensus?.moneyline ?? null,
    consensus,
    /** The published books that priced it, by book id. */
    books,
    runs: lineRows(path, game.game_id, { period, market, bookIds: null }),
    /** The moves of the line that other books followed, in order of time. */
    moves: firstMovesOf(path, { period, market }),
  };
  return { game, periods, offers, shown };
}

/** The bets of a game as a query of /v1/bets asks for them: those of the consensus, where it does not say more. */
function betsOf(snapshot: Snapshot, { sport, game_id: id }: GameDetail, more: string): readonly BetRow[] {
  return betRows(snapshot, betsAtApi.read(`sport=${sport}&game_id=${id}${more}`));
}

export type BookLines = ReturnType<typeof linesOfBook>;

/** One book's opening and close of the shown market, and how a bet on home, or on the over, at the close went: one row of bets is one side. */
function linesOfBook(bets: readonly BetRow[]) {
  const first = bets.find(({ selection }) => selection === "home" || selection === "over");
  const second = bets.find(({ selection }) => selection === "away" || selection === "under");
  const { book, book_name: name } = bets[0] as BetRow;
  const stand = (when: "open" | "close") => {
    const [own, other] = [first?.[when], second?.[when]];
    // The away line is minus the home line, and 0 minus it is never -0; over and under share theirs.
    const mirrored = second?.market === "spread" && typeof other?.line === "number" ? 0 - other.line : other?.line;
    return {
      line: own?.line ?? mirrored ?? null,
      first: own?.price ?? null,
      second: other?.price ?? null,
      /** The consensus has no time, nor has what a source states without one. */
      capturedAt: own?.captured_at ?? other?.captured_at ?? null,
    };
  };
  return { book, name, open: stand("open"), close: stand("close"), result: first?.result.close ?? null };
}
