/** College football: the teams of the FBS. */
import { type Names, namesIn, type OutsideNames, type Team } from "../../teams/team.ts";
import { hourMs } from "../../times.ts";
import { football, footballLines, footballWeek, lineBounds, type Plausibility } from "../kinds.ts";
import { fcsTeams } from "./fcs-teams.ts";
import { espnIdsOfSchools, ncaafTeams } from "./teams.ts";

/** CFBD has our schools' names. Files that were taken before it changed these have the others. */
const formerCfbdNames: Names = {
  APP: ["Appalachian State"],
  CONN: ["Connecticut"],
  MASS: ["UMass"],
  ULM: ["Louisiana Monroe"],
  USM: ["Southern Mississippi"],
};

const ncaafPlausibility: Plausibility = {
  thresholds: {
    pointsPerLogit: { spread: 8.8, total: 10 },
    fromBooks: { moneyline: 0.85, spread: 5.6, total: 6.6 },
    fromMoneyline: { points: 7, perLogit: 4 },
    leap: { moneyline: 1.2, spread: 9, total: 8 },
    unevenness: { spread: 0.7, total: 0.7 },
    // Iowa has been posted below 26, and the wildest games close above 80.
    posted: { total: [23, 95], spread: 65 },
  },
  bands: {
    closes: 0.8,
    usualMisses: {
      none: { margin: Number.POSITIVE_INFINITY, total: 6.5 },
      early: { margin: 8.2, total: 4.5 },
      usual: { margin: 4.95, total: 3.9 },
      seasoned: { margin: 4.15, total: 3.7 },
    },
    usualFinalMiss: 15.2,
    clearSpread: 2.5,
  },
  homeEdge: 2.2,
  shortestGameMs: 2 * hourMs,
};

export const ncaaf = {
  ...football,
  name: "NCAA Football (FBS)",
  label: "NCAAF",
  inWords: "College football",
  otherNames: ["college football", "cfb", "ncaa football"],
  blowoutMargin: 21,
  seasonLabel: "year the season started",
  firstSeason: 2022,
  lastRegularWeek: lastRegularWeekNcaaf,
  postseasonWeek: postseasonWeekNcaaf,
  roundWeeks: null,
  hasBowls: true,
  calendarWeek: calendarWeekNcaaf,
  hasRegularTies: false,
  firstCupSeason: null,
  // Sides of FBS beat those of FCS by up to 80, and posted spreads reach 60; nine overtimes are the most so far.
  bounds: {
    score: 180,
    margin: 150,
    periods: 24,
    periodPoints: 90,
    weeks: 25,
    lines: footballLines(lineBounds(120, 240, 160), lineBounds(90, 160), lineBounds(60, 100)),
  },
  teams: ncaafTeams,
  unlistedTeams: fcsTeams,
  successions: [],
  nicknames: {},
  outsideNamesOf: ({ abbreviation, school, name }: Team): Partial<OutsideNames> => ({
    espn: namesIn(espnIdsOfSchools, abbreviation),
    cfbd: [school ?? name, ...(formerCfbdNames[abbreviation] ?? [])],
  }),
  oddsApiKey: "americanfootball_ncaaf",
  plausibility: ncaafPlausibility,
  // Group 80 is the FBS with all of its opponents. Games between teams of the FCS (81) are never published.
  espn: { path: "football/college-football", league: 23, group: "80" },
} as const;

/** The last regular week of a season [D-5]: that of Army-Navy, the second Saturday of December. */
export function lastRegularWeekNcaaf(season: number): number {
  const december = Temporal.PlainDate.from({ year: season, month: 12, day: 1 });
  const secondSaturday = december.add({ days: ((13 - december.dayOfWeek) % 7) + 7 });
  return calendarWeekNcaaf(season, String(secondSaturday));
}

/** The week of a date, Tuesday to Monday; "week 0" and Labor Day are in week 1 [D-5]. */
function calendarWeekNcaaf(season: number, date: string): number {
  return footballWeek(season, date, 2);
}

/** Week of an NCAAF postseason date: calendar weeks go on after the last regular one [D-5]. */
export function postseasonWeekNcaaf(season: number, date: string): number {
  return Math.max(lastRegularWeekNcaaf(season) + 1, calendarWeekNcaaf(season, date));
}
