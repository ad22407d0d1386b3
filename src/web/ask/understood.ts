/** Understands a question that is typed as it would be said, by the catalogue of phrases: "49ers road favorites off a bye". */
import { trends } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { type Draft, type Filter, filtersOf, phrases, type SaidTeam, say } from "./draft.ts";
import { isSmallAbbreviation, nearName, type TeamAt, teamsIn, usualOrder } from "./teams.ts";
import { noise, notFilters, spelled, turning, type Word, wordsOf } from "./words.ts";

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
  [
    /(?<=^|[ |])(?:(?:in )?games? (?:of|with|involving) (?:the )?@(\d+)|(?:in )?(?:the )?@(\d+) games?)(?=$|[ |])/,
    "in",
    null,
  ],
  [/(?<=^|[ |])(?:against|vs|versus|facing) (?:the )?@(\d+)(?=$|[ |])/, "against", null],
  [/(?<=^|[ |])(?:hosting|hosts?) (?:the )?@(\d+)(?=$|[ |])/, "against", "home"],
  [/(?<=^|[ |])at (?:the )?@(\d+)(?=$|[ |])/, "against", "away"],
  [new RegExp(`(?<=^|[ |])${notBehind}(?:the )?${notBehind}@(\\d+)(?=$|[ |])`), "on", null],
];

/**
 * The sport on the page is meant where it can be; else the one whose teams, rests and bets the words are. Words are guessed only where
 * nothing unknown is left beside them.
 * @param usual the sport that is meant where no word says one.
 * @param today the slate date, YYYY-MM-DD, by which this season is this one.
 */
export function understood(text: string, usual: Sport, today: string): Understood {
  const words = wordsOf(text.slice(0, longestQuestion));
  const named = namedSport(words);
  const order = named === null ? [usual, ...usualOrder.filter((sport) => sport !== usual)] : [named.sport];
  const asked = named?.rest ?? words;
  const readBy = (heard: (sport: Sport, at: number) => readonly Word[]) =>
    order.map((sport, at) => inSport({ sport, today, words: heard(sport, at) }, at > 0, named !== null));
  const exact = readBy(() => asked);
  const found = settled(exact);
  if (found !== null) return found;
  const near = readBy((sport, at) => withGuesses(sport, asked, exact[at]?.left ?? []));
  return settled(near) ?? exact.reduce((best, each) => (each.left.length < best.left.length ? each : best));
}

/**
 * The readings of which nothing is left but words that are known to be no filter: that of the page's sport, which is the first, or all
 * those of the others that leave the fewest. Null: there is none.
 */
function settled([own, ...others]: readonly Understood[]): Understood | null {
  const isSettled = ({ sets, left }: Understood) =>
    sets.length > 0 && left.every((word) => notFilters.has(word.toLowerCase()));
  const least = Math.min(...others.filter(isSettled).map(({ left }) => left.length));
  if (own !== undefined && isSettled(own) && own.left.length <= least) return own;
  const best = others.filter((each) => isSettled(each) && each.left.length === least);
  const [first] = best;
  return first === undefined ? null : { sets: best.flatMap(({ sets }) => sets).slice(0, mostSets), left: first.left };
}

/** Words of which nothing was understood, as the words, names or abbreviations of teams that they probably are. */
function withGuesses(sport: Sport, words: readonly Word[], left: readonly string[]): readonly Word[] {
  return words.map((word) => {
    if (!left.includes(word.typed) || notFilters.has(word.text)) return word;
    if (isSmallAbbreviation(sport, word.typed)) return { ...word, typed: word.typed.toUpperCase() };
    return { ...word, text: spelled(word.text) ?? nearName(sport, word.text)?.toLowerCase() ?? word.text };
  });
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
  const whole = { ...asked, teams: teamsIn(asked.sport, asked.words, isOther) };
  const [first = [], ...others] = chosen(whole.teams);
  const { left, filters, used } = oneReading(whole, first);
  const isNothing = filters === null || (used.length === 0 && (!isNamed || left.length > 0));
  if (isNothing || left.some((word) => turning.has(word.toLowerCase()))) return { sets: [], left };
  const readings = others.map((each) => oneReading(whole, each)).filter((each) => each.left.length <= left.length);
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
  // What a phrase has taken is struck out, so that every word stays at its place.
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
  for (const { pattern, says } of phrases) take(pattern, (found) => say(draft, says, found));
  for (const [pattern, how, site] of teamPieces) {
    for (let times = 0; times < 3; times++) {
      take(pattern, (found) => {
        const abbreviation = named[Number(found.slice(1).find((each) => each !== undefined))];
        const side = draft.said.get("selection");
        const isOtherSite = site !== null && (side === "home" || side === "away") && side !== site;
        if (abbreviation === undefined || isOtherSite) return null;
        draft.teams.push({ abbreviation, how });
        if (site !== null && side === undefined) draft.said.set("selection", site);
        return "said";
      });
    }
  }
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
