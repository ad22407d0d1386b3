/** Everything that a game's page shows, asked of the API: so no number on the page can be another than the API's. */
import type { BetRow } from "../../contract/rows/bets.ts";
import type { GameDetail } from "../../contract/rows/game.ts";
import type { LineRow } from "../../contract/rows/lines.ts";
import type { PeriodConsensus, PeriodRow } from "../../contract/rows/periods.ts";
import { type LinePeriod, linePeriods } from "../../domain/market-names.ts";
import { type Sport, sportFacts } from "../../domain/sports.ts";
import type { ApiAnswer, AskApi } from "../ask.ts";
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
  /** Of the single game; it changes when anything in the game's season does. */
  readonly etag: string;
  readonly periods: readonly PeriodRow[];
  /** The periods and markets that the game has lines of, in the order of the API. */
  readonly offers: readonly Offer[];
  /** What is shown; null: the game has no lines. */
  readonly shown: ShownLines | null;
  /** The consensus rows of the shown period's spread and total, home and over, to draw them. */
  readonly consensusBets: readonly BetRow[];
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
};

/** What was asked and is not there, in words for the page. */
export class NotOffered extends Error {
  override readonly name = "NotOffered";
}

type Refusal = Exclude<ApiAnswer, { readonly data: unknown }>;

/** The API has refused: the answer says why. */
export class ApiRefused extends Error {
  override readonly name = "ApiRefused";
  readonly answer: Refusal;

  constructor(answer: Refusal) {
    super(answer.message);
    this.answer = answer;
  }
}

export type Single = { readonly game: GameDetail; readonly etag: string };

/** @throws ApiRefused for an id that no game has. */
export async function readSingleGame(ask: AskApi, gameId: string): Promise<Single> {
  const { data, etag } = await answerOf(ask, `/games/${gameId}`, "");
  return { game: data as GameDetail, etag };
}

/** Revisions come once a night. A page that began before one is made again, of the new one alone. */
const mostTries = 3;

/** @throws NotOffered, ApiRefused */
export async function readGame(ask: AskApi, before: Single, choice: Choice): Promise<GameView> {
  let single = before;
  for (let tries = 1; ; tries++) {
    const view = await readOnce(ask, single, choice);
    const after = await readSingleGame(ask, single.game.game_id);
    if (after.etag === single.etag || tries === mostTries) return view;
    single = after;
  }
}

async function readOnce(ask: AskApi, { game, etag }: Single, choice: Choice): Promise<GameView> {
  const one = `sport=${game.sport}&game_id=${game.game_id}`;
  const consensusBets = await rowsOf<BetRow>(ask, "/bets", one);
  const periods = await rowsOf<PeriodRow>(ask, "/periods", one);
  const offers = offersOf(consensusBets);
  const chosen = choose(offers, game.sport, choice);
  if (chosen === null) return { game, etag, periods, offers, shown: null, consensusBets };
  const { period, market } = chosen;
  const bets = await rowsOf<BetRow>(ask, "/bets", `${one}&book=all&period=${period}&market=${market}`);
  const runs = await rowsOf<LineRow>(ask, `/games/${game.game_id}/lines`, `period=${period}&market=${market}`);
  const shown = {
    period,
    market,
    runs,
    score: scoreOf(bets),
    consensus: consensusOf(game, periods, period),
    books: booksOf(bets),
  };
  const ofPeriod = consensusBets.filter((bet) => bet.period === period);
  return { game, etag, periods, offers, shown, consensusBets: ofPeriod };
}

/** The consensus of every market of a period of a game. */
export function readConsensusBets(
  ask: AskApi,
  { sport, game_id: id }: GameDetail,
  period: LinePeriod,
): Promise<readonly BetRow[]> {
  return rowsOf<BetRow>(ask, "/bets", `sport=${sport}&game_id=${id}&period=${period}`);
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

async function rowsOf<Row>(ask: AskApi, path: string, query: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let cursor = "";
  do {
    const { data, nextCursor } = await answerOf(ask, path, `${query}&limit=1000${cursor}`);
    rows.push(...(data as readonly Row[]));
    cursor = nextCursor === null ? "" : `&cursor=${encodeURIComponent(nextCursor)}`;
  } while (cursor !== "");
  return rows;
}

async function answerOf(ask: AskApi, path: string, query: string) {
  const answer = await ask(path, query);
  if ("data" in answer) return answer;
  throw new ApiRefused(answer);
}
