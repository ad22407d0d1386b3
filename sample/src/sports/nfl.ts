/**
 * The National Football League in the sample: 272 games in 18 weeks, then 13 of the playoffs in weeks 19 to 22 [D-5]. Weeks 1-4
 * and 15-17 bind the whole league. Weeks 5-14 are played inside pairs of divisions, so that each pair can have its byes when
 * it likes; week 18 is divisional.
 */
import { teamsOf } from "../../../src/domain/teams/registry.ts";
import { dateOf, dayOf, localInstant, onOrAfter, weekdays } from "../calendar.ts";
import * as schedule from "../schedule.ts";
import { type Fixture, nameAt, type SeasonContext, sampleSport } from "../sport.ts";
import tables from "../tables.json" with { type: "json" };
import { venueAt } from "../venues.ts";

type Teams = readonly string[];
type Meetings = schedule.Meeting[];

/** As many rounds as a side has teams, in which everybody of one side meets somebody of the other. */
function across(first: Teams, second: Teams): Meetings[] {
  return first.map((_, shift) => first.map((team, at) => [team, second[(at + shift) % second.length] as string]));
}

function regularWeeks(context: SeasonContext): readonly Meetings[] {
  const random = context.random("weeks");
  const divisions = [
    ...Map.groupBy(teamsOf("nfl"), ({ conference, division }) => `${conference} ${division}`).values(),
  ];
  // Four blocks, each of two divisions of one conference.
  const conferences = Map.groupBy(random.shuffled(divisions), ([team]) => team?.conference);
  const inOrder = [...conferences.values()]
    .flat()
    .map((teams) => random.shuffled(teams.map((team) => team.abbreviation)));
  const blocks = [0, 2, 4, 6].map((at) => inOrder.slice(at, at + 2) as unknown as [Teams, Teams]);
  const [a, b, c, d] = blocks.map((block) => block.flat()) as unknown as [Teams, Teams, Teams, Teams];
  const joined = (one: readonly Meetings[], other: readonly Meetings[]): Meetings[] =>
    one.map((round, at) => [...round, ...(other[at] as Meetings)]);
  const between = random.shuffled([
    ...joined(across(a, b), across(c, d)),
    ...joined(across(a, c), across(b, d)),
    ...joined(across(a, d), across(b, c)),
  ]);
  const weeks = Array.from({ length: 18 }, (_, at) =>
    at < 4 || (at > 13 && at < 17) ? (between.pop() as Meetings) : [],
  );
  // A block rests as a whole.
  const byes = random.shuffled([6, 8, 10, 12]);
  for (const [index, [first, second]] of blocks.entries()) {
    const inside = joined(schedule.roundRobin(first), schedule.roundRobin(second));
    weeks[17]?.push(...(inside[0] as Meetings));
    const rounds = random.shuffled([...inside, ...inside.slice(1), ...across(first, second)]);
    for (let week = 5; week <= 14; week++)
      if (week !== byes[index]) weeks[week - 1]?.push(...(rounds.pop() as Meetings));
  }
  return weeks;
}

/** The broadcast windows of single games, in the time of New York; all other games of a week begin on Sunday at one. */
const windows: Readonly<Record<number | "usual" | "Thanksgiving", string>> = tables.sports.nfl.windows;
/** From the Thursday on which a week begins. */
const weekdayNames = ["Thu", "Fri", "Sat", "Sun", "Mon"];

/** @param at the place of the game in its week. */
function fixtureOf(
  { season }: SeasonContext,
  { home, away }: schedule.Pair,
  week: number,
  thursday: number,
  at: number,
): Fixture {
  const isThanksgiving = /-11-2[2-8]$/.test(dateOf(thursday));
  const slots = (windows[week] ?? windows[isThanksgiving ? "Thanksgiving" : "usual"]).split(", ");
  const [weekday = "", hours, minutes] = (slots[at] ?? "Sun 13:00").split(/[ :]/);
  const day = thursday + weekdayNames.indexOf(weekday);
  const startMs = localInstant(day, 60 * Number(hours) + Number(minutes), "America/New_York");
  const seasonType = week > 18 ? "postseason" : "regular";
  const final = week === 22 ? venueAt("nfl", superBowls[season] ?? "MIA") : null;
  const venue = final ?? venueAt("nfl", home);
  const neutral = final !== null;
  return { sport: "nfl", season, seasonType, week, day, startMs, home, away, gameNumber: null, venue, neutral };
}

const superBowls: Readonly<Record<number, string>> = { 2022: "ARI", 2023: "LV", 2024: "NO", 2025: "SF", 2026: "LAR" };

function nflSeason(context: SeasonContext): readonly Fixture[] {
  // The season opens on the Thursday after Labor Day, the first Monday of September.
  const opening = onOrAfter(dayOf(`${context.season}-09-01`), weekdays.monday) + 3;
  const hosts = new schedule.Hosts(1);
  const regular = regularWeeks(context).flatMap((meetings, index) => {
    const inOrder = context.random(`slots ${index + 1}`).shuffled(meetings);
    return inOrder.map((pair, at) => fixtureOf(context, hosts.pair(pair), index + 1, opening + 7 * index, at));
  });
  const { playoffs } = tables.sports.nfl;
  const firstDay = opening + 7 * 18;
  return schedule.withPlayoffs(context, playoffs, { regular, firstDay }, (pair, day, at, round) =>
    // The first and the fifth pair of the first round are those with nobody to play.
    fixtureOf(context, pair, 19 + round, day, round === 0 ? at - Math.ceil((at + 1) / 4) : at),
  );
}

/** Points of the winner and of the loser in overtime, by the difference. */
const overtimes: Readonly<Record<number, readonly number[]>> = tables.sports.nfl.overtimes;

export const nfl = sampleSport("nfl", {
  scores: { extra: (apart) => overtimes[apart]?.map((points) => [points]) as [number[], number[]] },
  scheduleOf: nflSeason,
  // nflverse has 2025_01_DAL_PHI: season, week, away and home.
  otherIds({ fixture: { season, week, away, home }, espn }) {
    const sides = [away, home].map((side) => nameAt("nflverse", "nfl", side));
    return { nflverse: [season, String(week).padStart(2, "0"), ...sides].join("_"), espn };
  },
});
