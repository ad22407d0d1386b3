/** The names of teams as providers write them. */
import leven from "leven";
import { foldName } from "../domain/fold-name.ts";
import type { Sport } from "../domain/sports.ts";
import { allTeamsOf } from "../domain/teams/registry.ts";
import type { Team } from "../domain/teams/team.ts";
import { mostCharacters } from "./texts.ts";

/** Every spelling that means this team, unfolded. No two teams of a sport may share one. */
export function spellingsOf(team: Team): readonly string[] {
  const spellings = [team.name, team.abbreviation, ...team.formerAbbreviations, ...team.aliases];
  if (team.school !== null) spellings.push(team.school);
  if (team.city !== null && team.mascot !== null) spellings.push(`${team.city} ${team.mascot}`);
  return spellings;
}

const indexes = new Map<Sport, ReadonlyMap<string, Team>>();

function indexOf(sport: Sport): ReadonlyMap<string, Team> {
  const known = indexes.get(sport);
  if (known !== undefined) return known;
  const index = new Map<string, Team>();
  for (const team of allTeamsOf(sport)) {
    for (const spelling of spellingsOf(team)) index.set(foldName(spelling), team);
  }
  indexes.set(sport, index);
  return index;
}

/**
 * The team that a provider means by a name. Never a guess: a name that no team has answers null and belongs in the
 * report, since a game filed under the wrong team is worse than a game left out.
 */
export function matchTeam(sport: Sport, name: string): Team | null {
  if (name.length > mostCharacters.spelling) return null;
  return indexOf(sport).get(foldName(name)) ?? null;
}

/** 0 to 1: how many letters of two names differ. */
function unlikeness(left: string, right: string): number {
  return leven(left, right) / Math.max(left.length, right.length, 1);
}

/** The full names of the three teams nearest to an unknown name, nearest first: a hint for a person reading a report. */
export function nearestTeams(sport: Sport, name: string): readonly string[] {
  const folded = foldName(name);
  return allTeamsOf(sport)
    .map((team) => ({
      name: team.name,
      unlikeness: Math.min(...spellingsOf(team).map((spelling) => unlikeness(folded, foldName(spelling)))),
    }))
    .sort((one, other) => one.unlikeness - other.unlikeness || (one.name < other.name ? -1 : 1))
    .slice(0, 3)
    .map((team) => team.name);
}
