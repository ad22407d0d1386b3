/**
 * College football in the sample: some twelve games a team. First rounds of anybody against anybody, in which some host an FCS
 * side, then the rounds of the conferences with their byes, championships, Army-Navy, bowls and the playoff. Conferences are those of
 * the registry, which are 2026's, in every season.
 */
import { fcsTeams } from "../../../src/domain/sports/ncaaf/fcs-teams.ts";
import { lastRegularWeekNcaaf, postseasonWeekNcaaf } from "../../../src/domain/sports/ncaaf/ncaaf.ts";
import { teamsOf } from "../../../src/domain/teams/registry.ts";
import type { Team } from "../../../src/domain/teams/team.ts";
import { dateOf, dayOf, localInstant, onOrAfter, weekdayOf, weekdays } from "../calendar.ts";
import { Hosts, knockout, type Pair, type Round, rankingOf, roundRobin, type Seed } from "../schedule.ts";
import { type Fixture, type SeasonContext, sampleSport } from "../sport.ts";
import tables from "../tables.json" with { type: "json" };
import { type Venue, venueAt, venuesOf } from "../venues.ts";

const independents = "FBS Independents";

/** Independents are scheduled with a conference, so that they have somebody to play. */
function leagueOf({ conference }: Pick<Team, "conference">): string {
  return conference === null || conference === independents ? "Conference USA" : conference;
}

const openWeeks = 4;
/** The part of the meetings of the open weeks in whose place both sides host an FCS team. */
const fcsShare = 0.19;

/** The games of each week before the championships. */
function regularWeeks(context: SeasonContext, lastWeek: number): Pair[][] {
  const random = context.random("weeks");
  const teams = teamsOf("ncaaf").filter(({ fbsFrom }) => fbsFrom === null || fbsFrom <= context.season);
  const leagues = new Map(teams.map((team) => [team.abbreviation, leagueOf(team)]));
  const hosts = new Hosts(1);
  const weeks: Pair[][] = Array.from({ length: lastWeek }, () => []);
  // Nobody meets a team of its own conference in the open weeks, and Army meets Navy in December.
  const isFree = (a: string, b: string) => leagues.get(a) !== leagues.get(b);
  const open = roundRobin(random.shuffled([...leagues.keys()])).slice(0, openWeeks);
  for (const [index, meetings] of open.entries()) {
    const guests = random.shuffled(fcsTeams.map(({ abbreviation }) => abbreviation).filter((name) => name !== "SFPA"));
    for (const [a, b] of meetings) {
      if (isFree(a, b) && !random.chance(fcsShare)) weeks[index]?.push(hosts.pair([a, b]));
      else for (const home of [a, b]) weeks[index]?.push({ home, away: guests.pop() as string });
    }
  }
  for (const members of Map.groupBy(leagues.keys(), (name) => leagues.get(name)).values()) {
    const later = random.shuffled(weeks.slice(openWeeks));
    for (const meetings of random.shuffled(roundRobin(random.shuffled(members))).slice(0, 8)) {
      const isOfDecember = (pair: readonly string[]) => pair.includes("ARMY") && pair.includes("NAVY");
      later.pop()?.push(...meetings.filter((pair) => !isOfDecember(pair)).map((pair) => hosts.pair(pair)));
    }
  }
  return weeks.map((pairs) => random.shuffled(pairs));
}

/** Starts in minutes after midnight, in the time of New York. */
const [noon, afternoon, evening, night] = [12 * 60, 15 * 60 + 30, 19 * 60 + 30, 20 * 60] as const;
const saturdays = [noon, noon, afternoon, afternoon, 16 * 60, 19 * 60, evening, night] as const;

type Place = { readonly day: number; readonly week: number; readonly field?: Venue; readonly minutes?: number };

function fixtureOf({ random, season }: SeasonContext, { home, away }: Pair, place: Place): Fixture {
  const { day, week, field } = place;
  const isSaturday = weekdayOf(day) === weekdays.saturday;
  const usual = random(`start ${dateOf(day)} ${home}`).pick(isSaturday ? saturdays : [19 * 60, evening]);
  const startMs = localInstant(day, place.minutes ?? usual, "America/New_York");
  const seasonType = week > lastRegularWeekNcaaf(season) ? "postseason" : "regular";
  const venue = field ?? venueAt("ncaaf", home);
  const neutral = field !== undefined;
  return { sport: "ncaaf", season, seasonType, week, day, startMs, home, away, gameNumber: null, venue, neutral };
}

