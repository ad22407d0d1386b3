/**
 * College football: twelve games a team. Four weeks of non-conference games, among them one against an FCS opponent,
 * then conference rounds with byes, rivalry week, conference championships and Army-Navy. Conferences are those of the
 * registry, which are 2026's, in every season.
 */

import { fcsTeams } from "../../../../src/domain/sports/ncaaf/fcs-teams.ts";
import { lastRegularWeekNcaaf } from "../../../../src/domain/sports/ncaaf/weeks.ts";
import { teamsOf } from "../../../../src/domain/teams/registry.ts";
import { dayOf, onOrAfter, weekdays } from "../../calendar.ts";
import type { Fixture } from "../../fixture.ts";
import { type Pair, roundRobin } from "../../schedules/pairing.ts";
import { rankingOf } from "../../schedules/ranking.ts";
import type { SeasonContext } from "../../season-context.ts";
import type { Venue } from "../../venues/venue.ts";
import { ncaafDay, ncaafFixture } from "./ncaaf-fixture.ts";
import { ncaafPostseason } from "./postseason.ts";
import { armyNavyVenue, bowlVenues, dublinVenue } from "./venues.ts";

const gamesPerTeam = 12;
const nonConferenceWeeks = 4;

/** Met on the last Saturday of November; the home side changes every year. */
// biome-ignore format: a list of pairs reads better in rows
const rivals: readonly (readonly [string, string])[] = [
  ["MICH", "OSU"], ["ALA", "AUB"], ["UGA", "GT"], ["FLA", "FSU"], ["CLEM", "SC"], ["MISS", "MSST"], ["TEX", "TAMU"],
  ["OU", "LSU"], ["ORE", "WASH"], ["USC", "UCLA"], ["UVA", "VT"], ["UNC", "NCSU"], ["LOU", "UK"], ["IU", "PUR"],
  ["IOWA", "NEB"], ["MINN", "WIS"], ["ILL", "NU"], ["ARIZ", "ASU"], ["KU", "KSU"], ["UTAH", "COLO"], ["STAN", "CAL"],
  ["TCU", "BAY"], ["CSU", "BSU"], ["ORST", "WSU"], ["SDSU", "FRES"], ["NEV", "UNLV"], ["TENN", "VAN"], ["WVU", "CIN"],
  ["PSU", "MSU"], ["MD", "RUTG"], ["TOL", "BGSU"], ["CMU", "EMU"], ["APP", "GASO"], ["TROY", "USA"], ["USF", "UCF"],
  ["UNT", "UTSA"], ["MRSH", "ODU"], ["OHIO", "MOH"], ["AKR", "KENT"], ["UL", "ULM"], ["BYU", "TTU"], ["HOU", "RICE"],
];

export function ncaafSeason(context: SeasonContext): readonly Fixture[] {
  const { season } = context;
  const lastWeek = lastRegularWeekNcaaf(season);
  const firstSaturday = onOrAfter(dayOf(`${season}-09-01`), weekdays.monday) - 2;
  const saturdayOf = (week: number): number => firstSaturday + 7 * (week - 1);
  const weeks = regularWeeks(context, lastWeek - 2);
  const random = context.random("days");
  const regular = weeks.flatMap((pairs, index) =>
    pairs.map(({ home, away }, at) => {
      const week = index + 1;
      if (week === 1 && at < 2) return kickoffGame(context, home, away, firstSaturday, at);
      // "Week 0" belongs to week 1 [D-5].
      const saturday = week === 1 && at < 7 ? firstSaturday - 7 : saturdayOf(week);
      const isRivalry = week === lastWeek - 2;
      const day = isRivalry ? saturday - (random.chance(0.15) ? 1 : 0) : ncaafDay(saturday, home, random);
      return ncaafFixture(context, home, away, day, week, "regular");
    }),
  );
  const [host, guest] = season % 2 === 0 ? ["ARMY", "NAVY"] : ["NAVY", "ARMY"];
  const lastSaturday = saturdayOf(lastWeek);
  const armyNavy = ncaafFixture(
    context,
    host as string,
    guest as string,
    lastSaturday,
    lastWeek,
    "regular",
    armyNavyVenue,
    15 * 60,
  );
  if (regular.some((fixture) => fixture.day >= context.today)) return [...regular, armyNavy];
  const titles = championships(context, saturdayOf(lastWeek - 1), lastWeek - 1, regular);
  const all = [...regular, ...titles, armyNavy];
  return [...all, ...ncaafPostseason(context, saturdayOf(lastWeek), all)];
}

/** The season's showcases: one abroad, one in a dome. */
function kickoffGame(context: SeasonContext, home: string, away: string, saturday: number, at: number): Fixture {
  if (at === 0) return ncaafFixture(context, home, away, saturday - 7, 1, "regular", dublinVenue, 12 * 60);
  return ncaafFixture(context, home, away, saturday, 1, "regular", bowlVenues[5] as Venue, 15 * 60 + 30);
}

