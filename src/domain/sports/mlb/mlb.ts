/** Major League Baseball. */
import { namesIn, type OutsideNames, type Team } from "../../teams/team.ts";
import { lineBounds } from "../line-bounds.ts";
import { espnIds, mlbClubIds, oddsApiNames, retrosheetCodes } from "./outside-names.ts";
import { mlbPlausibility } from "./plausibility.ts";
import { mlbTeams } from "./teams.ts";

export const mlb = {
  name: "Major League Baseball",
  label: "MLB",
  inWords: "MLB",
  otherNames: ["baseball"],
  blowoutMargin: 5,
  seasonLabel: "calendar year",
  firstSeason: 2022,
  betTypes: ["moneyline", "run_line", "total", "first_5_moneyline", "first_5_runline", "inn5_total", "inn1_total"],
  scoredIn: "runs",
  spreadName: "Run line",
  spreadShortName: "RL",
  overtimeName: "Extra innings",
  overtimeShortName: "Extra",
  regulationPeriods: 9,
  // A rain-shortened game is official without nine innings, but not without five.
  officialPeriods: 5,
  scorePeriods: { inn1: [0, 1], inn5: [0, 5] },
  mayHomeSkipLast: true,
  lastRegularWeek: null,
  postseasonWeek: null,
  roundWeeks: null,
  hasBowls: false,
  calendarWeek: null,
  favoriteBySpread: false,
  hasRegularTies: false,
  firstCupSeason: null,
  hasDoubleheaders: true,
  isFootball: false,
  starterIs: "pitcher",
  restWords: [],
  seasonTurnMonth: 1,
  seasonNamedBy: "start",
  // Most runs of a side since 1900: 30, by 27; in an inning: 17; longest game: 26 innings. In play, run lines reach
  // 13.5.
  bounds: {
    score: 60,
    margin: 45,
    periods: 40,
    periodPoints: 30,
    weeks: null,
    lines: { full: lineBounds(30, 60), inn1: lineBounds(15, 25), inn5: lineBounds(25, 45) },
  },
  teams: mlbTeams,
  unlistedTeams: [],
  successions: [],
  nicknames: { ARI: ["dbacks"], PHI: ["phils"], CHC: ["cubbies"], STL: ["cards"] },
  outsideNamesOf: ({ abbreviation, name }: Team): Partial<OutsideNames> => ({
    espn: namesIn(espnIds, abbreviation),
    mlb: namesIn(mlbClubIds, abbreviation),
    retrosheet: namesIn(retrosheetCodes, abbreviation),
    the_odds_api: oddsApiNames[abbreviation] ?? [name],
  }),
  oddsApiKey: "baseball_mlb",
  plausibility: mlbPlausibility,
  espn: { path: "baseball/mlb", league: 10, group: null },
  resultsCommand: "canonical",
} as const;
