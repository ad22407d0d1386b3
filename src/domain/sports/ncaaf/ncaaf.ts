/** College football: the teams of the FBS. */
import { type Names, namesIn, type OutsideNames, type Team } from "../../teams/team.ts";
import { football } from "../football.ts";
import { lineBounds } from "../line-bounds.ts";
import { fcsTeams } from "./fcs-teams.ts";
import { ncaafPlausibility } from "./plausibility.ts";
import { espnIdsOfSchools, ncaafTeams } from "./teams.ts";
import { calendarWeekNcaaf, lastRegularWeekNcaaf, postseasonWeekNcaaf } from "./weeks.ts";

const half = lineBounds(90, 160);
const quarter = lineBounds(60, 100);

/** CFBD has our schools' names. Files that were taken before it changed these have the others. */
const formerCfbdNames: Names = {
  APP: ["Appalachian State"],
  CONN: ["Connecticut"],
  MASS: ["UMass"],
  ULM: ["Louisiana Monroe"],
  USM: ["Southern Mississippi"],
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
    lines: {
      full: lineBounds(120, 240, 160),
      "1h": half,
      "2h": half,
      q1: quarter,
      q2: quarter,
      q3: quarter,
      q4: quarter,
    },
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
  resultsCommand: "cfbd",
} as const;
