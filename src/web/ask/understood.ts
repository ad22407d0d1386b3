/** Understands a question that is typed as it would be said, by the catalogue of phrases: "49ers road favorites off a bye". */
import { trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { type Draft, type Filter, filtersOf, phrases, type SaidTeam, say, whole } from "./draft.ts";
import { noise, type TeamAt, teamsIn, turning, usualOrder, type Word, withCapitals, wordsOf } from "./words.ts";

export type Understood = {
  /**
   * The sets that may be meant, each as filters of `/v1/trends`, which takes them; with words left over, what could be asked without
   * those. Several: a name is that of several teams. None: nothing was understood, or what is left turns the rest round.
   */
  readonly sets: readonly (readonly Filter[])[];
  /** The words that were not understood, as they were typed. Where there is any, no set is the answer. */
  readonly left: readonly string[];
};

/** More is not read. */
export const longestQuestion = 200;
/** A name of more teams is a word that is not understood. */
const mostSets = 12;

/** Behind these words a team is not bet on, also where they could not be understood themselves. */
const notBehind = "(?<!(?:^|[ |])(?:against|vs|versus|facing|at|hosting|hosts?) (?:the )?)";

const teamPieces: readonly (readonly [pattern: RegExp, how: SaidTeam["how"], site: "home" | "away" | null])[] = [
  [whole("(?:in )?games? (?:of|with|involving) (?:the )?@(\\d+)|(?:in )?(?:the )?@(\\d+) games?"), "in", null],
  [whole("(?:against|vs|versus|facing) (?:the )?@(\\d+)"), "against", null],
  [whole("(?:hosting|hosts?) (?:the )?@(\\d+)"), "against", "home"],
  [whole("at (?:the )?@(\\d+)"), "against", "away"],
  [whole(`${notBehind}(?:the )?${notBehind}@(\\d+)`), "on", null],
];

/**
 * The sport on the page is meant where it leaves the fewest words; else all those that do, since a name may be that of teams of several.
 * @param usual the sport that is meant where no word says one.
 * @param today the slate date, YYYY-MM-DD, by which this season is this one.
 */
export function understood(text: string, usual: Sport, today: string): Understood {
  const words = wordsOf(text.slice(0, longestQuestion));
  const named = namedSport(words);
  const order = named === null ? [usual, ...usualOrder.filter((sport) => sport !== usual)] : [named.sport];
  const asked = { today, words: named?.rest ?? words };
  const readings = order.map((sport, at) => inSport({ ...asked, sport }, at > 0, named !== null));
  const answers = readings.filter(({ sets }) => sets.length > 0);
  const some = answers.length > 0 ? answers : readings;
  const least = Math.min(...some.map(({ left }) => left.length));
  const best = some.filter(({ left }) => left.length === least);
  const [first = { sets: [], left: [] }] = best;
  return first === readings[0] ? first : { ...first, sets: best.flatMap(({ sets }) => sets).slice(0, mostSets) };
}

/** A text as it is read in one sport. */
type Asked = {
  readonly sport: Sport;
  readonly today: string;
  readonly words: readonly Word[];
  /** The places of teams among the words. */
  readonly teams: readonly TeamAt[];
};

/** @param isOther whether the sport is neither that of the page nor named. */
function inSport(asked: Omit<Asked, "teams">, isOther: boolean, isNamed: boolean): Understood {
  const withTeams = { ...asked, teams: teamsIn(asked.sport, asked.words, isOther) };
  const [first = [], ...others] = chosen(withTeams.teams);
  const { left, filters, used } = oneReading(withTeams, first);
  const inCapitals = withCapitals(asked.sport, asked.words, left);
  const again = inCapitals === null ? null : inSport({ ...asked, words: inCapitals }, isOther, isNamed);
  // They are guessed only where nothing unknown is left beside them.
  if (again?.left.length === 0) return again;
  const isNothing = filters === null || (used.length === 0 && (!isNamed || left.length > 0));
  if (isNothing || left.some((word) => turning.has(word.toLowerCase()))) return { sets: [], left };
  const readings = others.map((each) => oneReading(withTeams, each)).filter((each) => each.left.length <= left.length);
  return { sets: [filters, ...readings.flatMap((each) => (each.filters === null ? [] : [each.filters]))], left };
}

/** Every way to take names of several teams for one of them, as abbreviations; nobody names a team twice. */
function chosen(teams: readonly TeamAt[]): readonly (readonly string[])[] {
  let ways: readonly (readonly string[])[] = [[]];
  for (const { abbreviations } of teams) {
    ways = ways.flatMap((way) => {
      const others = abbreviations.filter((each) => !way.includes(each));
      return (others.length === 0 ? abbreviations : others).map((each) => [...way, each]);
    });
  }
  return ways.slice(0, mostSets);
}

type Reading = {
  /** Null: the API does not take them. */
  readonly filters: readonly Filter[] | null;
  readonly used: readonly string[];
  readonly left: readonly string[];
};

/** Phrases that cannot be asked together are left out, one phrase at a time, the last ones first. */
function oneReading(asked: Asked, named: readonly string[], excluded: ReadonlySet<string> = new Set()): Reading {
  const reading = readWords(asked, named, excluded);
  if (reading.filters !== null) return reading;
  const without = (each: string) => new Set([...excluded, each]);
  const isMended = (each: string) => readWords(asked, named, without(each)).filters !== null;
  const wrong = reading.used.findLast(isMended) ?? reading.used.at(-1);
  return wrong === undefined ? reading : oneReading(asked, named, without(wrong));
}

/** @param excluded phrases that are passed over, as they stand in the text. */
function readWords(asked: Asked, named: readonly string[], excluded: ReadonlySet<string>): Reading {
  const draft: Draft = { sport: asked.sport, today: asked.today, teams: [], said: new Map() };
  const items = itemsOf(asked);
  const used: string[] = [];
  const left = new Set<Item>();
  // Words that a phrase has taken are struck out, so that every word stays at its place.
  let text = items.map((item) => item.text).join(" ");
  const take = (pattern: RegExp, apply: (found: readonly string[]) => "left" | "said" | null): void => {
    const found = pattern.exec(text);
    if (found === null) return;
    const phrase = found[0].trim();
    // A phrase that was excluded is left whole: its parts alone would say something else.
    const outcome = excluded.has(phrase) ? "left" : apply(found);
    if (outcome === null) return;
    if (!excluded.has(phrase)) used.push(phrase);
    const end = found.index + found[0].length;
    if (outcome === "left") for (const item of items) if (found.index <= item.at && item.at < end) left.add(item);
    text = text.slice(0, found.index) + "|".repeat(found[0].length) + text.slice(end);
  };
  for (const [pattern, says] of phrases) take(pattern, (found) => say(draft, says, found));
  for (const [pattern, how, site] of teamPieces.flatMap((piece) => [piece, piece, piece]))
    take(pattern, (found) => {
      const abbreviation = named[Number(found.slice(1).find((each) => each !== undefined))];
      const side = draft.said.get("selection");
      const isOtherSite = site !== null && (side === "home" || side === "away") && side !== site;
      if (abbreviation === undefined || isOtherSite) return null;
      draft.teams.push({ abbreviation, how });
      if (site !== null && side === undefined) draft.said.set("selection", site);
      return "said";
    });
  for (const item of items) if (text[item.at] !== "|" && !noise.has(item.text)) left.add(item);
  return { filters: askable(draft), used, left: items.flatMap((item) => (left.has(item) ? [item.typed] : [])) };
}

/** Null: the API does not take it. */
function askable(draft: Draft): readonly Filter[] | null {
  try {
    const filters = filtersOf(draft);
    trends.read(new URLSearchParams(filters.map(([name, value]) => [name, value])).toString());
    return filters;
  } catch (thrown) {
    if (thrown instanceof WrongParameter) return null;
    throw thrown;
  }
}

/** A word, or `@0`, `@1` and so on in the place of a team; and where it stands in the text of all. */
type Item = Word & { readonly at: number };

function itemsOf({ words, teams }: Asked): readonly Item[] {
  let at = 0;
  return words.flatMap((word, place): readonly Item[] => {
    const team = teams.findIndex(({ from, to }) => from <= place && place < to);
    const { from = place, to = place + 1 } = teams[team] ?? {};
    if (from < place) return [];
    const typed = words.slice(from, to).map((each) => each.typed);
    const item = { text: team === -1 ? word.text : `@${team}`, typed: typed.join(" "), at };
    at += item.text.length + 1;
    return [item];
  });
}

/** The sport that is named, and the words without its name; null: none is. */
function namedSport(words: readonly Word[]): { readonly sport: Sport; readonly rest: readonly Word[] } | null {
  for (const { sport, parts } of sportNames) {
    const at = words.findIndex((_, from) => parts.every((part, place) => words[from + place]?.text === part));
    if (at !== -1) return { sport, rest: words.toSpliced(at, parts.length) };
  }
  return null;
}

/** The longest names first: "college football" is no football of the NFL. */
const sportNames = sports
  .flatMap((sport) => [sport, ...sportFacts[sport].otherNames].map((name) => ({ sport, parts: name.split(" ") })))
  .sort((a, b) => b.parts.join(" ").length - a.parts.join(" ").length);
