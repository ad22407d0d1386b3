/**
 * A world in which the closing prices are right: bets win as often as their no-vig probabilities say. Sets of bets are drawn
 * from it as people look at them, of one bet a game or of several that share some of their luck.
 */
import { americanOdds } from "../../src/domain/american-odds.ts";
import {
  lost,
  movementOf,
  noVigProbability,
  noVigShare,
  type Outcome,
  profitOfStake,
  push,
  tenThousand,
  unknownMovement,
  won,
} from "../../src/domain/bets/grading.ts";
import type { SideTraits, TrendBets } from "../../src/domain/trends/game-sums.ts";

/** Uniform numbers from 0 to 1 from a seed: mulberry32, which is not the generator that the intervals are made with. */
export function uniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Sides of the world: home and away of a game's sides, over and under of its points. */
export const worldTraits: readonly SideTraits[] = [
  { isTotal: false, hasLine: false, opposite: 1 },
  { isTotal: false, hasLine: false, opposite: 0 },
  { isTotal: true, hasLine: false, opposite: 3 },
  { isTotal: true, hasLine: false, opposite: 2 },
];
/** The sides that win by the lack of luck. */
const isSecond = [false, true, false, true];

const noLine = -32_768;

/** Columns of so many bets on moneylines, all zeros. */
export function emptyColumns(count: number) {
  return {
    noLine,
    game: new Uint32Array(count),
    side: new Uint8Array(count),
    bookId: new Uint16Array(count),
    openLine: new Int16Array(count).fill(noLine),
    closeLine: new Int16Array(count).fill(noLine),
    openPrice: new Int32Array(count),
    closePrice: new Int32Array(count),
    openOutcome: new Uint8Array(count),
    closeOutcome: new Uint8Array(count),
    openNoVig: new Int16Array(count).fill(-1),
    closeNoVig: new Int16Array(count).fill(-1),
    noVigShift: new Float64Array(count).fill(Number.NaN),
    atMoment: null,
  };
}

/** Fills in what follows from the prices and outcomes of bets on moneylines, which have no line. */
export function graded(bets: ReturnType<typeof emptyColumns>): TrendBets {
  const { openPrice, closePrice, openOutcome, closeOutcome } = bets;
  const profitsOf = (prices: Int32Array, outcomes: Uint8Array) =>
    Int32Array.from(prices, (price, bet) => profitOfStake(price, outcomes[bet] as Outcome));
  const movementAt = (open: number, bet: number) =>
    movementOf(false, 1, noLine, noLine, noLine, open, closePrice[bet] as number) ?? unknownMovement;
  return {
    ...bets,
    openProfit: profitsOf(openPrice, openOutcome),
    closeProfit: profitsOf(closePrice, closeOutcome),
    movement: Int8Array.from(openPrice, movementAt),
    betterQuarters: new Int16Array(bets.game.length).fill(noLine),
  };
}

export type SetKind = {
  readonly games: number;
  /** How many bets of a game are in the set, each of another market or period. */
  readonly betsOfGame: number;
  /** Between which probabilities the bets are. */
  readonly least: number;
  readonly most: number;
  readonly pushes: number;
  /** Which sides are in the set; bets of a game take them in turns. */
  readonly sides: readonly number[];
};

export type DrawnSet = {
  readonly bets: TrendBets;
  /** What is true of the set, whatever was drawn: of its decided bets, and of those with a price. */
  readonly winRate: number;
  readonly returnAtClose: number;
  readonly returnAtOpen: number;
};

/** How alike the lucks of two bets on the sides, or two on the points, of one game are: of two halves it is about this. */
const likeness = 0.6;
const vig = 1.045;

/** @returns null when no bet was decided. */
export function drawSet(
  { games, betsOfGame, least, most, pushes, sides }: SetKind,
  next: () => number,
): DrawnSet | null {
  const count = games * betsOfGame;
  const bets = emptyColumns(count);
  let [decided, chances, atClose, atOpen] = [0, 0, 0, 0];
  for (let bet = 0; bet < count; bet++) {
    const game = Math.floor(bet / betsOfGame);
    const of = bet % betsOfGame;
    if (of === 0) lucks = [normal(next), normal(next)];
    const side = sides[of % sides.length] as number;
    const { isTotal } = worldTraits[side] as SideTraits;
    const fair = least + (most - least) * next();
    const price = americanOdds(Math.min(0.97, fair * vig));
    const opposite = americanOdds(Math.min(0.97, (1 - fair) * vig));
    const noVig = noVigProbability(price, opposite);
    const chance = noVig / tenThousand;
    const opened = Math.min(0.97, Math.max(0.02, fair * vig * (0.95 + 0.1 * next())));
    const luck =
      Math.sqrt(likeness) * (lucks[isTotal ? 1 : 0] as number) * (isSecond[side] === true ? -1 : 1) +
      Math.sqrt(1 - likeness) * normal(next);
    const outcome = next() < pushes ? push : cumulative(luck) < chance ? won : lost;
    bets.game[bet] = game;
    bets.side[bet] = side;
    bets.closePrice[bet] = price;
    bets.openPrice[bet] = americanOdds(opened);
    bets.closeOutcome[bet] = outcome;
    bets.openOutcome[bet] = outcome;
    bets.closeNoVig[bet] = noVig;
    const openOpposite = americanOdds(Math.min(0.97, Math.max(0.02, vig - opened)));
    bets.openNoVig[bet] = noVigProbability(bets.openPrice[bet] as number, openOpposite);
    bets.noVigShift[bet] = noVigShare(price, opposite) - noVigShare(bets.openPrice[bet] as number, openOpposite);
    // Bets of a game on one side are at other books.
    bets.bookId[bet] = of;
    if (outcome === push) continue;
    decided++;
    chances += chance;
    atClose += expected(chance, price);
    atOpen += expected(chance, bets.openPrice[bet] as number);
  }
  if (decided === 0) return null;
  return {
    bets: graded(bets),
    winRate: chances / decided,
    returnAtClose: atClose / count,
    returnAtOpen: atOpen / count,
  };
}

let lucks: readonly number[] = [];

function expected(chance: number, price: number): number {
  return chance * (1 + (price > 0 ? price / 100 : -100 / price)) - 1;
}

function normal(next: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

/** The chance that a standard normal number is below: a sum of its series, which is exact where it matters here. */
export function cumulative(z: number): number {
  if (Math.abs(z) > 7) return z > 0 ? 1 : 0;
  let term = z;
  let sum = z;
  for (let power = 3; Math.abs(term) > 1e-16; power += 2) {
    term *= (z * z) / power;
    sum += term;
  }
  return 0.5 + (sum * Math.exp(-0.5 * z * z)) / Math.sqrt(2 * Math.PI);
}
