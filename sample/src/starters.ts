/** Invented pitchers and goalies, the same in all seasons: pitchers take turns, and the first of two goalies plays more often. */
import type { GameStarters, Starter } from "../../src/domain/starters.ts";
import { teamByAbbreviation } from "../../src/domain/teams/registry.ts";
import type { Fixture } from "./fixture.ts";
import { inventedNames } from "./invented-names.ts";
import { Random } from "./random.ts";
import type { SampleSeason } from "./season.ts";
import { fixtureId } from "./season-context.ts";
import { sampleSports } from "./sports/registry.ts";
import type { SampleStarters } from "./sports/sample-sport.ts";

/** Now and then the feed does not say who started. */
const unnamed = 0.02;

/** @param season with its whole schedule, in date order. Games that were not played have no starters. */
export function startersOf(seed: number, { context, fixtures }: SampleSeason): ReadonlyMap<Fixture, GameStarters> {
  const { sport } = context;
  const { starters: plan } = sampleSports[sport];
  const starters = new Map<Fixture, GameStarters>();
  if (plan === null) return starters;
  const staffs = new Map<string, readonly Starter[]>();
  const turns = new Map<string, number>();
  for (const fixture of fixtures) {
    if (context.resultOf(fixture) === null) continue;
    const random = new Random(`${seed} ${fixture.season} ${fixtureId(fixture)} starters`);
    const next = (team: string): Starter | null => {
      const staff = staffs.get(team) ?? staffOf(seed, fixture, team, plan);
      staffs.set(team, staff);
      const turn = turns.get(team) ?? 0;
      turns.set(team, turn + 1);
      const place = plan.firstShare === null ? turn % staff.length : Number(!random.chance(plan.firstShare));
      return random.chance(unnamed) ? null : (staff[place] ?? null);
    };
    starters.set(fixture, { home: next(fixture.home), away: next(fixture.away) });
  }
  return starters;
}

function staffOf(seed: number, { sport }: Fixture, team: string, plan: SampleStarters): Starter[] {
  const random = new Random(`${seed} ${sport} ${team} starters`);
  const names = random.shuffled(inventedNames);
  const firstId = plan.firstId + 10 * (teamByAbbreviation(sport, team)?.teamId ?? 0);
  return Array.from({ length: plan.perTeam }, (_, place) => ({
    id: String(firstId + place),
    name: names[place] as string,
    hand: plan.leftShare === null ? null : random.chance(plan.leftShare) ? "L" : "R",
  }));
}
