/**
 * How games end. A sport states one table of final scores; the better side, and an evening of many points, tilt it, until its
 * means are those that are expected. Games are drawn from the tilted table and books price with it, so that a favorite wins
 * as often as its price says.
 *
 * The tilt is exponential (Esscher): a score h-a weighs exp(p(h - a) + q(h + a)) times as much, for the p and q that bring the
 * means. Tables are tilted at the crossings of a grid of means; a game between crossings is a mixture of them.
 */
import { type OddsPeriod, type ScorePeriod, sportFacts } from "../../src/domain/sports.ts";
import { Random } from "./random.ts";
import type { Expectation, Result, ScoreTable } from "./sport.ts";

/** How likely a whole number is above a line. */
export interface LineChances {
  /** A number near which both sides of a line are about as likely. */
  readonly mean: number;
  /** How often the number is above a line, of the times that it is not on it: a push gives the stakes back. */
  shareAbove(line: number): number;
}

/** Whole numbers with their chances: the mean, and the share of the numbers up to each one. */
type Distribution = { readonly mean: number; readonly upTo: (value: number) => number };

/** @param weights of `first`, `first` + 1 and so on, in any unit. */
function distribution(first: number, weights: Float64Array): Distribution {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let [sum, mean] = [0, 0];
  const shares = weights.map((weight, index) => {
    mean += ((first + index) * weight) / all;
    sum += weight / all;
    return sum;
  });
  return { mean, upTo: (value) => (value < first ? 0 : (shares[value - first] ?? 1)) };
}

/** The chances of a mixture of two crossings of the grid. */
function between(low: Distribution, high: Distribution, weight: number): LineChances {
  const upTo = (value: number): number => (1 - weight) * low.upTo(value) + weight * high.upTo(value);
  return {
    mean: (1 - weight) * low.mean + weight * high.mean,
    shareAbove(line) {
      const below = upTo(Math.ceil(line) - 1);
      const above = 1 - upTo(Math.floor(line));
      return above / (above + below);
    },
  };
}

type Part = { readonly margins: Distribution; readonly totals: Distribution };

/** Games of a crossing that are played to know how their parts end: the table says how whole games do. */
const gamesPerCrossing = 400;

/** A table, tilted to a margin and a total on the mean. */
class TiltedTable {
  readonly full: Part;
  readonly homes: Distribution;
  readonly aways: Distribution;
  readonly #table: ScoreTable;
  readonly #size: number;
  /** Row by row of home scores, the sum of the weights up to each score. */
  readonly #upTo: Float64Array;
  readonly #seed: string;
  #parts: ReadonlyMap<OddsPeriod, Part> | null = null;

  constructor(table: ScoreTable, expected: Expectation) {
    const { side, apart, fewest, sport } = table;
    const size = side.length;
    const [home, away] = tiltedSides(table, possible(table, expected));
    const margins = new Float64Array(2 * size - 1);
    const totals = new Float64Array(2 * size - 1);
    const homes = new Float64Array(size);
    const aways = new Float64Array(size);
    this.#upTo = new Float64Array(size * size);
    let sum = 0;
    for (let h = 0; h < size; h++) {
      for (let a = 0; a < size; a++) {
        const weight = weightOf(home, away, apart, h, a);
        sum += weight;
        this.#upTo[h * size + a] = sum;
        margins[h - a + size - 1] = (margins[h - a + size - 1] as number) + weight;
        totals[h + a] = (totals[h + a] as number) + weight;
        homes[h] = (homes[h] as number) + weight;
        aways[a] = (aways[a] as number) + weight;
      }
    }
    this.full = { margins: distribution(1 - size, margins), totals: distribution(2 * fewest, totals) };
    this.homes = distribution(fewest, homes);
    this.aways = distribution(fewest, aways);
    this.#table = table;
    this.#size = size;
    this.#seed = `${sport} ${expected.margin} ${expected.total}`;
  }

