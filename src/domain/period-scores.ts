/** Scores by period [D-9, D-10], from the raw line score: one number a side for each quarter, period or inning. */
import { type ScorePeriod, type Sport, sportFacts } from "./sports.ts";

export type SideScores = { readonly home: number; readonly away: number };
export type PeriodScores = Readonly<Partial<Record<ScorePeriod, SideScores>>>;

/**
 * Points of each period in order, overtime and shootout periods at the end (a shootout is 1 for its winner).
 * null is a period that was not played: baseball's last half inning.
 */
export type LineScore = {
  readonly home: readonly (number | null)[];
  readonly away: readonly (number | null)[];
};

type PeriodScoresOutcome =
  | {
      readonly ok: true;
      readonly scores: PeriodScores;
      /** Innings that were played, half ones as .5; null in other sports. A half inning was played when it has a score. */
      readonly innings: number | null;
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Derives the published periods, or says why they must be withheld: they are incomplete, or do not add up to the final
 * score. 1h + 2h + ot and p1 + p2 + p3 + ot then equal the final score by construction.
 */
export function periodScores(
  sport: Sport,
  line: LineScore,
  final: SideScores,
  overtime: boolean | null = null,
): PeriodScoresOutcome {
  const withheld = (reason: string): PeriodScoresOutcome => ({ ok: false, reason });
  const { regulationPeriods, officialPeriods: needed, mayHomeSkipLast, scorePeriods } = sportFacts[sport];
  const periods = Math.max(line.home.length, line.away.length);
  if (line.away.length < needed || line.home.length < needed - (mayHomeSkipLast ? 1 : 0)) {
    return withheld(`${periods} of ${needed} periods`);
  }
  const isHomeUnbatted = mayHomeSkipLast && line.home.length === line.away.length - 1;
  if (line.home.length !== line.away.length && !isHomeUnbatted) return withheld("the sides differ in periods");
  const isUnbattedHalf = (side: "home" | "away", index: number): boolean =>
    mayHomeSkipLast && side === "home" && index === line.away.length - 1;
  for (const side of ["home", "away"] as const) {
    for (const [index, points] of line[side].entries()) {
      if (points === null && !isUnbattedHalf(side, index)) return withheld(`period ${index + 1} of ${side} is missing`);
      if (points !== null && (!Number.isInteger(points) || points < 0)) {
        return withheld(`period ${index + 1} of ${side} is ${points}`);
      }
    }
    const sum = sumOf(line[side]);
    if (sum !== final[side]) return withheld(`${side} periods add up to ${sum}, the final score is ${final[side]}`);
  }
  const hasExtra = periods > regulationPeriods;
  if (overtime === true && !hasExtra) return withheld("overtime was played and is not in the line score");
  if (overtime === false && hasExtra) return withheld("the line score has overtime and the game had none");

  const slice = (from: number, to: number): SideScores => ({
    home: sumOf(line.home.slice(from, to)),
    away: sumOf(line.away.slice(from, to)),
  });
  const extra: PeriodScores = hasExtra ? { ot: slice(regulationPeriods, periods) } : {};
  const regular = Object.entries(scorePeriods).map(([period, [from, to]]) => [period, slice(from, to)] as const);
  const halves = line.away.length + line.home.filter((points) => points !== null).length;
  return {
    ok: true,
    scores: { ...Object.fromEntries(regular), ...extra },
    innings: mayHomeSkipLast ? halves / 2 : null,
  };
}

function sumOf(points: readonly (number | null)[]): number {
  let sum = 0;
  for (const value of points) sum += value ?? 0;
  return sum;
}
