/**
 * How games end. A sport states one table of final scores; the better side, and an evening of many points, tilt it, until its
 * means are those that are expected. Games are drawn from the tilted table and books price with it, so that a favorite wins
 * as often as its price says.
 *
 * The tilt is exponential (Esscher): a score h-a weighs exp(p(h - a) + q(h + a)) times as much, for the p and q that bring the
 * means. Tables are tilted at the crossings of a grid of means; a game between crossings is a mixture of the four around it.
 */
import { type OddsPeriod, type ScorePeriod, sportFacts } from "../../src/domain/sports.ts";
import { Random } from "./random.ts";
import type { Expectation, Result, ScoreTable } from "./sport.ts";

/** Of whole numbers from `first` on, the share of those up to each one. */
type Distribution = { readonly first: number; readonly upTo: Float64Array; readonly mean: number };

/** @param weights of `first`, `first` + 1 and so on, in any unit. */
function distribution(first: number, weights: Float64Array): Distribution {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let [sum, mean] = [0, 0];
  const upTo = weights.map((weight, index) => {
    mean += ((first + index) * weight) / all;
    sum += weight / all;
    return sum;
  });
  return { first, upTo, mean };
}

function shareUpTo({ first, upTo }: Distribution, value: number): number {
  return value < first ? 0 : (upTo[value - first] ?? 1);
}

type Part = { readonly margins: Distribution; readonly totals: Distribution };

/** A table, tilted to a margin and a total on the mean. */
type Crossing = Part & {
  readonly homes: Distribution;
  readonly aways: Distribution;
  /** Row by row of home scores, the sum of the weights up to each score. */
  readonly upTo: Float64Array;
  readonly seed: string;
  /** Is filled when a part of the game is asked for. */
  readonly parts: Map<OddsPeriod, Part>;
};

const crossings = new Map<ScoreTable, Map<number, Crossing>>();

function crossingAt(table: ScoreTable, column: number, row: number): Crossing {
  const ofTable = crossings.getOrInsertComputed(table, () => new Map());
  const [margin, total] = [column * table.steps[0], row * table.steps[1]];
  return ofTable.getOrInsertComputed(column * 10_000 + row, () => crossingOf(table, { margin, total }));
}

function crossingOf(table: ScoreTable, expected: Expectation): Crossing {
  const { fewest, side } = table;
  const size = side.length;
  const weights = tilted(table, expected);
  const [margins, totals] = [new Float64Array(2 * size - 1), new Float64Array(2 * size - 1)];
  const [homes, aways, upTo] = [new Float64Array(size), new Float64Array(size), new Float64Array(size * size)];
  let sum = 0;
  for (const [at, weight] of weights.entries()) {
    const [h, a] = [Math.floor(at / size), at % size];
    sum += weight;
    upTo[at] = sum;
    add(margins, h - a + size - 1, weight);
    add(totals, h + a, weight);
    add(homes, h, weight);
    add(aways, a, weight);
  }
  return {
    margins: distribution(1 - size, margins),
    totals: distribution(2 * fewest, totals),
    homes: distribution(fewest, homes),
    aways: distribution(fewest, aways),
    ...{ upTo, seed: `${table.sport} ${expected.margin} ${expected.total}`, parts: new Map() },
  };
}

function add(weights: Float64Array, at: number, weight: number): void {
  weights[at] = (weights[at] as number) + weight;
}

