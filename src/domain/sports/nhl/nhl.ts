/** The National Hockey League. */
import { type Names, namesIn, namesOf, type OutsideNames, type Team } from "../../teams/team.ts";
import { minuteMs } from "../../times.ts";
import { lineBounds, overtime, type Plausibility, withoutWeeks } from "../kinds.ts";
import { nhlTeams } from "./teams.ts";

/** ESPN's ids of the clubs by our abbreviation. A club that moves keeps its id. */
const espnIds = namesOf(
  "BOS 1, BUF 2, CGY 3, CHI 4, DET 5, EDM 6, CAR 7, LAK 8, DAL 9, MTL 10, NJD 11, NYI 12, NYR 13, OTT 14, " +
    "PHI 15, PIT 16, COL 17, SJS 18, STL 19, TBL 20, TOR 21, VAN 22, WSH 23, ARI 24, ANA 25, FLA 26, NSH 27, " +
    "WPG 28, CBJ 29, MIN 30, VGK 37, SEA 124292, UTA 129764",
);

/** The Odds API has our names, but for these. */
const oddsApiNames: Names = {
  MTL: ["Montréal Canadiens"],
  STL: ["St Louis Blues"],
  UTA: ["Utah Mammoth", "Utah Hockey Club"],
};

const nhlPlausibility: Plausibility = {
  thresholds: {
    pointsPerLogit: { spread: 1.75, total: 1.45 },
    fromBooks: { moneyline: 0.26, spread: 0.5, total: 0.85 },
    fromMoneyline: { points: 0.4, perLogit: 0.3 },
    leap: { moneyline: 0.45, spread: 0.9, total: 1 },
    unevenness: { spread: 1.15, total: 0.8 },
    posted: { total: [4, 9], spread: 3.5 },
  },
  // Books post 5, 5.5, 6, 6.5 and 7, so a whole slate at one total is no wonder; with the same prices it is.
  bands: {
    closes: 0.9,
    usualMisses: {
      none: { margin: Number.POSITIVE_INFINITY, total: 0.31 },
      early: null,
      usual: { margin: 0.13, total: 0.25 },
      seasoned: { margin: 0.13, total: 0.25 },
    },
    usualFinalMiss: null,
    clearSpread: null,
  },
  homeEdge: 0.12,
  shortestGameMs: 105 * minuteMs,
};

export const nhl = {
  ...withoutWeeks,
  ...overtime,
  name: "National Hockey League",
  label: "NHL",
  inWords: "NHL",
  otherNames: ["hockey"],
  blowoutMargin: 3,
  seasonLabel: "year the season ended (2026 = 2025-26)",
  firstSeason: 2024,
  betTypes: [
    ...["moneyline", "puck_line", "total", "team_total_over", "team_total_under"],
    ...["p1_moneyline", "p1_spread", "p1_total"],
  ],
  scoredIn: "goals",
  spreadName: "Puck line",
  regulationPeriods: 3,
  officialPeriods: 3,
  scorePeriods: { p1: [0, 1], p2: [1, 2], p3: [2, 3] },
  favoriteBySpread: false,
  starterIs: "goalie",
  restWords: ["back_to_back"],
  seasonTurnMonth: 8,
  seasonNamedBy: "end",
  // Most goals of a side: 16; widest margin: 15; six overtimes are the most, and a shootout is an entry of its own.
  bounds: {
    score: 40,
    margin: 30,
    periods: 20,
    periodPoints: 25,
    weeks: null,
    lines: { full: lineBounds(25, 50, 35), p1: lineBounds(15, 25) },
  },
  teams: nhlTeams,
  unlistedTeams: [],
  // The Coyotes of Arizona ended in April 2024, and their players became the new club of Utah.
  successions: [{ before: "ARI", after: "UTA", from: 2025 }],
  nicknames: { MTL: ["habs"], WSH: ["caps"], CAR: ["canes"], OTT: ["sens"], TBL: ["bolts"], PIT: ["pens"] },
  outsideNamesOf: ({ abbreviation, name }: Team): Partial<OutsideNames> => ({
    espn: namesIn(espnIds, abbreviation),
    // The league's own API abbreviates the clubs as we do.
    nhl: [abbreviation],
    the_odds_api: oddsApiNames[abbreviation] ?? [name],
  }),
  oddsApiKey: "icehockey_nhl",
  plausibility: nhlPlausibility,
  espn: { path: "hockey/nhl", league: 90, group: null },
} as const;