  draw(random: Random): { readonly home: number; readonly away: number } {
    const wanted = random.next() * (this.#upTo.at(-1) as number);
    let [low, high] = [0, this.#upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#upTo[middle] as number) > wanted) high = middle;
      else low = middle + 1;
    }
    const { fewest } = this.#table;
    return { home: fewest + Math.floor(low / this.#size), away: fewest + (low % this.#size) };
  }

  part(period: OddsPeriod): Part {
    this.#parts ??= this.#playParts();
    return this.#parts.get(period) as Part;
  }

  #playParts(): ReadonlyMap<OddsPeriod, Part> {
    const random = new Random(this.#seed);
    const results = Array.from({ length: gamesPerCrossing }, () => withPeriods(this.#table, this.draw(random), random));
    const facts = sportFacts[this.#table.sport];
    const periods = (Object.keys(facts.publishedMarkets) as OddsPeriod[]).filter((period) => period !== "full");
    return new Map(
      periods.map((period) => {
        const [from, to] = facts.scorePeriods[period as ScorePeriod] as readonly [number, number];
        // What comes after the second half belongs to it.
        const until = period === "2h" ? 99 : to;
        const most = 2 * (this.#table.fewest + this.#size);
        const margins = new Float64Array(2 * most + 1);
        const totals = new Float64Array(most + 1);
        for (const { homeLine, awayLine } of results) {
          const [home, away] = [pointsOf(homeLine, from, until), pointsOf(awayLine, from, until)];
          margins[home - away + most] = (margins[home - away + most] as number) + 1;
          totals[home + away] = (totals[home + away] as number) + 1;
        }
        return [period, { margins: distribution(-most, margins), totals: distribution(0, totals) }];
      }),
    );
  }
}

function pointsOf(line: readonly (number | null)[], from: number, to: number): number {
  let points = 0;
  for (let at = from; at < Math.min(to, line.length); at++) points += line[at] ?? 0;
  return points;
}

function weightOf(home: Float64Array, away: Float64Array, apart: readonly number[], h: number, a: number): number {
  const distance = Math.min(Math.abs(h - a), apart.length - 1);
  return (home[h] as number) * (away[a] as number) * (apart[distance] as number);
}

/** The weights of both sides' points, with the tilt that brings the expected means: found by Newton's method. */
function tiltedSides(
  { side, apart, fewest }: ScoreTable,
  expected: Expectation,
): readonly [Float64Array, Float64Array] {
  const size = side.length;
  const middle = size / 2;
  const tilted = (tilt: number) => Float64Array.from(side, (weight, at) => weight * Math.exp(tilt * (at - middle)));
  let [ofMargin, ofTotal] = [0, 0];
  for (let step = 0; ; step++) {
    const [home, away] = [tilted(ofTotal + ofMargin), tilted(ofTotal - ofMargin)];
    if (step === 25) return [home, away];
    let [all, m, t, mm, tt, mt] = [0, 0, 0, 0, 0, 0];
    for (let h = 0; h < size; h++) {
      for (let a = 0; a < size; a++) {
        const weight = weightOf(home, away, apart, h, a);
        const [margin, total] = [h - a, h + a];
        all += weight;
        m += weight * margin;
        t += weight * total;
        mm += weight * margin * margin;
        tt += weight * total * total;
        mt += weight * margin * total;
      }
    }
    const [meanMargin, meanTotal] = [m / all, t / all];
    const [missingMargin, missingTotal] = [expected.margin - meanMargin, expected.total - 2 * fewest - meanTotal];
    if (Math.abs(missingMargin) + Math.abs(missingTotal) < 1e-3) return [home, away];
    const [varM, varT] = [mm / all - meanMargin ** 2, tt / all - meanTotal ** 2];
    const both = mt / all - meanMargin * meanTotal;
    const determinant = varM * varT - both ** 2;
    // Far from the means a whole step may lead too far.
    const reach = Math.min(1, (1.5 * Math.sqrt(varM)) / Math.hypot(missingMargin, missingTotal));
    ofMargin += (reach * (varT * missingMargin - both * missingTotal)) / determinant;
    ofTotal += (reach * (varM * missingTotal - both * missingMargin)) / determinant;
  }
}

/** A crossing may lie beyond what can be expected: there a side has next to no points. */
function possible({ fewest }: ScoreTable, { margin, total }: Expectation): Expectation {
  const limit = 0.9 * (total - 2 * fewest);
  return { margin: Math.max(-limit, Math.min(limit, margin)), total };
}

const crossings = new Map<ScoreTable, Map<number, TiltedTable>>();

function crossing(table: ScoreTable, column: number, row: number): TiltedTable {
  const ofTable = crossings.getOrInsertComputed(table, () => new Map());
  const known = ofTable.get(column * 10_000 + row);
  if (known !== undefined) return known;
  const [margin, total] = table.steps;
  const made = new TiltedTable(table, { margin: column * margin, total: row * total });
  ofTable.set(column * 10_000 + row, made);
  return made;
}

/** The chances of every line of a game, of its parts and of its sides. */
export type GameChances = {
  readonly margins: (period: OddsPeriod) => LineChances;
  readonly totals: (period: OddsPeriod) => LineChances;
  readonly side: (side: "home" | "away") => LineChances;
};

export function chancesOf(table: ScoreTable, { margin, total }: Expectation): GameChances {
  const [column, row] = [margin / table.steps[0], total / table.steps[1]];
  const [left, low] = [Math.floor(column), Math.floor(row)];
  // Margins hardly depend on the total, nor totals on the margin: there the nearest crossing will do.
  const columns = [left, left + 1].map((at) => crossing(table, at, Math.round(row))) as [TiltedTable, TiltedTable];
  const rows = [low, low + 1].map((at) => crossing(table, Math.round(column), at)) as [TiltedTable, TiltedTable];
  const part = (tilted: TiltedTable, period: OddsPeriod): Part =>
    period === "full" ? tilted.full : tilted.part(period);
  return {
    margins: (period) => between(part(columns[0], period).margins, part(columns[1], period).margins, column - left),
    totals: (period) => between(part(rows[0], period).totals, part(rows[1], period).totals, row - low),
    // A side's points follow its own mean, whatever the margin: the crossing that is nearest to that mean is found on a column.
    side(side) {
      const shift =
        side === "home" ? margin - Math.round(column) * table.steps[0] : Math.round(column) * table.steps[0] - margin;
      const at = (total + shift) / table.steps[1];
      const below = Math.floor(at);
      const name = side === "home" ? "homes" : "aways";
      const [first, second] = [below, below + 1].map((each) => crossing(table, Math.round(column), each)[name]);
      return between(first as Distribution, second as Distribution, at - below);
    },
  };
}

/** Draws a final score, and shares it out over the periods. */
export function playGame(
  table: ScoreTable,
  { margin, total }: Expectation,
  isPostseason: boolean,
  random: Random,
): Result {
  const upwards = (value: number): number => Math.floor(value) + Number(random.next() < value - Math.floor(value));
  const tilted = crossing(table, upwards(margin / table.steps[0]), upwards(total / table.steps[1]));
  let final = tilted.draw(random);
  while (isPostseason && final.home === final.away) final = tilted.draw(random);
  return withPeriods(table, final, random);
}

function withPeriods(table: ScoreTable, final: { home: number; away: number }, random: Random): Result {
  const { home, away } = final;
  const apart = Math.abs(home - away);
  const extra = random.chance(table.overtime[apart] ?? 0) ? table.extra(apart, random) : null;
  const [winner = [], loser = []] = extra ?? [];
  const [homeExtra, awayExtra] = home >= away ? [winner, loser] : [loser, winner];
  // Before overtime both sides have as many points as the loser has without those of the extra periods.
  const level = Math.min(home, away) - pointsOf(loser, 0, 99);
  const isOvertime = extra !== null && level >= 0 && (level !== 1 || table.plays.some(([points]) => points === 1));
  if (!isOvertime) return { ...final, ...regulation(table, home, away, random), overtime: false };
  const { homeLine, awayLine } = regulation(table, level, level, random);
  return { ...final, homeLine: [...homeLine, ...homeExtra], awayLine: [...awayLine, ...awayExtra], overtime: true };
}

function regulation(table: ScoreTable, home: number, away: number, random: Random) {
  const awayLine = sharedOut(table, away, table.periods, random);
  const lead = home - away;
  if (table.walkOffs === null || lead <= 0)
    return { homeLine: sharedOut(table, home, table.periods, random), awayLine };
  // The last half inning is batted only by a home side that does not lead, and ends with the run that wins.
  const isWalkOff = random.chance(table.walkOffs[lead] ?? 0);
  const last = isWalkOff ? lead + Math.min(away, random.pick([0, 0, 0, 1, 1, 2])) : 0;
  const before: (number | null)[] = sharedOut(table, home - last, table.periods.slice(0, -1), random);
  return { homeLine: [...before, isWalkOff ? last : null], awayLine };
}

/** Numbers that no play of football leaves, while another would do. */
const oddRests: ReadonlySet<number> = new Set([1, 2, 4, 5]);

/** The points of a side as plays, each in a period. */
function sharedOut(table: ScoreTable, points: number, periods: readonly number[], random: Random): number[] {
  const line = periods.map(() => 0);
  const made: number[] = [];
  for (let left = points; left > 0; ) {
    const play = weighted(fittingPlays(table, left), random);
    made.push(play);
    left -= play;
  }
  const all = periods.reduce((sum, share) => sum + share, 0);
  for (const [index, play] of random.shuffled(made).entries()) {
    let left = (random.chance(table.chance) ? random.next() : (index + random.next()) / made.length) * all;
    let at = -1;
    do left -= periods[++at] as number;
    while (left >= 0);
    line[at] = (line[at] as number) + play;
  }
  return line;
}

type Weighted = { readonly values: ScoreTable["plays"]; readonly sum: number };

/** By table, the plays with which so many points may go on: they are asked for millions of times. */
const fitting = new Map<ScoreTable, Weighted[]>();

function fittingPlays(table: ScoreTable, left: number): Weighted {
  const known = fitting.getOrInsertComputed(table, () => []);
  known[left] ??= withSum(playsThatFit(table.plays, left));
  return known[left];
}

function playsThatFit(plays: ScoreTable["plays"], left: number): ScoreTable["plays"] {
  if (left > Math.max(...plays.map(([each]) => each)) + 5) return plays;
  const isOne = plays.some(([each]) => each === 1);
  const fits = plays.filter(([each]) => each <= left && (isOne || !oddRests.has(left - each)));
  return fits.length > 0 ? fits : plays.filter(([each]) => each === left || left - each > 1);
}

function withSum(values: ScoreTable["plays"]): Weighted {
  return { values, sum: values.reduce((sum, [, weight]) => sum + weight, 0) };
}

function weighted({ values, sum }: Weighted, random: Random): number {
  let left = random.next() * sum;
  for (const [value, weight] of values) {
    left -= weight;
    if (left < 0) return value;
  }
  throw new RangeError("there is nothing to draw from");
}
