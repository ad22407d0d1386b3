/**
 * Sums over the games of a set of bets: returns, rates and their 95% intervals, and how the open was beside the close. Bets of
 * one game are not so many facts, so what varies is the sum of a game. Every number is one that a spreadsheet repeats.
 */
import { lost, noStake, type Outcome, profitOf, push, tenThousand, unknownMovement, won } from "../bets/grading.ts";
import type { MomentMinutes } from "../periods.ts";
import { type Estimate, studentQuantile95, wilsonInterval } from "./estimate.ts";

/** The squares of what a winning stake of one unit brings back, at all usual prices: a trend asks for hundreds of thousands of them. */
const largest = 4000;
const squaredPayouts = Float64Array.from({ length: 2 * largest + 1 }, (_, at) => squaredPayout(at - largest));

function squaredPayout(price: number): number {
  return (profitOf(price, won) / tenThousand + 1) ** 2;
}

/** The profits of fewer games say too little of how they vary. */
const leastGames = 10;

/** The places of bets among their columns, rising. */
export type Picks = Uint32Array;

/**
 * How far sums of games are from what so many bets of a set bring on average: Σ(x - m·n)² over games with the sum x of n bets each, and
 * the mean m of a bet. No game is kept.
 */
class GameSpread {
  games = 0;
  bets = 0;
  sum = 0;
  #sumSquares = 0;
  #products = 0;
  #betSquares = 0;

  /** @param sum of so many bets of a game, of which there may be none. */
  addGame(sum: number, bets: number): void {
    if (bets === 0) return;
    this.games++;
    this.bets += bets;
    this.sum += sum;
    this.#sumSquares += sum * sum;
    this.#products += sum * bets;
    this.#betSquares += bets * bets;
  }

  /** The mean of a bet; there must be one. */
  get mean(): number {
    return this.sum / this.bets;
  }

  /** Σ(x - m·n)² times G/(G - 1), since the mean was found in the same G games; of at least two games. */
  get variance(): number {
    const { games, mean } = this;
    const squares = this.#sumSquares - 2 * mean * this.#products + mean * mean * this.#betSquares;
    // Rounding in binary fractions must not take it below 0.
    return (games / (games - 1)) * Math.max(0, squares);
  }
}

/** The return of a set of bets at one moment. A stake is a graded bet with a price, pushes included and void bets not. */
export class Stakes extends GameSpread {
  /** How far the stakes could go by chance, if the no-vig probabilities are right: Σ(o + 1)²p(1 - p), with p in ten thousandths. */
  #expectedVariance = 0;

  add({ game: gameOf }: TrendBets, { profit, price, noVig }: Omit<GradedBets, "outcome">, picks: Picks): void {
    let variance = this.#expectedVariance;
    for (let at = 0; at < picks.length; ) {
      const game = gameOf[picks[at] as number];
      let [sum, stakes] = [0, 0];
      for (; at < picks.length; at++) {
        const bet = picks[at] as number;
        if (gameOf[bet] !== game) break;
        const own = profit[bet] as number;
        if (own === noStake) continue;
        sum += own;
        stakes++;
        const chance = noVig[bet] as number;
        // A push brings back the stake, whatever chance would have done.
        if (own === 0 || chance < 0) continue;
        const squared = squaredPayouts[(price[bet] as number) + largest] ?? squaredPayout(price[bet] as number);
        variance += squared * (chance * (tenThousand - chance));
      }
      this.addGame(sum, stakes);
    }
    this.#expectedVariance = variance;
  }

