/** Best-of-n series. A game that may not be needed is listed only while nobody knows. */
import type { Fixture } from "../fixture.ts";
import type { SeasonContext } from "../season-context.ts";

type SeriesPlan = {
  /** The side with the better seed. */
  readonly high: string;
  readonly low: string;
  /** Slate day of each game that may be needed. */
  readonly days: readonly number[];
  /** Whether the better seed is at home, game by game. */
  readonly highAtHome: readonly boolean[];
};

type SeriesOutcome = { readonly fixtures: readonly Fixture[]; readonly winner: string | null };

export const bestOf7 = {
  twoTwoOneOneOne: [true, true, false, false, true, false, true],
  twoThreeTwo: [true, true, false, false, false, true, true],
} as const;

export function playSeries(
  context: SeasonContext,
  plan: SeriesPlan,
  fixtureOf: (home: string, away: string, day: number) => Fixture,
): SeriesOutcome {
  const fixtures: Fixture[] = [];
  const needed = (plan.days.length + 1) / 2;
  let highWins = 0;
  let lowWins = 0;
  for (const [index, day] of plan.days.entries()) {
    const atHome = plan.highAtHome[index] as boolean;
    const fixture = atHome ? fixtureOf(plan.high, plan.low, day) : fixtureOf(plan.low, plan.high, day);
    fixtures.push(fixture);
    const result = context.resultOf(fixture);
    if (result === null) continue;
    if (result.home > result.away === atHome) highWins++;
    else lowWins++;
    if (highWins === needed) return { fixtures, winner: plan.high };
    if (lowWins === needed) return { fixtures, winner: plan.low };
  }
  return { fixtures, winner: null };
}

export type Seeded = { readonly team: string; readonly rank: number };

/** Puts the better rank first. */
export function bySeed(a: Seeded, b: Seeded): readonly [Seeded, Seeded] {
  return a.rank < b.rank ? [a, b] : [b, a];
}
