/** The names of teams as providers write them. */
import leven from "leven";
import { foldName } from "../domain/names.ts";
import type { Sport } from "../domain/sports.ts";
import { allTeamsOf, teamByAbbreviation } from "../domain/teams/registry.ts";
import type { Team } from "../domain/teams/team.ts";
import { refuse } from "./refusals.ts";
import { mostCharacters, textFault } from "./texts.ts";

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
function nearestTeams(sport: Sport, name: string): readonly string[] {
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

// Looking for neighbours compares every spelling of every team, and a snapshot names the same stranger again and again.
const neighbours = new Map<string, string>();

/** The team of a name in a field of a record. It refuses the record when there is none. */
export function teamNamed(sport: Sport, name: string, field: "home" | "away" | "abbreviation"): Team {
  // Most files have abbreviations already, and folding a name is the dearest step of a canonical line.
  return teamByAbbreviation(sport, name) ?? matchTeam(sport, name) ?? refuseTeam(sport, name, field);
}

export function refuseTeam(sport: Sport, name: string, field: "home" | "away" | "abbreviation"): never {
  const fault = textFault(name, mostCharacters.spelling);
  // Comparing it with every team would take hours.
  if (fault !== null) return refuse("text", fault, field);
  const key = `${sport} ${name}`;
  const nearest = neighbours.get(key) ?? nearestTeams(sport, name).join(", ");
  if (neighbours.size >= 1000) neighbours.clear();
  neighbours.set(key, nearest);
  return refuse("unknown-team", `"${name}" (nearest: ${nearest})`, field);
}
