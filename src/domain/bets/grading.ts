/**
 * How a single bet is graded. Everything is counted in whole numbers, quarters of a point and ten thousandths, so that
 * exact halves round as they should. Outcomes are numbers, because a scan grades a million bets.
 */
import type { Market } from "../sports.ts";
import type { Selection } from "./sides.ts";

export const ungraded = 0;
export const won = 1;
export const lost = 2;
export const push = 3;
/** The stake comes back by a house rule, whatever the score. */
export const voided = 4;
export type Outcome = typeof ungraded | typeof won | typeof lost | typeof push | typeof voided;

/** The names of outcomes for callers, by their numbers. */
export const outcomeNames = [null, "won", "lost", "push", "void"] as const;

/**
 * How a house rule settles a bet: by the score; the stake comes back; or it comes back unless what was still to be played could not have
 * changed the result.
 */
export type Settling = "score" | "void" | "void_unless_decided";

/** The parts that probabilities and profits are counted in: four decimals. */
export const tenThousand = 10_000;

/** The line as the selection sees it, of the line as books post it: that of an away team is minus the home line. */
export function lineOf(selection: Selection, postedQuarters: number): number {
  // 0 - 0 is 0, where -0 would come out of a minus sign [D-15].
  return selection === "away" ? 0 - postedQuarters : postedQuarters;
}

/**
 * By how many quarters of a point the score alone is for the selection: the team's margin, or the points, which speak against
 * under.
 */
export function scoreFor(market: Market, selection: Selection, home: number, away: number): number {
  if (market === "moneyline" || market === "spread") return 4 * (selection === "home" ? home - away : away - home);
  const points = market === "total" ? home + away : market === "home_team_total" ? home : away;
  return 4 * (selection === "over" ? points : 0 - points);
}

/** The sign with which the selection's line is added to `scoreFor`: over must beat its line, the others are given theirs. */
export function lineSign(selection: Selection): -1 | 1 {
  return selection === "over" ? -1 : 1;
}

/** @param difference by which the selection is ahead after its line: more than nothing wins, nothing is a push. */
export function outcomeOf(difference: number): Outcome {
  if (difference > 0) return won;
  return difference < 0 ? lost : push;
}

/** The outcome by a house rule. @param difference as `outcomeOf` takes it. */
export function settled(settling: Settling, selection: Selection, difference: number): Outcome {
  if (settling === "void") return voided;
  // More points can only help over, and the home side where it alone was still to bat.
  const isGaining = selection === "over" || selection === "home";
  const isDecided = isGaining ? difference > 0 : difference < 0;
  return settling === "void_unless_decided" && !isDecided ? voided : outcomeOf(difference);
}

/**
 * The ten thousandths of a unit that are won on a stake of one unit: o/100 or 100/|o|, half away from zero.
 * @param price legal American odds; @param outcome not `ungraded`.
 */
export function profitOf(price: number, outcome: Outcome): number {
  if (outcome === lost) return -tenThousand;
  if (outcome !== won) return 0;
  // A quotient of whole numbers below 2^53 is never blurred across a half.
  return price > 0 ? 100 * price : Math.round((100 * tenThousand) / -price);
}

/** The profit of a bet that has no stake: one without a price or a result, or a void one. */
export const noStake = -(2 ** 31);

/** The profit on a stake of one unit, as `profitOf` says it; `noStake` where there was none. @param price 0 is none. */
export function profitOfStake(price: number, outcome: Outcome): number {
  return price === 0 || outcome === ungraded || outcome === voided ? noStake : profitOf(price, outcome);
}

/**
 * The probability of a side without the vig, in ten thousandths: p/(p+q) of the implied probabilities p and q of its price
 * and of the opposite one.
 */
export function noVigProbability(price: number, opposite: number): number {
  // Of p = a/b and q = c/d, p/(p+q) is ad/(ad+cb), which is whole numbers alone.
  const own = numeratorOf(price) * denominatorOf(opposite);
  const other = numeratorOf(opposite) * denominatorOf(price);
  return inTenThousandths(own, own + other);
}

/** The same as a share of 1 and not rounded, for what is computed further. */
export function noVigShare(price: number, opposite: number): number {
  const own = numeratorOf(price) * denominatorOf(opposite);
  return own / (own + numeratorOf(opposite) * denominatorOf(price));
}

/**
 * The no-vig probability of a side's close minus that of its open, in ten thousandths. It is rounded once, half away from
 * zero: each of the two rounded would make it wrong by one now and then.
 */
