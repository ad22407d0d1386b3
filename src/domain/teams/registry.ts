import { bySport, type Sport, sportFacts } from "../sports.ts";
import type { Team } from "./team.ts";

/** The registry files are in id order, which is the order of /v1/teams. */
const all = bySport((sport): readonly Team[] => [...sportFacts[sport].teams, ...sportFacts[sport].unlistedTeams]);

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

const indexes = bySport((sport) => indexOf(all[sport]));

/** The teams that /v1/teams lists, by team id: FBS only for ncaaf [D-8]. */
export function teamsOf(sport: Sport): readonly Team[] {
  return sportFacts[sport].teams;
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
