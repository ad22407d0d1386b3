/** The National Football League. */
import { namesIn, namesOf, type OutsideNames, type Team } from "../../teams/team.ts";
import { hourMs } from "../../times.ts";
import { football, footballLines, footballWeek, lineBounds, type Plausibility } from "../kinds.ts";
import { nflTeams } from "./teams.ts";

/** ESPN's ids of the clubs by our abbreviation. A club that moves keeps its id. */
const espnIds = namesOf(
  "ATL 1, BUF 2, CHI 3, CIN 4, CLE 5, DAL 6, DEN 7, DET 8, GB 9, TEN 10, IND 11, KC 12, LV 13, LAR 14, " +
    "MIA 15, MIN 16, NE 17, NO 18, NYG 19, NYJ 20, PHI 21, ARI 22, PIT 23, LAC 24, SF 25, SEA 26, TB 27, " +
    "WAS 28, CAR 29, JAX 30, BAL 33, HOU 34",
);

const nflPlausibility: Plausibility = {
  thresholds: {
    pointsPerLogit: { spread: 6.8, total: 8 },
    fromBooks: { moneyline: 0.5, spread: 4.2, total: 3.5 },
    fromMoneyline: { points: 3.2, perLogit: 2 },
    leap: { moneyline: 0.8, spread: 5.5, total: 5 },
    unevenness: { spread: 0.7, total: 0.7 },
    // In storms totals fall to 29; between two quick offenses they reach 60.
    posted: { total: [26, 66], spread: 28 },
  },
  bands: {
    closes: 0.9,
    usualMisses: {
      none: null,
      early: { margin: 2.65, total: 2.6 },
      usual: { margin: 3.15, total: 2.75 },
      seasoned: { margin: 3.1, total: 2.65 },
    },
    usualFinalMiss: 12.8,
    clearSpread: 2,
  },
  homeEdge: 1.5,
  shortestGameMs: 2 * hourMs,
};

export const nfl = {
  ...football,
  name: "National Football League",
  label: "NFL",
  inWords: "NFL",
  otherNames: ["pro football", "football"],
  blowoutMargin: 14,
  seasonLabel: "year the season started (2025 = 2025-26)",
  firstSeason: 2022,
  lastRegularWeek: () => 18,
  postseasonWeek: null,
  roundWeeks: { wildCard: 19, divisional: 20, conference: 21, final: 22 },
  hasBowls: false,
  calendarWeek: (season: number, date: string) => footballWeek(season, date, 1),
  hasRegularTies: true,
  firstCupSeason: null,
  // Most points of a side: 73, all of them its margin; in a quarter: 41. A playoff game goes on until somebody wins.
  bounds: {
    score: 120,
    margin: 100,
    periods: 12,
    periodPoints: 70,
    weeks: 22,
    lines: footballLines(lineBounds(80, 160, 110), lineBounds(60, 110), lineBounds(40, 70)),
  },
  teams: nflTeams,
  unlistedTeams: [],
  successions: [],
  nicknames: { SF: ["niners"], NE: ["pats"], TB: ["bucs"], JAX: ["jags"], ARI: ["cards"] },
  outsideNamesOf: ({ abbreviation, name }: Team): Partial<OutsideNames> => ({
    espn: namesIn(espnIds, abbreviation),
    // nflverse has our abbreviations, but for the Rams: LA in its ids, and LAR in some of its files.
    nflverse: abbreviation === "LAR" ? ["LA", "LAR"] : [abbreviation],
    the_odds_api: [name],
  }),
  oddsApiKey: "americanfootball_nfl",
  plausibility: nflPlausibility,
  espn: { path: "football/nfl", league: 28, group: null },
} as const;
