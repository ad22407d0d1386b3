/** When and where an MLB game is played. */
import { dateOf, localInstant, weekdayOf, weekdays } from "../../calendar.ts";
import type { Fixture } from "../../fixture.ts";
import type { Random } from "../../random.ts";
import type { SeasonContext } from "../../season-context.ts";
import { mlbVenue } from "./venues.ts";

const evenings = [18 * 60 + 40, 18 * 60 + 45, 19 * 60 + 5, 19 * 60 + 10, 19 * 60 + 10, 19 * 60 + 15] as const;
const afternoons = [13 * 60 + 5, 13 * 60 + 10, 13 * 60 + 35, 14 * 60 + 10] as const;
const saturdays = [13 * 60 + 10, 16 * 60 + 5, 16 * 60 + 10, 18 * 60 + 40, 19 * 60 + 15] as const;

export function mlbFixture(
  context: SeasonContext,
  home: string,
  away: string,
  day: number,
  seasonType: Fixture["seasonType"],
  gameNumber: number | null,
): Fixture {
  const { season } = context;
  const venue = mlbVenue(home, season);
  const random = context.random(`start ${dateOf(day)} ${home}`);
  const minutes =
    gameNumber === null ? startMinutes(day, seasonType, random) : gameNumber === 1 ? 13 * 60 + 5 : 18 * 60 + 40;
  const startMs = localInstant(day, minutes, venue.zone);
  return { sport: "mlb", season, seasonType, week: null, day, startMs, home, away, gameNumber, venue, neutral: false };
}

function startMinutes(day: number, seasonType: Fixture["seasonType"], random: Random): number {
  if (seasonType === "postseason") return random.pick([16 * 60 + 8, 18 * 60 + 8, 19 * 60 + 8]);
  const weekday = weekdayOf(day);
  if (weekday === weekdays.saturday) return random.pick(saturdays);
  const afternoon = weekday === weekdays.sunday ? 0.9 : weekday === weekdays.wednesday ? 0.35 : 0.2;
  const isEarly = weekday !== weekdays.monday && weekday !== weekdays.friday && random.chance(afternoon);
  return random.pick(isEarly ? afternoons : evenings);
}
