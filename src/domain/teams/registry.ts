/** The teams of each sport by the names and ids that callers and other sources have for them. */
import { bySport, type Sport, sportFacts } from "../sports.ts";
import { type OutsideNames, outsideProviders, type Team } from "./team.ts";

/** The registry files are in id order, which is the order of /v1/teams. */
const all = bySport((sport): readonly Team[] => [...sportFacts[sport].teams, ...sportFacts[sport].unlistedTeams]);

function indexOf(teams: readonly Team[]) {
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

/**
 * The club that played in a season, where one took the place of another and its league counts it as new [D-46]; a renamed club is none
 * of these. Providers give the whole history the name of today, or go on with the name of before:
 * in a season that the one did not play in, it can only mean the other.
 */
export function clubOfSeason(sport: Sport, abbreviation: string, season: number): string {
  for (const { before, after, from } of sportFacts[sport].successions) {
    if (abbreviation === after && season < from) return before;
    if (abbreviation === before && season >= from) return after;
  }
  return abbreviation;
}

/** The teams of the latest season. */
export function presentTeamsOf(sport: Sport): readonly Team[] {
  const gone = new Set(sportFacts[sport].successions.map(({ before }) => before));
  return teamsOf(sport).filter((team) => !gone.has(team.abbreviation));
}

/**
 * The ids and names under which other sources have a team, so that a caller can join our rows with theirs. Every one is taken
 * from a payload of the source, or is public knowledge about it; what is not known surely is left out, and never guessed.
 * @param team one that `/v1/teams` lists.
 */
export function outsideNamesOf(sport: Sport, team: Team): OutsideNames {
  const known = sportFacts[sport].outsideNamesOf(team);
  const all = [...outsideProviders, "the_odds_api" as const].map((provider) => [provider, known[provider] ?? []]);
  return Object.fromEntries(all) as OutsideNames;
}
