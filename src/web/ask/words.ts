/** A text as its words are compared, in small letters without accents and with numbers as digits; and the teams that it names. */
import { teamsCalled } from "../../contract/team-hints.ts";
import { firstShownSport, type Sport, sports } from "../../domain/sports.ts";
import { findTeam, teamsOf } from "../../domain/teams/registry.ts";
import type { Team } from "../../domain/teams/team.ts";

export type Word = {
  readonly text: string;
  /** As somebody typed it. */
  readonly typed: string;
};

const numbers = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");

/** Letters, digits, and what stands within or before numbers and names: `+7.5`, `-3`, `49ers`, `first-half`, `o'brien`. */
const pattern =
  /20\d\d[-/]\d\d(?!\d)|\d\d?:\d\d(?:[ap]m)?|[+-]?\d+(?:\.\d+)?(?:%|\+|[a-z]+)?|\.\d+|[\p{L}\p{N}][\p{L}\p{N}.'&]*/giu;

export function wordsOf(text: string): readonly Word[] {
  const plain = text
    .replaceAll("−", "-")
    .replaceAll("’", "'")
    .replaceAll("–", "-")
    .replaceAll(" & ", " and ")
    .replaceAll(/(?<=\p{L})-(?=\p{L})/gu, " ")
    .replaceAll(/(?<![\d.-])(\d{1,3}(?:\.5)?)-(?=\d{1,3}(?:\.5)?(?![\d-]))/g, "$1 to ");
  return [...plain.matchAll(pattern)].map(([typed]) => {
    const folded = typed
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/(?:'s|\.|'|s')$/, "");
    return { typed, text: numbers.includes(folded) ? String(numbers.indexOf(folded)) : folded };
  });
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** These words say nothing of which bets are meant. Whatever is in neither a phrase nor this list blocks the record. */
export const noise = setOf(`
  a all always am an and any are as be been being bet bets bettor bettors betting bettable by can club clubs come comes coming could did do
  does doing during ever every find for game games generally get gets give go going had happen happened happens has have having historically
  history how i if in is it its just know let like line lines look many matchup matchups me much my of often odds on only or our overall
  perform performance performed performing performs place please play played playing plays price prices profit profitable record records
  results return roi see should show side sides so stat statistics stats still take tell team teams tend than that the their them then there these they this those to trend
  trends typically us usually want was we were what whats when where which who whose will with would you your
`);

/** Words that turn what stands beside them round, so that without them another question would be answered. */
export const turning = setOf(`
  after against avoid avoiding before behind besides but coming-off contrarian despite don't dont everyone except excluding exclude fade fades faded fading
  following isn't isnt ignore instead lay minus neither never no non nobody none nor not off opponent opponents opposing opposite other
  outside prior reverse since than unless until versus vs without
`);

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

/** Words that nothing else explains and that are abbreviations of teams in small letters, as in "kc", in capitals; null: there is none. */
export function withCapitals(sport: Sport, words: readonly Word[], left: readonly string[]): readonly Word[] | null {
  const isSmall = ({ typed }: Word) =>
    left.includes(typed) &&
    /^[a-z]{2,3}$/.test(typed) &&
    !otherWords.has(typed) &&
    !turning.has(typed) &&
    findTeam(sport, typed) !== null;
  if (!words.some(isSmall)) return null;
  return words.map((word) => (isSmall(word) ? { ...word, typed: word.typed.toUpperCase() } : word));
}