  /** Units won on one unit staked; null without stakes. */
  get estimate(): Estimate | null {
    const { games, bets: stakes } = this;
    if (stakes === 0) return null;
    const value = this.mean / tenThousand;
    if (games < leastGames) return { value, interval: null };
    const deviation = Math.sqrt(Math.max(this.variance, this.#expectedVariance)) / tenThousand;
    const half = (studentQuantile95(games - 1) * deviation) / stakes;
    return { value, interval: { low: Math.max(-1, value - half), high: value + half } };
  }
}

/**
 * A rate of bets, such as those won of those decided, with an interval that knows of games: several bets of one game
 * that win and lose together are fewer facts than they are bets. How much fewer is the design effect of L. Kish (1965),
 * "Survey Sampling", chapter 5.
 */
export class Rate extends GameSpread {
  /** How many decided bets are as good as one fact, at least 1; null without any. */
  get designEffect(): number | null {
    const { games, bets: decided, sum: wins, mean: rate } = this;
    if (decided === 0) return null;
    if (games < 2) return 1;
    return rate === 0 || rate === 1 ? decided / games : Math.max(1, this.variance / (wins * (1 - rate)));
  }

  get estimate(): Estimate | null {
    const effect = this.designEffect;
    if (effect === null) return null;
    return { value: this.mean, interval: wilsonInterval(this.mean, this.bets / effect) };
  }
}

export type ClosingLine = ClosingLineSum["value"];

/** Whether the opens of a set of bets were better for the bettor than their closes, and by how much. */
export class ClosingLineSum {
  #same = 0;
  readonly #beat = new Rate();
  #quarters = 0;
  #lines = 0;
  #shift = 0;
  #shifts = 0;
  #unmoved = 0;
  #unmovedBets = 0;

  /** @param traits of the sides of the bets. */
  add({ game: gameOf, side: sideOf, noLine, ...bets }: TrendBets, picks: Picks, traits: readonly SideTraits[]): void {
    for (let at = 0; at < picks.length; ) {
      const game = gameOf[picks[at] as number];
      let [beat, moved] = [0, 0];
      for (; at < picks.length; at++) {
        const bet = picks[at] as number;
        if (gameOf[bet] !== game) break;
        const movement = bets.movement[bet] as number;
        if (movement === 0) this.#same++;
        else if (movement !== unknownMovement) {
          moved++;
          // A close that asks more of the bet than the open did is a better open.
          if (movement === 1) beat++;
        }
        const quarters = bets.betterQuarters[bet] as number;
        if (quarters !== noLine) {
          this.#quarters += quarters;
          this.#lines++;
        }
        const shift = bets.noVigShift[bet] as number;
        if (Number.isNaN(shift)) continue;
        this.#shift += shift;
        this.#shifts++;
        if (quarters !== 0 && traits[sideOf[bet] as number]?.hasLine !== false) continue;
        this.#unmoved += shift;
        this.#unmovedBets++;
      }
      this.#beat.addGame(beat, moved);
    }
  }

  get value() {
    const { sum: better, bets, estimate: beat } = this.#beat;
    return {
      better,
      worse: bets - better,
      same: this.#same,
      beat,
      /** The mean of the points by which the open was better; null without a bet on a line. */
      points: this.#lines === 0 ? null : this.#quarters / 4 / this.#lines,
      /** The mean of the close's no-vig probability minus the open's, of bets whose line did not move. */
      probability: this.#unmovedBets === 0 ? null : this.#unmoved / this.#unmovedBets,
      probabilityBets: this.#unmovedBets,
    };
  }

  /** The mean of `probability` over all bets that have both no-vig probabilities, also where the line moved [D-55]. */
  get meanShift(): number | null {
    return this.#shifts === 0 ? null : this.#shift / this.#shifts;
  }
}

export type MomentSummary = MomentSum["value"];

/** The record and the return of a set of bets at a moment before the start: of those with a price and a result at the moment. */
export class MomentSum {
  readonly #minutes: MomentMinutes;
  readonly #stakes = new Stakes();
  readonly #counts = [0, 0, 0, 0, 0];

  constructor(minutes: MomentMinutes) {
    this.#minutes = minutes;
  }

  add(bets: TrendBets, moment: GradedBets, picks: Picks): void {
    this.#stakes.add(bets, moment, picks);
    for (const bet of picks) {
      const outcome = moment.outcome[bet] as Outcome;
      if (moment.price[bet] !== 0) this.#counts[outcome] = (this.#counts[outcome] as number) + 1;
    }
  }

  get value() {
    const of = (outcome: Outcome) => this.#counts[outcome] as number;
    const decided = { won: of(won), lost: of(lost), push: of(push) };
    const bets = decided.won + decided.lost + decided.push;
    return { minutes: this.#minutes, bets, ...decided, returned: this.#stakes.estimate };
  }
}

/** Bets at one moment: the open, the close, or so many minutes before the start. */
export type GradedBets = {
  /** As `Outcome` in bets/grading.ts: 0 ungraded, 1 won, 2 lost, 3 push, 4 void. */
  readonly outcome: Uint8Array;
  /** American odds; 0 is none. */
  readonly price: Int32Array;
  /** In ten thousandths; -1 is none. */
  readonly noVig: Int16Array;
  /** As `profitOfStake` says it. */
  readonly profit: Int32Array;
};

/** Bets of one season that a trend is computed from, in columns. Bets of the same game are neighbors. */
export type TrendBets = {
  /** The place of the game in the season. */
  readonly game: Uint32Array;
  /** The place among `betSides` of the sport. */
  readonly side: Uint8Array;
  /** 0 is the consensus. */
  readonly bookId: Uint16Array;
  /** Each as `GradedBets` has it. */
  readonly openPrice: Int32Array;
  readonly openNoVig: Int16Array;
  readonly openProfit: Int32Array;
  readonly closeOutcome: Uint8Array;
  readonly closePrice: Int32Array;
  readonly closeNoVig: Int16Array;
  readonly closeProfit: Int32Array;
  /** From open to close, as `movementOf` says it; `unknownMovement` where it is not known. */
  readonly movement: Int8Array;
  /** Quarters of a point by which the open was better than the close; `noLine` without both lines. */
  readonly betterQuarters: Int16Array;
  readonly noLine: number;
  /** The close's no-vig probability minus the open's, of 1 and not rounded; NaN without all four prices. */
  readonly noVigShift: Float64Array;
  /** Null: nobody asks for a moment. */
  readonly atMoment: GradedBets | null;
};

/** The facts of a side of bets that a trend needs. */
export type SideTraits = {
  /** A bet on points, and not on who wins. */
  readonly isTotal: boolean;
  /** A moneyline has prices alone. */
  readonly hasLine: boolean;
  /** The place of the other side of the same market and period, one of which wins where the other loses; -1: it has none. */
  readonly opposite: number;
};

/** How a set of bets can be divided into groups. */
export const groupings = [
  ...(["none", "season", "week", "month", "team", "book"] as const),
  ...(["bet_type", "selection", "role", "line"] as const),
] as const;
export type Grouping = (typeof groupings)[number];