export function noVigShift(open: number, openOpposite: number, close: number, closeOpposite: number): number {
  const shift = (noVigShare(close, closeOpposite) - noVigShare(open, openOpposite)) * tenThousand;
  const size = Math.abs(shift);
  const rest = size % 1;
  // Where the quotient may have been blurred across a half, whole numbers decide.
  const whole = Math.abs(rest - 0.5) > 1e-6 ? Math.round(size) : exactShift(open, openOpposite, close, closeOpposite);
  return shift < 0 && whole !== 0 ? -whole : whole;
}

/** The size of that shift by whole numbers alone, halves rounded up. */
function exactShift(open: number, openOpposite: number, close: number, closeOpposite: number): number {
  const [before, beforeAll] = shareOf(open, openOpposite);
  const [after, all] = shareOf(close, closeOpposite);
  const difference = after * beforeAll - before * all;
  const size = difference < 0n ? -difference : difference;
  return Number((size * BigInt(2 * tenThousand) + all * beforeAll) / (2n * all * beforeAll));
}

/** A no-vig probability as a numerator and a denominator. */
function shareOf(price: number, opposite: number): readonly [own: bigint, all: bigint] {
  const own = BigInt(numeratorOf(price) * denominatorOf(opposite));
  return [own, own + BigInt(numeratorOf(opposite) * denominatorOf(price))];
}

/**
 * Says which side of a moneyline is favored: 1 the first, -1 the second, 0 neither. The smaller number of American odds is the
 * higher probability, on either side of zero.
 */
export function favoredByPrice(first: number, second: number): -1 | 0 | 1 {
  return Math.sign(second - first) as -1 | 0 | 1;
}

/** The numerator and the denominator of the implied probability of American odds. */
function numeratorOf(price: number): number {
  return price > 0 ? 100 : -price;
}

function denominatorOf(price: number): number {
  return 100 + Math.abs(price);
}

/** Numerators below this stay exact when they are scaled and doubled; only prices in the hundred thousands are above it. */
const mostExact = 4e11;

/** The quotient of two whole numbers above zero and below 2^41, in ten thousandths, halves rounded up. */
function inTenThousandths(numerator: number, denominator: number): number {
  if (numerator > mostExact) {
    const doubled = 2n * BigInt(denominator);
    return Number((BigInt(numerator) * BigInt(2 * tenThousand) + BigInt(denominator)) / doubled);
  }
  // The floor of a quotient of whole numbers below 2^53 is never blurred into the next number.
  return Math.floor((2 * tenThousand * numerator + denominator) / (2 * denominator));
}

/**
 * Where the market went between a bet's open and its close, as the side of the bet sees it: `toward` when the close asks more of the bet than
 * the open did, `away` when it asks less, `none` when both are the same.
 */
export const movements = ["toward", "away", "none"] as const;
export type Movement = (typeof movements)[number];

/** In columns of numbers, where null has no place. */
export const unknownMovement = 2;

export const movementSigns: Readonly<Record<Movement, -1 | 0 | 1>> = { toward: 1, away: -1, none: 0 };

/**
 * By how many quarters of a point the open was better for the bettor than the close: a higher line for a team and for
 * under, a lower one for over. Null for a moneyline, and where a line is missing.
 * @param lineSign, openLine, closeLine, noLine: as `movementOf` takes them.
 */
export function betterQuarters(
  hasLine: boolean,
  lineSign: -1 | 1,
  openLine: number,
  closeLine: number,
  noLine: number,
): number | null {
  if (!hasLine || openLine === noLine || closeLine === noLine) return null;
  // 0 - 0 is 0, where -0 would come out of a minus sign [D-15].
  return lineSign === 1 ? openLine - closeLine : closeLine - openLine;
}

/**
 * The line decides, and the price where the line is the same.
 * @param hasLine whether the bet is one on a line; a moneyline has prices alone.
 * @param lineSign that of the selection, see `lineSign` in grading.ts.
 * @param openLine and closeLine: as the selection sees them, in quarters of a point; `noLine` is none.
 * @param openPrice and closePrice: American odds; 0 is none.
 * @returns 1 toward the selection, -1 away from it, 0 neither; null when one of the numbers that decide is not known.
 */
export function movementOf(
  hasLine: boolean,
  lineSign: -1 | 1,
  openLine: number,
  closeLine: number,
  noLine: number,
  openPrice: number,
  closePrice: number,
): -1 | 0 | 1 | null {
  if (hasLine) {
    if (openLine === noLine || closeLine === noLine) return null;
    // The points that are added to the score of the selection: the fewer, the harder the bet is to win.
    if (openLine !== closeLine) return lineSign * (closeLine - openLine) < 0 ? 1 : -1;
  }
  if (openPrice === 0 || closePrice === 0) return null;
  // The smaller number of American odds is the higher probability, on either side of zero.
  return Math.sign(openPrice - closePrice) as -1 | 0 | 1;
}
