/** Teams in a text, and the sport that they play. */
import { folded } from "../../contract/hints/nearest.ts";
import { firstShownSport, type Sport, sports } from "../../domain/sports.ts";
import { allTeamsOf, findTeam, teamsOf } from "../../domain/teams/registry.ts";
import { teamsCalled } from "../explore/team-names.ts";
import { isMisspelled } from "./spelling.ts";
import type { Word } from "./words.ts";

export type TeamAt = { readonly from: number; readonly to: number; readonly abbreviation: string };

/** "Arkansas-Pine Bluff Golden Lions" has five. */
const mostWords = 5;
/** Shorter words are near too many names. */
const fewestLettersOfNear = 5;
/** Words of questions that are also abbreviations or names of teams. */
const otherWords: ReadonlySet<string> = new Set(
  (
    "over under home away road dogs favs wind cold rest loss wins lost last both more less than when then with from back week team line " +
    "spot game play side night nights day days money"
  ).split(" "),
);

/** The places of teams in the words, the longest names first. */
export function teamsIn(sport: Sport, words: readonly Word[]): readonly TeamAt[] {
  const found: TeamAt[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = Math.min(words.length, from + mostWords); to > from; to--) {
      const abbreviation = teamCalled(sport, words.slice(from, to));
      if (abbreviation === null) continue;
      found.push({ from, to, abbreviation });
      from = to - 1;
      break;
    }
  }
  return found;
}

/** Abbreviations of up to three letters count only in capitals: "no" and "was" are words. */
function teamCalled(sport: Sport, words: readonly Word[]): string | null {
  const typed = words.map((word) => word.typed).join(" ");
  const text = words.map((word) => word.text).join(" ");
  if (otherWords.has(text) && typed !== typed.toUpperCase()) return null;
  const isShort = words.length === 1 && /^[a-z]{1,3}$/i.test(typed);
  const [team, ...others] = [...teamsCalled(sport, typed), ...(isShort ? [] : teamsCalled(sport, text))];
  if (team === undefined || others.some((other) => other !== team)) return null;
  const isName = [team.name, team.city, team.school, team.mascot, ...team.aliases].some(
    (name) => name?.toLowerCase() === typed.toLowerCase(),
  );
  return isShort && !isName && typed !== typed.toUpperCase() ? null : team.abbreviation;
}

/** The sport that is asked about most, and then those with few teams: the names of a hundred and thirty schools are all kinds of words. */
export const usualOrder: readonly Sport[] = sports.toSorted(
  (a, b) => Number(b === firstShownSport) - Number(a === firstShownSport) || teamsOf(a).length - teamsOf(b).length,
);

/** Whether a word that nothing else explains is the abbreviation of a team in small letters, as in "kc". */
export function isSmallAbbreviation(sport: Sport, text: string): boolean {
  return /^[a-z]{2,3}$/.test(text) && !otherWords.has(text) && findTeam(sport, text) !== null;
}

/** The one team with a name of which a letter is wrong, as in "cowbys"; null: there is none, or there are several. */
export function nearTeam(sport: Sport, text: string): string | null {
  if (text.length < fewestLettersOfNear || /\d/.test(text) || otherWords.has(text)) return null;
  const isNear = (name: string | null): boolean => name !== null && isMisspelled(folded(text), folded(name));
  const [team, ...others] = allTeamsOf(sport).filter(({ mascot, city, school }) => [mascot, city, school].some(isNear));
  return team === undefined || others.length > 0 ? null : team.abbreviation;
}
