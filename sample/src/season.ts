/** All games of a sport's season on the sample's fixed day, in date order. */
import type { Sport } from "../../src/domain/sports.ts";
import type { Fixture, Outlook, Result } from "./fixture.ts";
import { Random } from "./random.ts";
import { type CalledOff, fixtureId, type SeasonContext } from "./season-context.ts";
import { sampleSports } from "./sports/registry.ts";
import { outlookOf, strengthsOf } from "./strengths.ts";

export type SampleSeason = {
  readonly context: SeasonContext;
  readonly fixtures: readonly Fixture[];
  readonly isComplete: boolean;
};

export function sampleSeason(seed: number, sport: Sport, season: number, today: number): SampleSeason {
  const context = seasonContext(seed, sport, season, today);
  const fixtures = sampleSports[sport]
    .scheduleOf(context)
    .toSorted((a, b) => a.day - b.day || a.startMs - b.startMs || (fixtureId(a) < fixtureId(b) ? -1 : 1));
  return { context, fixtures, isComplete: season < sampleSports[sport].latestSeason };
}

/** Playoff schedules need results, so a result is found when it is first asked for. */
function seasonContext(seed: number, sport: Sport, season: number, today: number): SeasonContext {
  const { play } = sampleSports[sport];
  const strengths = strengthsOf(seed, sport, season);
  const results = new Map<Fixture, Result>();
  const outlooks = new Map<Fixture, Outlook>();
  const calledOff = new Map<Fixture, CalledOff>();
  const streamOf = (fixture: Fixture, part: string) => new Random(`${seed} ${season} ${fixtureId(fixture)} ${part}`);

  const outlook = (fixture: Fixture): Outlook => {
    let known = outlooks.get(fixture);
    if (known === undefined) {
      known = outlookOf(strengths, fixture, streamOf(fixture, "form"));
      outlooks.set(fixture, known);
    }
    return known;
  };

  return {
    sport,
    season,
    today,
    calledOff,
    random: (part) => new Random(`${seed} ${sport} ${season} ${part}`),
    outlookOf: outlook,
    resultOf(fixture) {
      if (fixture.day >= today || calledOff.has(fixture)) return null;
      let result = results.get(fixture);
      if (result === undefined) {
        result = play(outlook(fixture).close, fixture.seasonType, streamOf(fixture, "match"));
        results.set(fixture, result);
      }
      return result;
    },
  };
}
