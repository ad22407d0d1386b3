/** Finds the team that somebody means who writes a name as people say it: "Cowboys", "dallas cowboys", "Bama". */
import { foldName } from "../../domain/fold-name.ts";
import type { Sport } from "../../domain/sports.ts";
import { allTeamsOf, findTeam } from "../../domain/teams/registry.ts";
import type { Team } from "../../domain/teams/team.ts";

const longestName = 60;
const wordsBySport = new Map<Sport, ReadonlyMap<string, readonly Team[]>>();

/** @returns the abbreviation; null when no team or more than one is meant. Then the API's error names the nearest ones. */
export function abbreviationOf(sport: Sport, text: string): string | null {
  const [team, ...others] = teamsCalled(sport, text);
  return team === undefined || others.length > 0 ? null : team.abbreviation;
}

/** Every team of the sport that somebody may mean: "New York" is two of most sports. */
export function teamsCalled(sport: Sport, text: string): readonly Team[] {
  if (text.length > longestName) return [];
  const known = /^[A-Za-z0-9]{1,10}$/.test(text) ? findTeam(sport, text) : null;
  if (known !== null) return [known];
  // Browsers that show the name beside the abbreviation may send both: "DAL Dallas Cowboys".
  return wordsOf(sport).get(foldName(text)) ?? [];
}

/** Made when a sport is first asked about by a name. */
function wordsOf(sport: Sport): ReadonlyMap<string, readonly Team[]> {
  const known = wordsBySport.get(sport);
  if (known !== undefined) return known;
  const made = new Map<string, Team[]>();
  for (const team of allTeamsOf(sport)) {
    const { abbreviation, name, city, school, mascot, aliases } = team;
    const texts = [name, city, school, mascot, ...aliases, `${abbreviation} ${name}`];
    for (const word of new Set(texts.map((text) => foldName(text ?? "")))) {
      if (word === "") continue;
      made.set(word, [...(made.get(word) ?? []), team]);
    }
  }
  wordsBySport.set(sport, made);
  return made;
}
