/** Teams in a text, and the sport that they play. */
import { folded } from "../../contract/hints.ts";
import { teamsCalled } from "../../contract/team-hints.ts";
import { firstShownSport, type Sport, sports } from "../../domain/sports.ts";
import { allTeamsOf, findTeam, teamsOf } from "../../domain/teams/registry.ts";
import type { Team } from "../../domain/teams/team.ts";
import { isMisspelled, type Word } from "./words.ts";

export type TeamAt = {
  readonly from: number;
  readonly to: number;
  /** More than one: the name is that of several teams. */
  readonly abbreviations: readonly string[];
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
      found.push({ from, to, abbreviations: teams.map(({ abbreviation }) => abbreviation) });
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
  const isInCapitals = typed === typed.toUpperCase();
  // A number is a line or a price, and no team's id.
  if (/^\d+$/.test(typed) || (otherWords.has(text) && !isInCapitals)) return [];
  const isShort = words.length === 1 && /^[a-z]{1,3}$/i.test(typed);
  const called = [...new Set([...teamsCalled(sport, typed), ...(isShort ? [] : teamsCalled(sport, text))])];
  const listed = called.filter((team) => teamsOf(sport).includes(team));
  const teams = listed.length > 0 || isOther ? listed : called;
  if (!isShort || isInCapitals) return teams;
  return teams.filter(({ name, city, school, mascot, aliases }) =>
    [name, city, school, mascot, ...aliases].some((each) => each?.toLowerCase() === typed.toLowerCase()),
  );
}

/** The sport that is asked about most, and then those with few teams: the names of a hundred and thirty schools are all kinds of words. */
export const usualOrder: readonly Sport[] = sports.toSorted(
  (a, b) => Number(b === firstShownSport) - Number(a === firstShownSport) || teamsOf(a).length - teamsOf(b).length,
);

/** Whether a word that nothing else explains is the abbreviation of a team in small letters, as in "kc". */
export function isSmallAbbreviation(sport: Sport, text: string): boolean {
  return /^[a-z]{2,3}$/.test(text) && !otherWords.has(text) && findTeam(sport, text) !== null;
}

/** The name of the one team that is called nearly so, as in "cowbys"; null: there is none, or there are several. */
export function nearName(sport: Sport, text: string): string | null {
  if (text.length < fewestLettersOfNear || /\d/.test(text) || otherWords.has(text)) return null;
  const isNear = (name: string | null): boolean => name !== null && isMisspelled(folded(text), folded(name));
  const [name, ...others] = allTeamsOf(sport).flatMap(
    ({ mascot, city, school }) => [mascot, city, school].find(isNear) ?? [],
  );
  return name === undefined || others.length > 0 ? null : name;
}
