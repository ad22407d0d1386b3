/** Understands a question that is typed as it would be said, by the catalogue of phrases: "49ers road favorites off a bye". */
import { trends } from "../../contract/endpoints/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { CannotBeAsked, type Filter, filtersOf } from "./compile.ts";
import { type Draft, newDraft, type Phrase, type SaidTeam } from "./draft.ts";
import { phrases } from "./phrases.ts";
import { spelled } from "./spelling.ts";
import { isSmallAbbreviation, nearTeam, teamsIn, usualOrder } from "./teams.ts";
import { type Word, wordsOf } from "./words.ts";

export type Understood = {
  /** Filters of `/v1/trends`, which takes them. Empty: nothing was understood. */
  readonly filters: readonly Filter[];
  /** What was not understood, as it was typed. */
  readonly left: readonly string[];
};

/** More is not read. */
export const longestQuestion = 200;

/** These words say nothing of which bets are meant. */
const noise: ReadonlySet<string> = new Set(
  (
    "a all an and any are as at be been being bet bets betting by club clubs come comes coming did do does during every for from " +
    "game games give had has have history how i if in is it its just line lines matchup matchups me much of off often on only or " +
    "play played playing plays please record show side sides since take taking team teams that the their them they to trend " +
    "trends was were what when where which who whose win wins with would you price prices odds"
  ).split(" "),
);

type Piece = { readonly pattern: RegExp; readonly apply: Phrase[1] };

const pieces: readonly Piece[] = phrases.map(([pattern, apply]) => ({
  pattern: new RegExp(`(?<=^|[ |])(?:${pattern})(?=$|[ |])`),
  apply,
}));

const teamPieces: readonly (readonly [pattern: RegExp, how: SaidTeam["how"], site: string | null])[] = [
  [
    /(?<=^|[ |])(?:(?:in )?games? (?:of|with|involving) (?:the )?@(\d+)|(?:in )?(?:the )?@(\d+) games?)(?=$|[ |])/,
    "in",
    null,
  ],
  [/(?<=^|[ |])(?:against|vs|versus|facing) (?:the )?@(\d+)(?=$|[ |])/, "against", null],
  [/(?<=^|[ |])(?:hosting|hosts?) (?:the )?@(\d+)(?=$|[ |])/, "against", "home"],
  [/(?<=^|[ |])at (?:the )?@(\d+)(?=$|[ |])/, "against", "away"],
  [/(?<=^|[ |])(?:the )?@(\d+)(?=$|[ |])/, "on", null],
];

/**
 * @param usual the sport that is meant where no word says one.
 * @param today the slate date, YYYY-MM-DD, by which this season is this one.
 */
export function understood(text: string, usual: Sport, today: string): Understood {
  const words = wordsOf(text.slice(0, longestQuestion));
  const named = namedSport(words);
  // Teams, rests and bets that only one sport has say which sport is meant.
  const meant = named === null ? [usual, ...usualOrder.filter((sport) => sport !== usual)] : [named.sport];
  const asked = named?.rest ?? words;
  const found = meant.flatMap((sport) => {
    const read = (of: readonly Word[], isNear: boolean) => inSport(of, { sport, today, isNear }, named !== null);
    const exact = read(asked, false);
    return exact.left.length === 0 ? [exact] : [exact, read(withGuesses(sport, asked, exact.left), true)];
  });
  return found.reduce((best, each) => (each.left.length < best.left.length ? each : best));
}

/** Words of which nothing was understood, as the words or abbreviations of teams that they probably are. */
function withGuesses(sport: Sport, words: readonly Word[], left: readonly string[]): readonly Word[] {
  return words.map((word) => {
    if (!left.includes(word.typed)) return word;
    if (isSmallAbbreviation(sport, word.typed)) return { ...word, typed: word.typed.toUpperCase() };
    const guess = spelled(word.text);
    return guess === null ? word : { ...word, text: guess, isGuess: true };
  });
}

type Meant = {
  readonly sport: Sport;
  readonly today: string;
  /** Whether a word that nothing else explains may be a team with a letter that is wrong. */
  readonly isNear: boolean;
};

/** What cannot be asked together is left out, one phrase at a time, the last ones first. */
function inSport(words: readonly Word[], meant: Meant, isNamed: boolean): Understood {
  const excluded = new Set<string>();
  for (;;) {
    const { draft, used, left } = readWords(words, meant, excluded);
    const filters = askable(draft);
    if (filters !== null) return { filters: used.length === 0 && !isNamed ? [] : filters, left };
    const isMended = (each: string): boolean =>
      askable(readWords(words, meant, new Set([...excluded, each])).draft) !== null;
    const wrong = used.findLast(isMended) ?? used.at(-1);
    if (wrong === undefined) return { filters: [], left };
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
    if (thrown instanceof CannotBeAsked || thrown instanceof WrongParameter) return null;
    throw thrown;
  }
}

type Read = { readonly draft: Draft; readonly used: readonly string[]; readonly left: readonly string[] };

/** @param excluded phrases that are passed over, as they stand in the text. */
function readWords(words: readonly Word[], { sport, today, isNear }: Meant, excluded: ReadonlySet<string>): Read {
  const draft = newDraft(sport);
  const used: string[] = [];
  const teams = teamsIn(sport, words);
  let text = withTeams(words, teams);
  const take = (pattern: RegExp, apply: (found: readonly string[]) => boolean): void => {
    const found = pattern.exec(text);
    if (found === null || excluded.has(found[0].trim()) || !apply(found)) return;
    used.push(found[0].trim());
    text = `${text.slice(0, found.index)}|${text.slice(found.index + found[0].length)}`;
  };
  for (const { pattern, apply } of pieces) take(pattern, (found) => apply(draft, found, today));
  for (const [pattern, how, site] of teamPieces) {
    for (let times = 0; times < 3; times++) {
      take(pattern, (found) => {
        const team = teams[Number(found.slice(1).find((each) => each !== undefined))];
        if (team === undefined) return false;
        draft.teams.push({ abbreviation: team.abbreviation, how });
        if (site !== null && !draft.filters.has("selection")) draft.filters.set("selection", site);
        return true;
      });
    }
  }
  const left: string[] = [];
  const isGuess = (each: string) => words.some((word) => word.isGuess && word.text === each);
  for (const part of text.split("|")) {
    const unread = part.split(" ").filter((each) => each !== "" && (isGuess(each) || !noise.has(each)));
    for (const each of unread) {
      const near = !isNear || excluded.has(each) ? null : nearTeam(sport, each);
      if (near !== null && !draft.teams.some(({ abbreviation }) => abbreviation === near)) {
        draft.teams.push({ abbreviation: near, how: "on" });
        used.push(each);
      } else left.push(typedOf(each, words, teams));
    }
  }
  return { draft, used, left };
}

/** The words with `@0`, `@1` and so on in the place of teams. */
function withTeams(words: readonly Word[], teams: ReturnType<typeof teamsIn>): string {
  return words
    .flatMap(({ text }, at) => {
      const place = teams.findIndex(({ from, to }) => from <= at && at < to);
      if (place === -1) return [text];
      return teams[place]?.from === at ? [`@${place}`] : [];
    })
    .join(" ");
}

function typedOf(text: string, words: readonly Word[], teams: ReturnType<typeof teamsIn>): string {
  const team = /^@(\d+)$/.exec(text);
  const place = team === null ? undefined : teams[Number(team[1])];
  if (place !== undefined)
    return words
      .slice(place.from, place.to)
      .map(({ typed }) => typed)
      .join(" ");
  return words.find((word) => word.text === text)?.typed ?? text;
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