/** The weights of all scores, row by row of home scores, with the tilt that brings the expected means: found step by step. */
function tilted({ side, apart, fewest }: ScoreTable, { margin, total }: Expectation): Float64Array {
  const size = side.length;
  const wantedTotal = total - 2 * fewest;
  // However lopsided the game, a side scores a sixth of an even share on the mean.
  const wantedMargin = Math.max(-0.84 * wantedTotal, Math.min(0.84 * wantedTotal, margin));
  const weights = new Float64Array(size * size);
  const tilts = (tilt: number) => side.map((weight, at) => weight * Math.exp(tilt * (at - size / 2)));
  let [ofMargin, ofTotal] = [0, 0];
  for (let step = 0; step < 60; step++) {
    const [homes, aways] = [tilts(ofTotal + ofMargin), tilts(ofTotal - ofMargin)];
    let [all, m, t, mm, tt] = [0, 0, 0, 0, 0];
    for (let h = 0; h < size; h++) {
      for (let a = 0; a < size; a++) {
        const distance = Math.min(Math.abs(h - a), apart.length - 1);
        const weight = (homes[h] as number) * (aways[a] as number) * (apart[distance] as number);
        weights[h * size + a] = weight;
        all += weight;
        m += weight * (h - a);
        t += weight * (h + a);
        mm += weight * (h - a) ** 2;
        tt += weight * (h + a) ** 2;
      }
    }
    const missing = { margin: wantedMargin - m / all, total: wantedTotal - t / all };
    if (Math.abs(missing.margin) + Math.abs(missing.total) < 1e-3) break;
    const [varianceM, varianceT] = [mm / all - (m / all) ** 2, tt / all - (t / all) ** 2];
    // Far from the means a whole step may lead too far.
    const reach = Math.min(1, (1.5 * Math.sqrt(varianceM)) / Math.hypot(missing.margin, missing.total));
    ofMargin += (reach * missing.margin) / varianceM;
    ofTotal += (reach * missing.total) / varianceT;
  }
  return weights;
}

function drawFrom({ upTo }: Crossing, { fewest, side: { length: size } }: ScoreTable, random: Random) {
  const wanted = random.next() * (upTo.at(-1) as number);
  let [low, high] = [0, upTo.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((upTo[middle] as number) > wanted) high = middle;
    else low = middle + 1;
  }
  return { home: fewest + Math.floor(low / size), away: fewest + (low % size) };
}

/** Games of a crossing that are played to know how their parts end: the table says how whole games do. */
const gamesPerCrossing = 600;

/** How a part of the games of a crossing ends, or all of them. */
function partOf(crossing: Crossing, table: ScoreTable, period: OddsPeriod): Part {
  if (period === "full") return crossing;
  if (crossing.parts.size === 0) {
    const random = new Random(crossing.seed);
    const results = Array.from({ length: gamesPerCrossing }, () =>
      withPeriods(table, drawFrom(crossing, table, random), random),
    );
    const { publishedMarkets, scorePeriods } = sportFacts[table.sport];
    for (const each of Object.keys(publishedMarkets) as OddsPeriod[]) {
      if (each === "full") continue;
      const [from, to] = scorePeriods[each as ScorePeriod] as readonly [number, number];
      // What comes after the second half belongs to it.
      const until = each === "2h" ? 99 : to;
      const most = 2 * (table.fewest + table.side.length);
      const [margins, totals] = [new Float64Array(2 * most + 1), new Float64Array(most + 1)];
      for (const { homeLine, awayLine } of results) {
        const [home, away] = [pointsOf(homeLine, from, until), pointsOf(awayLine, from, until)];
        add(margins, home - away + most, 1);
        add(totals, home + away, 1);
      }
      crossing.parts.set(each, { margins: distribution(-most, margins), totals: distribution(0, totals) });
    }
  }
  return crossing.parts.get(period) as Part;
}

export function pointsOf(line: readonly (number | null)[], from: number, to: number): number {
  return line.slice(from, to).reduce<number>((sum, points) => sum + (points ?? 0), 0);
}

/** The chances of one kind of number, a margin or points, against any line. */
export type LineChances = {
  readonly mean: number;
  /** How likely the number is above the line, given that it is not on it: a push gives the stakes back. */
  shareAbove(line: number): number;
};

/** The chances of every line of a game, of its parts and of its sides. */
export type GameChances = Readonly<
  Record<"margins" | "totals", (period: OddsPeriod) => LineChances> & Record<"homes" | "aways", () => LineChances>
>;

