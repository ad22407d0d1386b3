/** Teams in a text, and the sport that they play. */
import { folded } from "../../contract/hints.ts";
import { teamsCalled } from "../../contract/team-hints.ts";
import { foldName } from "../../domain/fold-name.ts";
import { firstShownSport, type Sport, sports } from "../../domain/sports.ts";
import { allTeamsOf, findTeam, teamsOf } from "../../domain/teams/registry.ts";
import type { Team } from "../../domain/teams/team.ts";
import { isMisspelled, type Word } from "./words.ts";

export type TeamAt = {
  readonly from: number;
  readonly to: number;
  /** More than one: the name is that of several teams. */
  readonly abbreviations: readonly string[];
  /** Whether it is the name of several players, as "Cowboys" is: no person has such a name. */
  readonly isPlural: boolean;
};

/** "Arkansas-Pine Bluff Golden Lions" has five. */
const mostWords = 5;
/** A name of more teams is no name. */
const mostTeams = 12;
/** Shorter words are near too many names. */
const fewestLettersOfNear = 5;
/** Words of questions that are also abbreviations or names of teams. */
const otherWords: ReadonlySet<string> = new Set(
  (
    "over under home away road dogs favs wind cold rest loss wins lost last both more less than when then with from back week team line " +
    "spot game play side night nights day days money"
  ).split(" "),
);

/**
 * The places of teams in the words, the longest names first. Teams that /v1/teams lists come before those that it does not.
 * @param isOther whether the sport is none that somebody looks at or names: then only listed teams are meant.
 */
export function teamsIn(sport: Sport, words: readonly Word[], isOther: boolean): readonly TeamAt[] {
  const found: TeamAt[] = [];
  for (let from = 0; from < words.length; from++) {
    for (let to = Math.min(words.length, from + mostWords); to > from; to--) {
      const teams = teamsNamed(sport, words.slice(from, to), isOther);
      if (teams.length === 0 || teams.length > mostTeams) continue;
      const named = words[to - 1]?.text ?? "";
      const isPlural = teams.some(
        ({ mascot }) => /s$|x$/i.test(mascot ?? "") && foldName(mascot ?? "").endsWith(named),
      );
      const isWhole = to - from > 1;
      found.push({ from, to, abbreviations: teams.map((team) => team.abbreviation), isPlural: isPlural || isWhole });
      from = to - 1;
      break;
    }
  }
  return found;
}

/** Abbreviations of up to three letters count only in capitals: "no" and "was" are words. */
function teamsNamed(sport: Sport, words: readonly Word[], isOther: boolean): readonly Team[] {
  const typed = words.map((word) => word.typed).join(" ");
  const text = words.map((word) => word.text).join(" ");
  // A number is a line or a price, and no team's id.
  if (/^\d+$/.test(typed) || (otherWords.has(text) && typed !== typed.toUpperCase())) return [];
  const isShort = words.length === 1 && /^[a-z]{1,3}$/i.test(typed);
  const called = [...new Set([...teamsCalled(sport, typed), ...(isShort ? [] : teamsCalled(sport, text))])];
  const listed = called.filter((team) => teamsOf(sport).includes(team));
  const teams = listed.length > 0 || isOther ? listed : called;
  if (!isShort || typed === typed.toUpperCase()) return teams;
  const isName = ({ name, city, school, mascot, aliases }: Team): boolean =>
    [name, city, school, mascot, ...aliases].some((each) => each?.toLowerCase() === typed.toLowerCase());
  return teams.filter(isName);
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
