/** MLB: series on consecutive days for 162 games a team, some doubleheaders, and October. */
import { teamsOf } from "../../../../src/domain/teams/registry.ts";
import { dayOf } from "../../calendar.ts";
import type { Fixture } from "../../fixture.ts";
import type { Random } from "../../random.ts";
import { roundRobin } from "../../schedules/pairing.ts";
import { isOver } from "../../schedules/ranking.ts";
import { callOffOne, type SeasonContext } from "../../season-context.ts";
import { mlbFixture } from "./mlb-fixture.ts";
import { mlbPostseason } from "./postseason.ts";

type Calendar = {
  /** The Friday of the first weekend; the season opens the day before. */
  readonly firstFriday: string;
  /** The Friday of the last weekend. */
  readonly lastFriday: string;
  /** The Monday of the all-star week, whose midweek has no games. */
  readonly allStarMonday: string;
  /** 2022 began a week late and ended with one midweek more. */
  readonly endsMidweek: boolean;
  readonly wildCard: string;
  readonly worldSeries: string;
};

const calendars: Readonly<Record<number, Calendar>> = {
  2022: calendar("2022-04-08", "2022-09-30", "2022-07-18", "2022-10-07", "2022-10-28", true),
  2023: calendar("2023-03-31", "2023-09-29", "2023-07-10", "2023-10-03", "2023-10-27"),
  2024: calendar("2024-03-29", "2024-09-27", "2024-07-15", "2024-10-01", "2024-10-25"),
  2025: calendar("2025-03-28", "2025-09-26", "2025-07-14", "2025-09-30", "2025-10-24"),
  2026: calendar("2026-03-27", "2026-09-25", "2026-07-13", "2026-09-29", "2026-10-24"),
};

function calendar(
  firstFriday: string,
  lastFriday: string,
  allStarMonday: string,
  wildCard: string,
  worldSeries: string,
  endsMidweek = false,
): Calendar {
  return { firstFriday, lastFriday, allStarMonday, endsMidweek, wildCard, worldSeries };
}

const gamesPerTeam = 162;

export function mlbSeason(context: SeasonContext): readonly Fixture[] {
  const dates = calendars[context.season] as Calendar;
  const regular = regularSeason(context, dates);
  callOffOne(context, regular, dayOf(dates.firstFriday) + 65, dayOf(dates.firstFriday) + 90, "cancelled");
  if (!isOver(context, regular)) return regular;
  return [...regular, ...mlbPostseason(context, dayOf(dates.wildCard), dayOf(dates.worldSeries), regular)];
}

/** First day and number of games of every round of series, in order. */
function rounds(dates: Calendar): readonly { readonly monday: number | null; readonly friday: number | null }[] {
  const all: { monday: number | null; friday: number | null }[] = [];
  const last = dayOf(dates.lastFriday);
  for (let friday = dayOf(dates.firstFriday); friday <= last; friday += 7) {
    all.push({ monday: null, friday });
    const monday = friday + 3;
    if (monday !== dayOf(dates.allStarMonday) && (friday < last || dates.endsMidweek))
      all.push({ monday, friday: null });
  }
  return all;
}

function regularSeason(context: SeasonContext, dates: Calendar): readonly Fixture[] {
  const random = context.random("series");
  const slots = rounds(dates);
  const pairings = seriesRounds(slots.length, random);
  const midweeks = slots.flatMap((slot, index) => (slot.monday !== null && index > 0 ? [index] : []));
  const isFourGames = new Set(random.shuffled(midweeks.slice(0, -1)).slice(0, gamesPerTeam - 3 * slots.length));
  const surplus = new Map<string, number>();
  const lastHost = new Map<string, string>();
  const fixtures: Fixture[] = [];
  for (const [index, slot] of slots.entries()) {
    for (const [first, second] of pairings[index] as readonly (readonly [string, string])[]) {
      const home = hostOf(first, second, surplus, lastHost);
      const away = home === first ? second : first;
      const days = seriesDays(
        slot,
        index,
        isFourGames.has(index),
        dates.endsMidweek && index === slots.length - 1,
        random,
      );
      surplus.set(home, (surplus.get(home) ?? 0) + days.length);
      surplus.set(away, (surplus.get(away) ?? 0) - days.length);
      fixtures.push(...seriesFixtures(context, home, away, days, index > 0 && random.chance(0.035)));
    }
  }
  return fixtures.sort((a, b) => a.startMs - b.startMs);
}

/** Everybody once, the division rivals three times more, and a part of everybody a second time. */
function seriesRounds(count: number, random: Random): readonly (readonly (readonly [string, string])[])[] {
  const teams = teamsOf("mlb");
  const league = () => roundRobin(random.shuffled(teams.map((team) => team.abbreviation)));
  const divisions = [...Map.groupBy(teams, (team) => team.division).values()];
  const inDivisions = [1, 2, 3].flatMap(() => {
    const ofDivision = divisions.map((members) => ({
      teams: members.map((team) => team.abbreviation),
      rounds: roundRobin(random.shuffled(members.map((team) => team.abbreviation))),
    }));
    return [0, 1, 2, 3, 4].map((round) => {
      const pairs = ofDivision.flatMap((division) => division.rounds[round] ?? []);
      // Five is odd: the six teams that are left over play each other.
      const busy = new Set(pairs.flat());
      const idle = random.shuffled(ofDivision.flatMap((d) => d.teams).filter((team) => !busy.has(team)));
      for (let at = 0; at < idle.length; at += 2) pairs.push([idle[at] as string, idle[at + 1] as string]);
      return pairs;
    });
  });
  const everybody = league();
  const again = league().slice(0, count - everybody.length - inDivisions.length);
  return random.shuffled([...everybody, ...inDivisions, ...again]);
}

function hostOf(first: string, second: string, surplus: Map<string, number>, lastHost: Map<string, string>): string {
  const key = first < second ? `${first} ${second}` : `${second} ${first}`;
  const lead = (surplus.get(first) ?? 0) - (surplus.get(second) ?? 0);
  const previous = lastHost.get(key);
  // Sides take turns, unless one has been at home too much.
  const turn = previous === undefined ? (lead <= 0 ? first : second) : previous === first ? second : first;
  const host = Math.abs(lead) > 6 ? (lead < 0 ? first : second) : turn;
  lastHost.set(key, host);
  return host;
}

function seriesDays(
  slot: { readonly monday: number | null; readonly friday: number | null },
  index: number,
  isFourGames: boolean,
  isLast: boolean,
  random: Random,
): readonly number[] {
  const friday = slot.friday;
  if (friday !== null) {
    // Opening Day is a Thursday, with the Friday kept free in case of rain.
    if (index === 0 && random.chance(0.8)) return [friday - 1, friday + 1, friday + 2];
    return [friday, friday + 1, friday + 2];
  }
  const monday = slot.monday as number;
  if (isFourGames) return [monday, monday + 1, monday + 2, monday + 3];
  const first = isLast || random.chance(0.45) ? monday : monday + 1;
  return [first, first + 1, first + 2];
}

/** When it rained on the second day, that game is made up as the first of a doubleheader on the third. */
function seriesFixtures(
  context: SeasonContext,
  home: string,
  away: string,
  days: readonly number[],
  hasRain: boolean,
): readonly Fixture[] {
  return days.map((day, index) => {
    if (!hasRain || index === 0 || index > 2) return mlbFixture(context, home, away, day, "regular", null);
    return mlbFixture(context, home, away, days[2] as number, "regular", index);
  });
}
