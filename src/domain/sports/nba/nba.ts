/** The National Basketball Association. */
import { namesIn, namesOf, type OutsideNames, type Team } from "../../teams/team.ts";
import { minuteMs } from "../../times.ts";
import { lineBounds, overtime, type Plausibility, quarters, withoutWeeks } from "../kinds.ts";
import { nbaTeams } from "./teams.ts";

/** ESPN's ids of the clubs by our abbreviation. A club that moves keeps its id. */
const espnIds = namesOf(
  "ATL 1, BOS 2, NOP 3, CHI 4, CLE 5, DAL 6, DEN 7, DET 8, GSW 9, HOU 10, IND 11, LAC 12, LAL 13, MIA 14, " +
    "MIL 15, MIN 16, BKN 17, NYK 18, ORL 19, PHI 20, PHX 21, POR 22, SAC 23, SAS 24, OKC 25, UTA 26, WAS 27, " +
    "TOR 28, MEM 29, CHA 30",
);

const nbaPlausibility: Plausibility = {
  thresholds: {
    pointsPerLogit: { spread: 7.5, total: 11 },
    fromBooks: { moneyline: 0.5, spread: 3.6, total: 4.5 },
    fromMoneyline: { points: 3.6, perLogit: 2 },
    leap: { moneyline: 1, spread: 7.5, total: 7.5 },
    unevenness: { spread: 0.7, total: 0.7 },
    posted: { total: [175, 275], spread: 30 },
  },
  bands: {
    closes: 0.9,
    usualMisses: {
      none: null,
      early: null,
      usual: { margin: 2.7, total: 3.2 },
      seasoned: { margin: 2.7, total: 3.2 },
    },
    usualFinalMiss: 13.8,
    clearSpread: 2.5,
  },
  homeEdge: 2.2,
  shortestGameMs: 95 * minuteMs,
};

export const nba = {
  ...withoutWeeks,
  ...overtime,
  name: "National Basketball Association",
  label: "NBA",
  inWords: "NBA",
  otherNames: ["basketball"],
  blowoutMargin: 15,
  seasonLabel: "year the season ended (2026 = 2025-26)",
  firstSeason: 2023,
  betTypes: [
    ...["moneyline", "spread", "total", "team_total_over", "team_total_under"],
    ...["first_half_moneyline", "first_half_spread", "first_half_total", "q1_moneyline", "q1_spread", "q1_total"],
  ],
  scoredIn: "points",
  spreadName: "Spread",
  regulationPeriods: 4,
  officialPeriods: 4,
  scorePeriods: quarters,
  favoriteBySpread: true,
  firstCupSeason: 2024,
  starterIs: null,
  restWords: ["back_to_back"],
  seasonTurnMonth: 8,
  seasonNamedBy: "end",
  // Most points of a side: 186; widest margin: 73; most of a quarter: 58. Some results put all overtimes into one
  // entry.
  bounds: {
    score: 280,
    margin: 140,
    periods: 14,
    periodPoints: 120,
    weeks: null,
    lines: { full: lineBounds(100, 500, 280), "1h": lineBounds(70, 280), q1: lineBounds(50, 160) },
  },
  teams: nbaTeams,
  unlistedTeams: [],
  successions: [],
  nicknames: { PHI: ["sixers"], CLE: ["cavs"], DAL: ["mavs"], MIN: ["twolves"], GSW: ["dubs"] },
  outsideNamesOf: ({ abbreviation, name }: Team): Partial<OutsideNames> => ({
    espn: namesIn(espnIds, abbreviation),
    the_odds_api: [name],
  }),
  oddsApiKey: "basketball_nba",
  plausibility: nbaPlausibility,
  espn: { path: "basketball/nba", league: 46, group: null },
} as const;