function ncaafSeason(context: SeasonContext): readonly Fixture[] {
  const { season, today } = context;
  const lastWeek = lastRegularWeekNcaaf(season);
  const firstSaturday = onOrAfter(dayOf(`${season}-09-01`), weekdays.monday) - 2;
  const saturdayOf = (week: number): number => firstSaturday + 7 * (week - 1);
  const random = context.random("days");
  const regular = regularWeeks(context, lastWeek - 2).flatMap((pairs, index) =>
    pairs.map((pair, at) => {
      // "Week 0" belongs to week 1 [D-5].
      const early = index === 0 && at < 6 ? 7 : random.chance(0.08) ? random.int(1, 2) : 0;
      return fixtureOf(context, pair, { day: saturdayOf(index + 1) - early, week: index + 1 });
    }),
  );
  const [home, away] = (season % 2 === 0 ? ["ARMY", "NAVY"] : ["NAVY", "ARMY"]) as [string, string];
  const day = saturdayOf(lastWeek);
  const armyNavy = fixtureOf(context, { home, away }, { day, week: lastWeek, field: philadelphia, minutes: 15 * 60 });
  if (regular.some((fixture) => fixture.day >= today)) return [...regular, armyNavy];
  // The two best of each conference meet on neutral fields.
  const ranked = Map.groupBy(rankingOf(context, regular), ({ team }) => leagues.get(team) ?? "FCS");
  const titles = [...ranked].flatMap(([league, [first, second]], index) => {
    if (league === "FCS" || first === undefined || second === undefined) return [];
    const pair = { home: first.team, away: second.team };
    return [fixtureOf(context, pair, { day: day - 7, week: lastWeek - 1, field: fields[index + 4] as Venue })];
  });
  const all = [...regular, ...titles, armyNavy];
  return [...all, ...postseason(context, day, all)];
}

const leagues = new Map(teamsOf("ncaaf").map((team) => [team.abbreviation, leagueOf(team)]));
const philadelphia = venueAt("ncaaf neutral", "Army-Navy");
/** Neutral fields; the first six host the large games. */
const fields = venuesOf("bowls");

const mostBowls = 34;
/** The playoff of twelve teams: four have nobody to play in the first round. In the sample it has as many in every season. */
const bracket = [1, 0, 8, 9, 4, 0, 5, 12, 3, 0, 6, 11, 2, 0, 7, 10] as const;

function postseason(context: SeasonContext, armyNavyDay: number, regular: readonly Fixture[]): readonly Fixture[] {
  const { season } = context;
  const ranked: Seed[] = rankingOf(context, regular)
    .filter(({ team, wins }) => leagues.has(team) && wins >= 5)
    .map(({ team }, index) => ({ team, place: index + 1 }));
  const game = (pair: Pair, day: number, minutes: number, field?: Venue): Fixture => {
    const week = postseasonWeekNcaaf(season, dateOf(day));
    return fixtureOf(context, pair, { day, week, minutes, ...(field && { field }) });
  };
  /** The games of a round are played on a day, one after the other. */
  const round = (day: number, isNeutral = true): Round => ({
    days: [day],
    home: "H",
    fixture(pair, _, at) {
      const minutes = [noon, afternoon, evening, night][at % 4] as number;
      return game(pair, day, minutes, isNeutral ? fields[(at + season) % 6] : undefined);
    },
  });
  const newYear = dayOf(`${season + 1}-01-01`);
  const finalDay = onOrAfter(newYear + 16, weekdays.monday);
  const rounds = [round(armyNavyDay + 7, false), ...[newYear, newYear + 7, finalDay].map((day) => round(day))];
  const entrants = bracket.map((place) => ranked[place - 1] ?? "bye");
  const others = ranked.slice(12).map(({ team }) => team);
  const random = context.random("bowls");
  const bowls = Math.min(mostBowls, Math.floor(others.length / 2));
  return [
    ...knockout(context, entrants, rounds),
    ...Array.from({ length: bowls }, (_, bowl) => {
      // The better the bowl, the later it is played. Nobody plays on Christmas Eve and Christmas Day.
      const wanted = newYear - Math.floor((bowl * (newYear - armyNavyDay - 3)) / bowls);
      const day = /-12-2[45]$/.test(dateOf(wanted)) ? wanted + 2 : wanted;
      const pair = { home: others[2 * bowl] as string, away: others[2 * bowl + 1] as string };
      return game(pair, day, random.pick([12, 14, 15.5, 17, 19, 20.25]) * 60, fields[6 + (bowl % (fields.length - 6))]);
    }),
  ];
}

/** How far a conference stands above or below the mean; FCS teams have conferences of their own. */
const conferencePower: Readonly<Record<string, number>> = tables.sports.ncaaf.conferencePower;
const fcsPower = -23.7;

/** The rounds of overtime, winner and loser, by the difference. Conversions are for two; from the third round on there is nothing else. */
const overtimes = tables.sports.ncaaf.overtimes as unknown as Readonly<
  Record<number, readonly (readonly [winner: number[], loser: number[]])[]>
>;

export const ncaaf = sampleSport("ncaaf", {
  scores: { extra: (apart, random) => random.pick(overtimes[apart] ?? []) ?? null },
  scheduleOf: ncaafSeason,
  // College Football Data has ESPN's ids.
  otherIds: ({ espn }) => ({ espn, cfbd: espn }),
  leaguePower: ({ teamId, conference }) => conferencePower[teamId === null ? "" : (conference ?? "")] ?? fcsPower,
});
