/** When and where a college football game is played. */
import { teamByAbbreviation } from "../../../../src/domain/teams/registry.ts";
import { dateOf, localInstant, weekdayOf, weekdays } from "../../calendar.ts";
import type { Fixture } from "../../fixture.ts";
import type { SeasonContext } from "../../season-context.ts";
import type { Venue } from "../../venues/venue.ts";
import { ncaafVenue } from "./venues.ts";

const newYork = "America/New_York";
const saturdayWindows = [
  12 * 60,
  12 * 60,
  15 * 60 + 30,
  15 * 60 + 30,
  16 * 60,
  19 * 60,
  19 * 60 + 30,
  20 * 60,
] as const;
/** Local times of the late games in the West. */
const westernWindows = [12 * 60 + 30, 16 * 60 + 30, 18 * 60, 19 * 60 + 30] as const;

export function ncaafFixture(
  context: SeasonContext,
  home: string,
  away: string,
  day: number,
  week: number,
  seasonType: Fixture["seasonType"],
  neutralVenue: Venue | null = null,
  newYorkMinutes: number | null = null,
): Fixture {
  const { season } = context;
  const venue = neutralVenue ?? ncaafVenue(home);
  const random = context.random(`start ${dateOf(day)} ${home}`);
  const isWestern = /Los_Angeles|Phoenix|Honolulu/.test(venue.zone);
  let startMs: number;
  if (newYorkMinutes !== null) startMs = localInstant(day, newYorkMinutes, newYork);
  else if (weekdayOf(day) !== weekdays.saturday)
    startMs = localInstant(day, random.pick([19 * 60, 19 * 60 + 30]), newYork);
  else if (isWestern) startMs = localInstant(day, random.pick(westernWindows), venue.zone);
  else startMs = localInstant(day, random.pick(saturdayWindows), newYork);
  const neutral = neutralVenue !== null;
  return { sport: "ncaaf", season, seasonType, week, day, startMs, home, away, gameNumber: null, venue, neutral };
}

/** Weeknights: the Mid-American plays on them in November, the others now and then. */
export function ncaafDay(saturday: number, home: string, random: ReturnType<SeasonContext["random"]>): number {
  const isNovember = dateOf(saturday).slice(5, 7) === "11";
  const conference = teamByAbbreviation("ncaaf", home)?.conference;
  if (isNovember && conference === "Mid-American" && random.chance(0.6)) return saturday - random.pick([4, 3]);
  const roll = random.next();
  if (roll < 0.05) return saturday - 1;
  return roll < 0.08 ? saturday - 2 : saturday;
}
