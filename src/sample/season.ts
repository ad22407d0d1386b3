/** All games of a sport's season on the sample's fixed day, in date order. */
import type { Sport } from "../domain/sports.ts";
import type { Fixture } from "./fixture.ts";
import { mlbSeason } from "./schedules/mlb.ts";
import { nbaSeason } from "./schedules/nba.ts";
import { ncaafSeason } from "./schedules/ncaaf.ts";
import { nflSeason } from "./schedules/nfl.ts";
import { nhlSeason } from "./schedules/nhl.ts";
import { fixtureId, type SeasonContext, seasonContext } from "./season-context.ts";

const schedules: Readonly<Record<Sport, (context: SeasonContext) => readonly Fixture[]>> = {
  mlb: mlbSeason,
  nfl: nflSeason,
  ncaaf: ncaafSeason,
  nba: nbaSeason,
  nhl: nhlSeason,
};

/** The latest season of each sport, which is in progress on the sample's fixed day. */
export const latestSeasons: Readonly<Record<Sport, number>> = {
  mlb: 2026,
  nfl: 2026,
  ncaaf: 2026,
  nba: 2027,
  nhl: 2027,
};

export type SampleSeason = {
  readonly context: SeasonContext;
  readonly fixtures: readonly Fixture[];
  readonly isComplete: boolean;
};

export function sampleSeason(seed: number, sport: Sport, season: number, today: number): SampleSeason {
  const context = seasonContext(seed, sport, season, today);
  const fixtures = schedules[sport](context).toSorted(
    (a, b) => a.day - b.day || a.startMs - b.startMs || (fixtureId(a) < fixtureId(b) ? -1 : 1),
  );
  return { context, fixtures, isComplete: season < latestSeasons[sport] };
}
