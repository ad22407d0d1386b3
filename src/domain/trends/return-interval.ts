/**
 * The 95% interval of the return on investment: a bootstrap by game with a fixed seed, so that two bets on one game are not two
 * facts. B. Efron and R. Tibshirani (1993), "An Introduction to the Bootstrap", chapters 6, 8 and 13; A. Davison and
 * D. Hinkley (1997), "Bootstrap Methods and their Application", chapters 2 and 5.
 */
import { mostPlayedAnew, type Stakes } from "./games-of-set.ts";
import { Random } from "./random.ts";
import type { Interval } from "./wilson.ts";

/** More games than this are drawn in so many groups of games. */
const mostDrawn = 100;
/** So many games or bets are drawn for a row. The number of resamples follows from it. */
const drawnForRow = 50_000;
const leastResamples = 200;
const mostResamples = 1000;

const seed = 0x5eed_b3_75 >>> 0;
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
  const random = new Random(seed);
  const resamples = resamplesFor(decided);
  const deviations = new Float64Array(resamples);
  let expected = 0;
  let variance = 0;
  for (let bet = 0; bet < decided; bet++) {
    const chance = chances[bet] as number;
    const swing = swings[bet] as number;
    expected += chance * swing;
    variance += chance * (1 - chance) * swing * swing;
  }
  const isSingle = decided <= games && isOneEach(stakes);
  for (let resample = 0; resample < resamples; resample++) {
    let brought = 0;
    for (let game = 0; game < games; game++) {
      const end = firstOf[game + 1] as number;
      let bet = firstOf[game] as number;
      if (bet === end) continue;
      const luckOfSides = random.next() / 2 ** 32;
      const luckOfTotals = isSingle ? luckOfSides : random.next() / 2 ** 32;
      for (; bet < end; bet++) {
        const luck = isTotal[bet] === 1 ? luckOfTotals : luckOfSides;
        const chance = chances[bet] as number;
        if (isSecond[bet] === 1 ? luck >= 1 - chance : luck < chance) brought += swings[bet] as number;
      }
    }
    deviations[resample] = brought - expected;
  }
  // Where every game has one bet, the variance of what was drawn is known exactly.
  const scale = isSingle ? scaleTo(deviations, Math.sqrt(variance)) : 1;
  deviations.sort();
  const value = profit / bets;
  return {
    low: Math.max(-1, value - (scale * quantile(deviations, 1 - tail)) / bets),
    high: value - (scale * quantile(deviations, tail)) / bets,
  };
}

function isOneEach({ games, firstOf }: Stakes): boolean {
  for (let game = 0; game < games; game++)
    if ((firstOf[game + 1] as number) - (firstOf[game] as number) > 1) return false;
  return true;
}

/**
 * The bootstrap proper: games are drawn with replacement. Of many games, groups that were dealt by the seed are drawn instead,
 * which is as good for a sum of many and costs the same whatever their number; the spread is then brought to that of the
 * single games.
 */
function drawnAnew(stakes: Stakes): Interval {
  const { games, bets, profit, profits, counts } = stakes;
  const random = new Random(seed);
  const value = profit / bets;
  const groups = Math.min(games, mostDrawn);
  const surplus = new Float64Array(groups);
  const staked = new Float64Array(groups);
  let squares = 0;
  for (let game = 0; game < games; game++) {
    // Every run of as many games as there are groups is dealt with one game to each, from a group that the seed says.
    const group = games === groups ? game : dealt(game, groups, random);
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
    for (let draw = 0; draw < groups; draw++) {
      const group = Math.floor((random.next() / 2 ** 32) * groups);
      brought += surplus[group] as number;
      stake += staked[group] as number;
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

let offset = 0;
function dealt(game: number, groups: number, random: Random): number {
  const place = game % groups;
  if (place === 0) offset = Math.floor((random.next() / 2 ** 32) * groups);
  return (place + offset) % groups;
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