export function chancesOf(table: ScoreTable, { margin, total }: Expectation): GameChances {
  const [column, row] = [margin / table.steps[0], total / table.steps[1]];
  const [left, low] = [Math.floor(column), Math.floor(row)];
  const corners = [0, 1].flatMap((right) =>
    [0, 1].map((high) => ({
      crossing: crossingAt(table, left + right, low + high),
      weight: Math.abs(1 - right - (column - left)) * Math.abs(1 - high - (row - low)),
    })),
  );
  const mixed = (of: (crossing: Crossing) => Distribution): LineChances =>
    mixture(corners.map(({ crossing, weight }) => ({ weight, of: of(crossing) })));
  // The moneyline and the spread ask for the same margins.
  const margins = new Map<OddsPeriod, LineChances>();
  return {
    margins: (period) =>
      margins.getOrInsertComputed(period, () => mixed((crossing) => partOf(crossing, table, period).margins)),
    totals: (period) => mixed((crossing) => partOf(crossing, table, period).totals),
    homes: () => mixed(({ homes }) => homes),
    aways: () => mixed(({ aways }) => aways),
  };
}

function mixture(parts: readonly { readonly weight: number; readonly of: Distribution }[]): LineChances {
  return {
    mean: parts.reduce((sum, { weight, of }) => sum + weight * of.mean, 0),
    shareAbove(line) {
      const [lowest, highest] = [Math.ceil(line) - 1, Math.floor(line)];
      let [above, below] = [0, 0];
      for (const { weight, of } of parts) {
        above += weight * (1 - shareUpTo(of, highest));
        below += weight * shareUpTo(of, lowest);
      }
      return above / (above + below);
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
  const crossing = crossingAt(table, upwards(margin / table.steps[0]), upwards(total / table.steps[1]));
  let final = drawFrom(crossing, table, random);
  while (isPostseason && final.home === final.away) final = drawFrom(crossing, table, random);
  return withPeriods(table, final, random);
}

function withPeriods(table: ScoreTable, final: { home: number; away: number }, random: Random): Result {
  const { home, away } = final;
  const apart = Math.abs(home - away);
  const extra = random.chance(table.overtime[apart] ?? 0) ? table.extra(apart, random) : null;
  const [winner = [], loser = []] = extra ?? [];
  // Before overtime both sides have as many points as the loser has without those of the extra periods.
  const level = Math.min(home, away) - pointsOf(loser, 0, 99);
  const isOvertime = extra !== null && level >= 0 && waysTo(table, level)[level] !== 0;
  if (!isOvertime) return { ...final, ...regulation(table, home, away, random), overtime: false };
  const { homeLine, awayLine } = regulation(table, level, level, random);
  const [homeExtra, awayExtra] = home >= away ? [winner, loser] : [loser, winner];
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

/** The points of a side as plays, each in a period. */
function sharedOut(table: ScoreTable, points: number, periods: readonly number[], random: Random): number[] {
  const line = periods.map(() => 0);
  const made: number[] = [];
  for (let left = points; left > 0; left -= made.at(-1) as number) made.push(playOf(table, left, random));
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

const ways = new Map<ScoreTable, number[]>();

/** How often plays, one after the other, come to each number up to so many points: 0 where no plays do. */
function waysTo(table: ScoreTable, points: number): readonly number[] {
  const known = ways.getOrInsertComputed(table, () => [1]);
  for (let next = known.length; next <= points; next++)
    known[next] = table.plays.reduce((sum, [each, weight]) => sum + weight * (known[next - each] ?? 0), 0);
  return known;
}

/** A play of a side that scores so many points more: as likely as it is among all ways to them. */
function playOf(table: ScoreTable, left: number, random: Random): number {
  const known = waysTo(table, left);
  let wanted = random.next() * (known[left] as number);
  for (const [points, weight] of table.plays) {
    if (points <= left) wanted -= weight * (known[left - points] as number);
    if (wanted < 0) return points;
  }
  // Numbers that no plays come to, and what rounding leaves, are made at once.
  return left;
}
