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

function tokensOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split(/[\s()/-]+/)
      .map(foldName)
      .filter((token) => token !== ""),
  );
}

/** Levenshtein distance, one row of the table at a time. */
function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const substitution = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}

/** 0 to 2: how alike two names are by their letters, plus how many of their words they share. */
function likeness(left: string, right: string): number {
  const [foldedLeft, foldedRight] = [foldName(left), foldName(right)];
  const longest = Math.max(foldedLeft.length, foldedRight.length, 1);
  const letters = 1 - editDistance(foldedLeft, foldedRight) / longest;
  const [wordsLeft, wordsRight] = [tokensOf(left), tokensOf(right)];
  const shared = wordsLeft.intersection(wordsRight).size;
  return letters + shared / Math.max(wordsLeft.union(wordsRight).size, 1);
}

/** The full names of the teams nearest to an unknown name, nearest first: a hint for a person reading a report. */
export function nearestTeams(sport: Sport, name: string, count = 3): readonly string[] {
  return allTeamsOf(sport)
    .map((team) => ({
      name: team.name,
      likeness: Math.max(...spellingsOf(team).map((spelling) => likeness(name, spelling))),
    }))
    .sort((left, right) => right.likeness - left.likeness || left.name.localeCompare(right.name, "en"))
    .slice(0, count)
    .map((team) => team.name);
}
