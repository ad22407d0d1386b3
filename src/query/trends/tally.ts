/** Statistics of a set's bets: how far they were ahead of their lines, what they won, and what the market expected. */
import { lost, noStake, tenThousand, won } from "../../domain/bets/grading.ts";
import { type BetSet, isDecidedByScore } from "./set.ts";

export type Bin = {
  /** The margins that it has, in points: above `x1` up to `x2` where they are won, from `x1` to below `x2` where lost. */
  readonly x1: number;
  readonly x2: number;
  readonly bets: number;
  readonly result: "won" | "lost";
  /** Whether it also has all that is farther out. */
  readonly isLast: boolean;
};

export type Histogram = { readonly widthPoints: number; readonly bins: readonly Bin[]; readonly push: number };

const mostBinsOfASide = 14;
const widths = [1, 2, 3, 5, 10, 20, 50];

/** By how many quarters of a point each decided bet was ahead of its closing line. */
export function quartersAhead({ parts }: BetSet): readonly number[] {
  return parts.flatMap(({ bets, picks }) =>
    Array.from(
      picks.filter((bet) => isDecidedByScore(bets, bet)),
      (bet) => bets.ahead[bet] as number,
    ),
  );
}

/** How far the bets were ahead of their closing lines. */
export function marginsOf(set: BetSet): Histogram {
  const known = Float64Array.from(quartersAhead(set), (quarters) => quarters / 4);
  const sizes = known.map(Math.abs).sort();
  // A few games that went wild would press all others into the middle.
  const usual = sizes[Math.floor(0.985 * (known.length - 1))] ?? 0;
  const widthPoints = widths.find((width) => usual / width <= mostBinsOfASide) ?? 100;
  const last = Math.max(1, Math.ceil(usual / widthPoints));
  const counts = new Map<number, number>();
  let push = 0;
  for (const margin of known) {
    if (margin === 0) push++;
    else {
      const bin = Math.sign(margin) * Math.min(last, Math.ceil(Math.abs(margin) / widthPoints));
      counts.set(bin, (counts.get(bin) ?? 0) + 1);
    }
  }
  const hasFarther = (sizes.at(-1) ?? 0) > last * widthPoints;
  const bins = [...counts.keys()]
    .sort((a, b) => a - b)
    .map((bin): Bin => {
      const x1 = (bin > 0 ? bin - 1 : bin) * widthPoints;
      const result = bin > 0 ? "won" : "lost";
      const isLast = hasFarther && Math.abs(bin) === last;
      return { x1, x2: x1 + widthPoints, bets: counts.get(bin) ?? 0, result, isLast };
    });
  return { widthPoints, bins, push };
}

export type UnitsPoint = {
  /** How many bets there were by then. */
  readonly bets: number;
  /** YYYY-MM-DD of the last of them. */
  readonly date: string;
  readonly units: number;
  /** 95% of what chance gives at these prices. */
  readonly low: number;
  readonly high: number;
};

const mostPoints = 160;
/** The normal quantile of 97.5%. */
const quantile = 1.96;

/**
 * Units won on stakes of one, bet by bet in the order of the games, beside what chance gives: every bet wins with the
 * probability of the close without the vig, and the bets are independent. Of bets with an unknown probability, chance gives
 * back the stake.
 */
export function unitsOf({ parts }: BetSet): readonly UnitsPoint[] {
  const points: UnitsPoint[] = [];
  let units = 0;
  let mean = 0;
  let variance = 0;
  let count = 0;
  let priced = 0;
  for (const { bets, picks } of parts) for (const bet of picks) if (bets.closeProfit[bet] !== noStake) priced++;
  const step = Math.max(1, Math.ceil(priced / mostPoints));
  for (const { season, bets, picks } of parts) {
    for (const bet of picks) {
      const profit = bets.closeProfit[bet] as number;
      if (profit === noStake) continue;
      count++;
      units += profit / tenThousand;
      // A push gives the stake back, whatever chance would have done.
      if (profit !== 0) {
        const price = bets.closePrice[bet] as number;
        const pays = (price > 0 ? price / 100 : 100 / -price) + 1;
        const noVig = bets.closeNoVig[bet] as number;
        const chance = noVig < 0 ? 1 / pays : noVig / tenThousand;
        mean += chance * pays - 1;
        variance += chance * (1 - chance) * pays * pays;
      }
      if (count % step !== 0 && count !== priced) continue;
      const spread = quantile * Math.sqrt(variance);
      const date = season.dates[bets.game[bet] as number] as string;
      points.push({ bets: count, date, units, low: mean - spread, high: mean + spread });
    }
  }
  return points;
}

/** Bets that were won or lost and that the close gave a probability. */
export type Expected = {
  readonly bets: number;
  readonly won: number;
  /** How many the close expected to be won: the sum of its probabilities without the vig. */
  readonly wins: number;
};

/** Null: there is no such bet. */
export function expectedWins({ parts }: BetSet): Expected | null {
  const expected = { bets: 0, won: 0, wins: 0 };
  let sum = 0;
  for (const { bets, picks } of parts) {
    const { closeOutcome, closeNoVig: noVig } = bets;
    for (const bet of picks) {
      const isDecided = closeOutcome[bet] === won || closeOutcome[bet] === lost;
      if (!isDecided || (noVig[bet] as number) < 0) continue;
      sum += noVig[bet] as number;
      expected.bets++;
      if (closeOutcome[bet] === won) expected.won++;
    }
  }
  return expected.bets === 0 ? null : { ...expected, wins: sum / tenThousand };
}
