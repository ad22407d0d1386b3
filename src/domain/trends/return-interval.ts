/**
 * The 95% interval of the return on investment: a bootstrap by game with a fixed seed, so that two bets on one game are not two
 * facts. B. Efron and R. Tibshirani (1993), "An Introduction to the Bootstrap", chapters 6, 8 and 13; A. Davison and
 * D. Hinkley (1997), "Bootstrap Methods and their Application", chapters 2 and 5.
 */
import { mostPlayedAnew, type Stakes } from "./games-of-set.ts";
import { nextRandom } from "./random.ts";
import type { Interval } from "./wilson.ts";

/** More games than this are drawn in so many groups of games. */
const mostDrawn = 100;
/** So many games or bets are drawn for a row. The number of resamples follows from it. */
const drawnForRow = 30_000;
const leastResamples = 300;
const mostResamples = 1000;

const seed = 0x5eed_b375;
/** Lucks are whole numbers below this. */
const mostLuck = 2 ** 31 - 1;
const tail = 0.025;

/** The interval of `profit / bets`; null without bets. */
export function returnInterval(stakes: Stakes): Interval | null {
  if (stakes.bets === 0) return null;
  return stakes.decided <= mostPlayedAnew ? playedAnew(stakes) : drawnAnew(stakes);
}

function resamplesFor(units: number): number {
  return Math.max(leastResamples, Math.min(mostResamples, Math.floor(drawnForRow / Math.max(1, units))));
}

/**
 * The parametric bootstrap: every game is played anew with the chances that its closing prices gave, and the interval is what
 * the result may be away from what was expected. Resampling results themselves fails here: of twenty long shots often none
 * wins, and then every resample is the same. The bets of a game on its sides share one luck, those on its points another.
 */
function playedAnew(stakes: Stakes): Interval {
  const { games, bets, profit, firstOf, chances, swings, isTotal, isSecond, decided } = stakes;
  const resamples = resamplesFor(decided);
  const deviations = new Float64Array(resamples);
  const least = new Int32Array(decided);
  const most = new Int32Array(decided);
  let expected = 0;
  let variance = 0;
  for (let bet = 0; bet < decided; bet++) {
    const chance = chances[bet] as number;
    const swing = swings[bet] as number;
    expected += chance * swing;
    variance += chance * (1 - chance) * swing * swing;
    // The lucks with which it wins: home and over need much of it, away and under little.
    least[bet] = isSecond[bet] === 1 ? 0 : Math.round((1 - chance) * mostLuck);
    most[bet] = isSecond[bet] === 1 ? Math.round(chance * mostLuck) : mostLuck;
  }
  let random = seed;
  for (let resample = 0; resample < resamples; resample++) {
    let brought = 0;
    for (let game = 0; game < games; game++) {
      const end = firstOf[game + 1] as number;
      let bet = firstOf[game] as number;
      if (bet === end) continue;
      random = nextRandom(random);
      const luckOfSides = random >>> 1;
      let luckOfTotals = luckOfSides;
      if (bet + 1 < end) {
        random = nextRandom(random);
        luckOfTotals = random >>> 1;
      }
      for (; bet < end; bet++) {
        const luck = isTotal[bet] === 1 ? luckOfTotals : luckOfSides;
        // The sign bits are 1 and 0 where it wins. A branch that nobody can predict would take three times as long.
        const isWon = ((luck - (most[bet] as number)) >>> 31) & (((luck - (least[bet] as number)) >>> 31) ^ 1);
        brought += isWon * (swings[bet] as number);
      }
    }
    deviations[resample] = brought - expected;
  }
  // Of many bets, one a game, the spread is known exactly; that of few has steps, which must stay where they are.
  const scale = decided >= smoothFrom && isOneEach(stakes) ? scaleTo(deviations, Math.sqrt(variance)) : 1;
  deviations.sort();
  const value = profit / bets;
  // What was drawn has steps, and a result on the last step is within: the ends are at drawn values, and a hair beyond them.
  const skipped = Math.floor(tail * resamples);
  const low = value - (scale * (deviations[resamples - 1 - skipped] as number)) / bets - hair;
  return { low: Math.max(-1, low), high: value - (scale * (deviations[skipped] as number)) / bets + hair };
}

