import type { Sport } from "../sports.ts";
import { mlbTeams } from "./mlb.ts";
import { nbaTeams } from "./nba.ts";
import { ncaafTeams } from "./ncaaf.ts";
import { fcsTeams } from "./ncaaf-fcs.ts";
import { nflTeams } from "./nfl.ts";
import { nhlTeams } from "./nhl.ts";
import type { Team } from "./team.ts";

/** The registry files are in id order, which is the order of /v1/teams. */
const listed: Readonly<Record<Sport, readonly Team[]>> = {
  mlb: mlbTeams,
  nfl: nflTeams,
  ncaaf: ncaafTeams,
  nba: nbaTeams,
  nhl: nhlTeams,
};

const all: Readonly<Record<Sport, readonly Team[]>> = { ...listed, ncaaf: [...ncaafTeams, ...fcsTeams] };

type Index = {
  readonly byAbbreviation: ReadonlyMap<string, Team>;
  /** Ids, abbreviations and former abbreviations. */
  readonly byFilterValue: ReadonlyMap<string, Team>;
};

function indexOf(teams: readonly Team[]): Index {
  const byAbbreviation = new Map(teams.map((team) => [team.abbreviation, team]));
  const byFilterValue = new Map(byAbbreviation);
  for (const team of teams) {
    if (team.teamId !== null) byFilterValue.set(String(team.teamId), team);
    for (const former of team.formerAbbreviations) byFilterValue.set(former, team);
  }
  return { byAbbreviation, byFilterValue };
}

const indexes: Readonly<Record<Sport, Index>> = {
  mlb: indexOf(all.mlb),
  nfl: indexOf(all.nfl),
  ncaaf: indexOf(all.ncaaf),
  nba: indexOf(all.nba),
  nhl: indexOf(all.nhl),
};

/** The teams that /v1/teams lists, by team id: FBS only for ncaaf [D-8]. */
export function teamsOf(sport: Sport): readonly Team[] {
  return listed[sport];
}

/** The listed teams and, for ncaaf, the FCS opponents after them. */
export function allTeamsOf(sport: Sport): readonly Team[] {
  return all[sport];
}

/** The team that a filter value means: a team id, an abbreviation or an old abbreviation, in any case [D-2, D-26]. */
export function findTeam(sport: Sport, value: string): Team | null {
  return indexes[sport].byFilterValue.get(value.toUpperCase()) ?? null;
}

/** The team that has exactly this abbreviation today. */
export function teamByAbbreviation(sport: Sport, abbreviation: string): Team | null {
  return indexes[sport].byAbbreviation.get(abbreviation) ?? null;
}
