/** Everything that a game's page shows, of one snapshot, in the rows of the API: so no number on the page can be another. */

import { type BetRow, bets as betsAtApi } from "../../contract/lists/bets.ts";
import type { GameDetail } from "../../contract/lists/games.ts";
import type { FirstMoveRow, LineRow } from "../../contract/lists/lines.ts";
import type { PeriodConsensus, PeriodRow } from "../../contract/lists/periods.ts";
import { type LinePeriod, linePeriods } from "../../domain/periods.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import { firstMovesOf } from "../../query/lines/first-moves.ts";
import type { Snapshot } from "../../query/load.ts";
import { betRows, lineRows, periodsOfGame } from "../../query/questions/game.ts";
import type { PackedPath } from "../../release/packed-path.ts";
import { type BookLines, booksOf } from "./book-lines.ts";
import { type ShownMarket, shownMarkets } from "./words.ts";

/** Which lines of a game are shown. Null: the visitor has not chosen. */
export type Choice = {
  readonly period: LinePeriod | null;
  readonly market: ShownMarket | null;
};

export type Offer = { readonly period: LinePeriod; readonly markets: readonly ShownMarket[] };

export type GameView = {
  readonly game: GameDetail;
  readonly periods: readonly PeriodRow[];
  /** The periods and markets that the game has lines of, in the order of the API. */
  readonly offers: readonly Offer[];
  /** What is shown; null: the game has no lines. */
  readonly shown: ShownLines | null;
};

export type ShownLines = {
  readonly period: LinePeriod;
  readonly market: ShownMarket;
  /** Home minus away is the margin of the period. */
  readonly score: { readonly home: number; readonly away: number };
  readonly consensus: PeriodConsensus | null;
  /** The consensus first, then by book id. */
  readonly books: readonly BookLines[];
  readonly runs: readonly LineRow[];
  /** Who moved the line first, in order of time. */
  readonly moves: readonly FirstMoveRow[];
};

/** What was asked and is not there, in words for the page. */
export class NotOffered extends Error {
  override readonly name = "NotOffered";
}

/**
 * @param path of the game's lines.
 * @throws NotOffered
 */
export function viewOf(snapshot: Snapshot, game: GameDetail, path: PackedPath, choice: Choice): GameView {
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
    score: scoreOf(bets),
    consensus: consensusOf(game, periods, period),
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

function scoreOf(bets: readonly BetRow[]): ShownLines["score"] {
  const [first] = bets;
  if (first === undefined) throw new Error("a market with a consensus has rows of books");
  return first.score;
}

function consensusOf(game: GameDetail, periods: readonly PeriodRow[], period: LinePeriod): PeriodConsensus | null {
  if (period !== "game") return periods.find((each) => each.period === period)?.consensus ?? null;
  const { consensus } = game;
  // The full game's consensus has no opening prices of the total.
  const unsaid = { over_juice_open: null, under_juice_open: null };
  return consensus === null ? null : { ...consensus, total: { ...unsaid, ...consensus.total } };
}