const smoothFrom = 50;

function isOneEach({ games, firstOf }: Stakes): boolean {
  for (let game = 0; game < games; game++) {
    if ((firstOf[game + 1] as number) - (firstOf[game] as number) > 1) return false;
  }
  return true;
}

/** More than binary fractions blur a sum, and less than any answer shows. */
const hair = 1e-9;

/**
 * The bootstrap proper: games are drawn with replacement. Of many games, groups that were dealt by the seed are drawn instead,
 * which is as good for a sum of many and costs the same whatever their number; the spread is then brought to that of the
 * single games.
 */
function drawnAnew(stakes: Stakes): Interval {
  const { games, bets, profit, profits, counts } = stakes;
  const value = profit / bets;
  const groups = Math.min(games, mostDrawn);
  const surplus = new Float64Array(groups);
  const staked = new Float64Array(groups);
  let squares = 0;
  let random = seed;
  let shift = 0;
  for (let game = 0; game < games; game++) {
    // Every run of as many games as there are groups gives one to each, beginning at a group that the seed says.
    if (game % groups === 0) {
      random = nextRandom(random);
      shift = placeOf(random >>> 16, groups);
    }
    const group = (game + shift) % groups;
    const own = (profits[game] as number) - value * (counts[game] as number);
    squares += own * own;
    surplus[group] = (surplus[group] as number) + own;
    staked[group] = (staked[group] as number) + (counts[game] as number);
  }
  const deviation = Math.sqrt((squares * games) / Math.max(1, games - 1)) / bets;
  const resamples = resamplesFor(groups);
  const deviations = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample++) {
    let brought = 0;
    let stake = 0;
    // Each number gives two draws, of its upper and of its lower half.
    for (let draw = 1; draw < groups; draw += 2) {
      random = nextRandom(random);
      const one = placeOf(random >>> 16, groups);
      const other = placeOf(random & 0xffff, groups);
      brought += (surplus[one] as number) + (surplus[other] as number);
      stake += (staked[one] as number) + (staked[other] as number);
    }
    if (groups % 2 === 1) {
      random = nextRandom(random);
      const last = placeOf(random >>> 16, groups);
      brought += surplus[last] as number;
      stake += staked[last] as number;
    }
    deviations[resample] = stake === 0 ? 0 : brought / stake;
  }
  const scale = scaleTo(deviations, deviation);
  deviations.sort();
  return {
    low: Math.max(-1, value + scale * quantile(deviations, tail)),
    high: value + scale * quantile(deviations, 1 - tail),
  };
}

/** One of so many places, fewer than 2^15, by a random number of 16 bits. */
function placeOf(random: number, places: number): number {
  return (random * places) >>> 16;
}

/** Centers the numbers, and returns by what they are to be multiplied to have the deviation that is known. */
function scaleTo(deviations: Float64Array, known: number): number {
  let sum = 0;
  for (const each of deviations) sum += each;
  const mean = sum / deviations.length;
  let squares = 0;
  for (let at = 0; at < deviations.length; at++) {
    const centered = (deviations[at] as number) - mean;
    deviations[at] = centered;
    squares += centered * centered;
  }
  return squares === 0 ? 1 : known / Math.sqrt(squares / deviations.length);
}

/** Between the two nearest of rising numbers. */
function quantile(rising: Float64Array, share: number): number {
  const at = share * (rising.length - 1);
  const below = Math.floor(at);
  const low = rising[below] as number;
  return low + (at - below) * ((rising[Math.min(below + 1, rising.length - 1)] as number) - low);
}
