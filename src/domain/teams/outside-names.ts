/**
 * The ids and names under which other sources have a team, so that a caller can join our rows with theirs. Every one is taken
 * from a payload of the source, or is public knowledge about it; what is not known surely is left out, and never guessed.
 */
import { type OutsideProvider, outsideProviders } from "../outside-ids.ts";
import type { Sport } from "../sports.ts";
import { mlbClubIds } from "./mlb-club-ids.ts";
import { espnIdsOfSchools } from "./ncaaf.ts";
import type { Team } from "./team.ts";

/**
 * All that a source has called the team since the coverage began, what it says today first: clubs move and change their
 * names, and files of older seasons go on with the old ones. Empty: the source does not have the team, or its name for it is
 * not known.
 */
export type OutsideNames = Readonly<Record<OutsideProvider | "the_odds_api", readonly string[]>>;

type Names = Readonly<Record<string, readonly string[]>>;
type Ids = Readonly<Record<string, number>>;

/** ESPN keeps a club's id when it moves. By sport, then by our abbreviation. */
const espnIds: Readonly<Record<Sport, Ids>> = {
  mlb: {
    ...{
      BAL: 1,
      BOS: 2,
      LAA: 3,
      CWS: 4,
      CLE: 5,
      DET: 6,
      KC: 7,
      MIL: 8,
      MIN: 9,
      NYY: 10,
      ATH: 11,
      SEA: 12,
      TEX: 13,
      TOR: 14,
    },
    ...{
      ATL: 15,
      CHC: 16,
      CIN: 17,
      HOU: 18,
      LAD: 19,
      WSH: 20,
      NYM: 21,
      PHI: 22,
      PIT: 23,
      STL: 24,
      SD: 25,
      SF: 26,
      COL: 27,
    },
    ...{ MIA: 28, ARI: 29, TB: 30 },
  },
  nfl: {
    ...{
      ATL: 1,
      BUF: 2,
      CHI: 3,
      CIN: 4,
      CLE: 5,
      DAL: 6,
      DEN: 7,
      DET: 8,
      GB: 9,
      TEN: 10,
      IND: 11,
      KC: 12,
      LV: 13,
      LAR: 14,
    },
    ...{
      MIA: 15,
      MIN: 16,
      NE: 17,
      NO: 18,
      NYG: 19,
      NYJ: 20,
      PHI: 21,
      ARI: 22,
      PIT: 23,
      LAC: 24,
      SF: 25,
      SEA: 26,
      TB: 27,
    },
    ...{ WAS: 28, CAR: 29, JAX: 30, BAL: 33, HOU: 34 },
  },
  ncaaf: espnIdsOfSchools,
  nba: {
    ...{
      ATL: 1,
      BOS: 2,
      NOP: 3,
      CHI: 4,
      CLE: 5,
      DAL: 6,
      DEN: 7,
      DET: 8,
      GSW: 9,
      HOU: 10,
      IND: 11,
      LAC: 12,
      LAL: 13,
      MIA: 14,
    },
    ...{ MIL: 15, MIN: 16, BKN: 17, NYK: 18, ORL: 19, PHI: 20, PHX: 21, POR: 22, SAC: 23, SAS: 24, OKC: 25, UTA: 26 },
    ...{ WAS: 27, TOR: 28, MEM: 29, CHA: 30 },
  },
  nhl: {
    ...{
      BOS: 1,
      BUF: 2,
      CGY: 3,
      CHI: 4,
      DET: 5,
      EDM: 6,
      CAR: 7,
      LAK: 8,
      DAL: 9,
      MTL: 10,
      NJD: 11,
      NYI: 12,
      NYR: 13,
      OTT: 14,
    },
    ...{ PHI: 15, PIT: 16, COL: 17, SJS: 18, STL: 19, TBL: 20, TOR: 21, VAN: 22, WSH: 23, ARI: 24, ANA: 25, FLA: 26 },
    ...{ NSH: 27, WPG: 28, CBJ: 29, MIN: 30, VGK: 37, SEA: 124292, UTA: 129764 },
  },
};

/** Retrosheet names a club by its city and league. The Athletics have another code since they left Oakland. */
const retrosheetCodes: Names = {
  ...{ ARI: ["ARI"], ATH: ["ATH", "OAK"], ATL: ["ATL"], BAL: ["BAL"], BOS: ["BOS"], CHC: ["CHN"], CWS: ["CHA"] },
  ...{ CIN: ["CIN"], CLE: ["CLE"], COL: ["COL"], DET: ["DET"], HOU: ["HOU"], KC: ["KCA"], LAA: ["ANA"], LAD: ["LAN"] },
  ...{ MIA: ["MIA"], MIL: ["MIL"], MIN: ["MIN"], NYM: ["NYN"], NYY: ["NYA"], PHI: ["PHI"], PIT: ["PIT"], SD: ["SDN"] },
  ...{ SF: ["SFN"], SEA: ["SEA"], STL: ["SLN"], TB: ["TBA"], TEX: ["TEX"], TOR: ["TOR"], WSH: ["WAS"] },
};

/** nflverse has our abbreviations, but for the Rams: LA in its ids, and LAR in some of its files. */
const otherNflverseNames: Names = { LAR: ["LA", "LAR"] };

/** CFBD has our schools' names. Files that were taken before it changed these have the others. */
const formerCfbdNames: Names = {
  APP: ["Appalachian State"],
  CONN: ["Connecticut"],
  MASS: ["UMass"],
  ULM: ["Louisiana Monroe"],
  USM: ["Southern Mississippi"],
};

/** The Odds API has our names of the professional teams, but for these. */
const otherOddsApiNames: Readonly<Record<Exclude<Sport, "ncaaf">, Names>> = {
  mlb: { ATH: ["Athletics", "Oakland Athletics"] },
  nfl: {},
  nba: {},
  nhl: {
    MTL: ["Montréal Canadiens"],
    STL: ["St Louis Blues"],
    UTA: ["Utah Mammoth", "Utah Hockey Club"],
  },
};

/** @param team one that `/v1/teams` lists. */
export function outsideNamesOf(sport: Sport, team: Team): OutsideNames {
  const { abbreviation, name } = team;
  const known: Partial<OutsideNames> = {
    espn: idIn(espnIds[sport], abbreviation),
    ...(sport === "nfl" && { nflverse: otherNflverseNames[abbreviation] ?? [abbreviation] }),
    ...(sport === "mlb" && { mlb: idIn(mlbClubIds, abbreviation), retrosheet: retrosheetCodes[abbreviation] ?? [] }),
    // The league's own API abbreviates the clubs as we do.
    ...(sport === "nhl" && { nhl: [abbreviation] }),
    ...(sport === "ncaaf" && { cfbd: [team.school ?? name, ...(formerCfbdNames[abbreviation] ?? [])] }),
    ...(sport !== "ncaaf" && { the_odds_api: otherOddsApiNames[sport][abbreviation] ?? [name] }),
  };
  const all = [...outsideProviders, "the_odds_api" as const].map((provider) => [provider, known[provider] ?? []]);
  return Object.fromEntries(all) as OutsideNames;
}

function idIn(ids: Ids, abbreviation: string): readonly string[] {
  const id = ids[abbreviation];
  return id === undefined ? [] : [String(id)];
}
