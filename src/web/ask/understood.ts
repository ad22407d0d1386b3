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
  const readIn = (sport: Sport, of: readonly Word[], at: number) =>
    inSport(of, { sport, today, isOther: at > 0, isNamed: named !== null });
  const exact = order.map((sport, at) => readIn(sport, asked, at));
  const found = settled(exact);
  if (found !== null) return found;
  const near = order.map((sport, at) => readIn(sport, withGuesses(sport, asked, exact[at]?.left ?? []), at));
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

type Meant = {
  readonly sport: Sport;
  readonly today: string;
  /** Whether the sport is neither that of the page nor named. */
  readonly isOther: boolean;
  readonly isNamed: boolean;
};

/** With every way to take names of several teams for one of them. */
function inSport(words: readonly Word[], meant: Meant): Understood {
  const ways = chosen(teamsIn(meant.sport, words, meant.isOther));
  const { left, filters, used } = oneReading(words, meant, ways[0] ?? []);
  const isNothing = filters === null || (used.length === 0 && (!meant.isNamed || left.length > 0));
  if (isNothing || left.some((word) => turning.has(word.toLowerCase()))) return { sets: [], left };
  const others = ways.slice(1).map((teams) => oneReading(words, meant, teams));
  const sets = others.flatMap((each) =>
    each.filters === null || each.left.length > left.length ? [] : [each.filters],
  );
  return { sets: [filters, ...sets], left };
}

/** A name, taken for one of the teams that it may mean. */
type OneTeam = TeamAt & { readonly abbreviation: string };

/** Nobody names a team twice. */
function chosen(teams: readonly TeamAt[]): readonly (readonly OneTeam[])[] {
  let ways: readonly (readonly OneTeam[])[] = [[]];
  for (const team of teams) {
    ways = ways.flatMap((way) => {
      const others = team.abbreviations.filter((each) => !way.some(({ abbreviation }) => abbreviation === each));
      return (others.length === 0 ? team.abbreviations : others).map((abbreviation) => [
        ...way,
        { ...team, abbreviation },
      ]);
    });
  }
  return ways.slice(0, mostSets);
}

type Reading = {
  readonly filters: readonly Filter[] | null;
  readonly used: readonly string[];
  readonly left: readonly string[];
};

/** Phrases that cannot be asked together are left out, one phrase at a time, the last ones first. */
function oneReading(words: readonly Word[], meant: Meant, teams: readonly OneTeam[]): Reading {
  const excluded = new Set<string>();
  for (;;) {
    const { draft, used, left } = readWords(words, meant, teams, excluded);
    const filters = askable(draft);
    if (filters !== null) return { filters, used, left };
    const isMended = (each: string): boolean =>
      askable(readWords(words, meant, teams, new Set([...excluded, each])).draft) !== null;
    const wrong = used.findLast(isMended) ?? used.at(-1);
    if (wrong === undefined) return { filters: null, used, left };
    excluded.add(wrong);
  }
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

type Read = { readonly draft: Draft; readonly used: readonly string[]; readonly left: readonly string[] };

/** @param excluded phrases that are passed over, as they stand in the text. */
function readWords(
  words: readonly Word[],
  { sport, today }: Meant,
  teams: readonly OneTeam[],
  excluded: ReadonlySet<string>,
): Read {
  const draft: Draft = { sport, today, teams: [], said: new Map() };
  const items = itemsOf(words, teams);
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
        const abbreviation = teams[Number(found.slice(1).find((each) => each !== undefined))]?.abbreviation;
        const side = draft.said.get("selection");
        if (abbreviation === undefined || (site !== null && (side === "home" || side === "away") && side !== site))
          return null;
        draft.teams.push({ abbreviation, how });
        if (site !== null && side === undefined) draft.said.set("selection", site);
        return "said";
      });
    }
  }
  for (const item of items) if (text[item.at] !== "|" && !noise.has(item.text)) left.add(item);
  return { draft, used, left: items.filter((item) => left.has(item)).map(({ typed }) => typed) };
}

/** A word, or `@0`, `@1` and so on in the place of a team; and where it stands in the text of all. */
type Item = Word & { readonly at: number };

function itemsOf(words: readonly Word[], teams: readonly TeamAt[]): readonly Item[] {
  let at = 0;
  return words.flatMap((word, place): readonly Item[] => {
    const team = teams.findIndex(({ from, to }) => from <= place && place < to);
    const { from = place, to = place + 1 } = teams[team] ?? {};
    if (from < place) return [];
    const typed = words.slice(from, to).map((each) => each.typed);
    const item = { ...(team === -1 ? word : { text: `@${team}` }), typed: typed.join(" "), at };
    at += item.text.length + 1;
    return [item];
  });
}

/** The sport that is named, and the words without its name; null: none is. */
function namedSport(words: readonly Word[]): { readonly sport: Sport; readonly rest: readonly Word[] } | null {
  const text = words.map((word) => word.text).join(" ");
  for (const { sport, name } of sportNames) {
    const found = new RegExp(`(?:^| )${name}(?: |$)`).exec(text);
    if (found === null) continue;
    const before = text
      .slice(0, found.index)
      .split(" ")
      .filter((each) => each !== "").length;
    return { sport, rest: [...words.slice(0, before), ...words.slice(before + name.split(" ").length)] };
  }
  return null;
}

/** The longest names first: "college football" is no football of the NFL. */
const sportNames = sports
  .flatMap((sport) => [sport, ...sportFacts[sport].otherNames].map((name) => ({ sport, name })))
  .sort((a, b) => b.name.length - a.name.length);