/** The games of each week up to rivalry week. */
function regularWeeks(context: SeasonContext, rivalryWeek: number): readonly (readonly Pair[])[] {
  const random = context.random("weeks");
  const teams = teamsOf("ncaaf").filter((team) => team.fbsFrom === null || team.fbsFrom <= context.season);
  const names = teams.map((team) => team.abbreviation);
  const met = new Set<string>(["ARMY NAVY"]);
  const games = new Map(names.map((name) => [name, name === "ARMY" || name === "NAVY" ? 1 : 0]));
  const homeSurplus = new Map<string, number>();
  const busy = Array.from({ length: rivalryWeek }, () => new Set<string>());
  const weeks: Pair[][] = Array.from({ length: rivalryWeek }, () => []);
  const count = (team: string): number => games.get(team) ?? 0;

  const meet = (week: number, first: string, second: string, host: string | null = null): boolean => {
    const key = first < second ? `${first} ${second}` : `${second} ${first}`;
    const inWeek = busy[week - 1] as Set<string>;
    const isFull = count(first) >= gamesPerTeam || count(second) >= gamesPerTeam;
    if (met.has(key) || isFull || inWeek.has(first) || inWeek.has(second)) return false;
    met.add(key);
    const isFirstHome = (homeSurplus.get(first) ?? 0) <= (homeSurplus.get(second) ?? 0);
    const home = host ?? (isFirstHome ? first : second);
    const away = home === first ? second : first;
    homeSurplus.set(home, (homeSurplus.get(home) ?? 0) + 1);
    homeSurplus.set(away, (homeSurplus.get(away) ?? 0) - 1);
    for (const team of [first, second]) {
      inWeek.add(team);
      games.set(team, count(team) + 1);
    }
    weeks[week - 1]?.push({ home, away });
    return true;
  };

  for (const pair of rivals) meet(rivalryWeek, ...pair, pair[context.season % 2] as string);
  const conferences = [...Map.groupBy(teams, (team) => team.conference)].filter(([, members]) => members.length > 5);
  for (const [, members] of conferences) {
    const rounds = random.shuffled(roundRobin(random.shuffled(members.map((team) => team.abbreviation))));
    for (let week = rivalryWeek; week > nonConferenceWeeks; week--) {
      // One pair in six has its bye; in rivalry week everybody plays.
      const isLast = week === rivalryWeek;
      for (const [first, second] of rounds.pop() ?? []) if (isLast || random.chance(0.84)) meet(week, first, second);
    }
  }

  const fcs = random.shuffled(fcsTeams.map((team) => team.abbreviation).filter((name) => name !== "SFPA"));
  const hadFcs = new Set<string>();
  const conferenceOf = new Map(teams.map((team) => [team.abbreviation, team.conference]));
  for (let week = 1; week <= rivalryWeek; week++) {
    const idle = random.shuffled(names.filter((name) => !busy[week - 1]?.has(name) && count(name) < gamesPerTeam));
    // Early weeks: about a quarter of the sides host an FCS team; later an idle side may still have one to come.
    for (const name of idle) {
      const wants = week <= nonConferenceWeeks ? random.chance(0.27) : random.chance(0.1);
      const opponent =
        wants && !hadFcs.has(name) ? fcs.find((team) => count(team) < 2 && !busy[week - 1]?.has(team)) : undefined;
      if (opponent !== undefined && meet(week, name, opponent, name)) hadFcs.add(name);
    }
    for (const [at, name] of idle.entries()) {
      const opponent = idle.slice(at + 1).find((other) => {
        const isFree = !busy[week - 1]?.has(other);
        return (
          isFree &&
          (conferenceOf.get(other) !== conferenceOf.get(name) || conferenceOf.get(name) === "FBS Independents")
        );
      });
      if (opponent !== undefined) meet(week, name, opponent);
    }
  }
  return weeks;
}

/** The two best of each conference; most of them on neutral fields. */
function championships(
  context: SeasonContext,
  saturday: number,
  week: number,
  regular: readonly Fixture[],
): readonly Fixture[] {
  const table = rankingOf(context, regular);
  const conferenceOf = new Map(teamsOf("ncaaf").map((team) => [team.abbreviation, team.conference]));
  const conferences = [...new Set(conferenceOf.values())].filter((name) => name !== "FBS Independents");
  const large: Readonly<Record<string, Venue | undefined>> = {
    SEC: bowlVenues[5],
    "Big Ten": bowlVenues[19],
    "Big 12": bowlVenues[4],
    ACC: bowlVenues[12],
  };
  return conferences.flatMap((conference, index) => {
    const [first, second] = table.filter(({ team }) => conferenceOf.get(team) === conference);
    if (first === undefined || second === undefined) return [];
    const field = large[conference ?? ""] ?? null;
    const day = field === null && index % 2 === 0 ? saturday - 1 : saturday;
    return [ncaafFixture(context, first.team, second.team, day, week, "regular", field, field ? null : 20 * 60)];
  });
}
