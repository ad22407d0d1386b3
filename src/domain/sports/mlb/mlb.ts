/** Major League Baseball. */
import { type Names, namesIn, namesOf, type OutsideNames, type Team } from "../../teams/team.ts";
import { minuteMs } from "../../times.ts";
import { lineBounds, type Plausibility, withoutWeeks } from "../kinds.ts";
import { mlbTeams } from "./teams.ts";

const mlbPlausibility: Plausibility = {
  thresholds: {
    pointsPerLogit: { spread: 2.4, total: 2.75 },
    fromBooks: { moneyline: 0.3, spread: 0.95, total: 0.8 },
    fromMoneyline: { points: 1, perLogit: 0.4 },
    leap: { moneyline: 0.5, spread: 1.3, total: 1.6 },
    unevenness: { spread: 1.05, total: 0.8 },
    // Games at altitude in Mexico City have closed at 20; the lowest totals are 5 and 5.5.
    posted: { total: [5, 21], spread: 4.5 },
  },
  bands: {
    closes: 0.9,
    // Totals at altitude are far from those of all other games.
    usualMisses: {
      none: null,
      early: null,
      usual: { margin: 0.27, total: 0.85 },
      seasoned: { margin: 0.27, total: 0.85 },
    },
    usualFinalMiss: null,
    clearSpread: null,
  },
  homeEdge: 0.12,
  shortestGameMs: 65 * minuteMs,
};

export const mlb = {
  ...withoutWeeks,
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
  overtimeName: "Extra innings",
  overtimeShortName: "Extra",
  regulationPeriods: 9,
  // A rain-shortened game is official without nine innings, but not without five.
  officialPeriods: 5,
  scorePeriods: { inn1: [0, 1], inn5: [0, 5] },
  mayHomeSkipLast: true,
  favoriteBySpread: false,
  hasDoubleheaders: true,
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
} as const;

// The ids and names of the clubs at other sources, by our abbreviation.

/** ESPN keeps a club's id when it moves. */
const espnIds: Names = namesOf(
  "BAL 1, BOS 2, LAA 3, CWS 4, CLE 5, DET 6, KC 7, MIL 8, MIN 9, NYY 10, ATH 11, SEA 12, TEX 13, TOR 14, " +
    "ATL 15, CHC 16, CIN 17, HOU 18, LAD 19, WSH 20, NYM 21, PHI 22, PIT 23, STL 24, SD 25, SF 26, COL 27, " +
    "MIA 28, ARI 29, TB 30",
);

/** MLB StatsAPI's ids of the thirty clubs, which stay when a club moves or takes another name. */
export const mlbClubIds: Names = namesOf(
  "LAA 108, ARI 109, BAL 110, BOS 111, CHC 112, CIN 113, CLE 114, COL 115, DET 116, HOU 117, KC 118, " +
    "LAD 119, WSH 120, NYM 121, ATH 133, PIT 134, SD 135, SEA 136, SF 137, STL 138, TB 139, TEX 140, " +
    "TOR 141, MIN 142, PHI 143, ATL 144, CWS 145, MIA 146, NYY 147, MIL 158",
);

/** Retrosheet names a club by its city and league. The Athletics have another code since they left Oakland. */
const retrosheetCodes: Names = namesOf(
  "ARI ARI, ATH ATH|OAK, ATL ATL, BAL BAL, BOS BOS, CHC CHN, CWS CHA, CIN CIN, CLE CLE, COL COL, DET DET, HOU HOU, " +
    "KC KCA, LAA ANA, LAD LAN, MIA MIA, MIL MIL, MIN MIN, NYM NYN, NYY NYA, PHI PHI, PIT PIT, SD SDN, SF SFN, SEA SEA, " +
    "STL SLN, TB TBA, TEX TEX, TOR TOR, WSH WAS",
);

/** The Odds API has our names, but for this. */
const oddsApiNames: Names = { ATH: ["Athletics", "Oakland Athletics"] };
