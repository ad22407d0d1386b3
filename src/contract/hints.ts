/** Finds what a wrong word was meant to be, and writes what callers sent as a message may repeat it. */
import leven from "leven";

/** Help for a caller who sent a wrong text. */
export type Hint = {
  /** The end of a sentence, for people. */
  readonly text: string;
  /** The nearest right value, as it can be sent; null: there is none, or several are as near. */
  readonly value: string | null;
};

/** @param shown the value as people read it. */
export function didYouMean(value: string, shown = value): Hint {
  return { text: `did you mean ${shown}?`, value };
}

const longestCompared = 40;

/** The text without what people overlook: case, accents, spaces and punctuation. */
export function folded(text: string): string {
  if (text.length > longestCompared) return "";
  return text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/** @param word and candidates are folded. Null when too much differs. */
export function distanceWithin(word: string, candidate: string): number | null {
  // One letter of a short word may differ, and at most four of a long one.
  const tolerance = Math.min(4, 1 + Math.floor(word.length / 5));
  if (Math.abs(word.length - candidate.length) > tolerance) return null;
  const distance = leven(word, candidate, { maxDistance: tolerance + 1 });
  return distance > tolerance ? null : distance;
}

/** Other words of callers for each value, folded; words are divided by spaces. */
export type OtherWords = Readonly<Record<string, string>>;

/**
 * The candidate that a text means: the same when folded, the only one that begins with it, the one of which the fewest letters
 * differ, or the only one that it begins with.
 */
export function nearest(text: string, candidates: readonly string[], others: OtherWords = {}): string | null {
  const word = folded(text);
  if (word === "") return null;
  const same = candidates.find((each) => folded(each) === word);
  if (same !== undefined) return same;
  const other = candidates.find((each) => others[each]?.split(" ").includes(word));
  if (other !== undefined) return other;
  const [begun, ...more] = word.length < 3 ? [] : candidates.filter((each) => folded(each).startsWith(word));
  if (begun !== undefined && more.length === 0) return begun;
  const distances = candidates.map((each) => distanceWithin(word, folded(each)) ?? word.length);
  const least = Math.min(...distances);
  if (least < word.length) return candidates[distances.indexOf(least)] as string;
  const [beginning, ...longer] = candidates.filter((each) => folded(each).length >= 3 && word.startsWith(folded(each)));
  return beginning !== undefined && longer.length === 0 ? beginning : null;
}

const longestShown = 60;
const longestName = 100;

/** Control and format characters, which can turn a line around or hide in it, and halves of characters. */
const unshowable = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A value in quotes: quotes and backslashes inside are escaped, and of a long one only the beginning is there. */
export function quoted(text: string): string {
  return JSON.stringify(cut(text, longestShown).replace(unshowable, "\uFFFD"));
}

/** The name of a parameter as an error repeats it: as it was sent, unless it is longer than any name of ours. */
export function shownName(name: string): string {
  return cut(name, longestName);
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;
}

/** Names that other APIs have for parameters of ours. */
const otherNames: OtherWords = {
  sport: "league",
  season: "year",
  from: "since start startdate datefrom date",
  to: "until end enddate dateto",
  team: "teamid",
  home: "hometeam",
  away: "awayteam",
  book: "sportsbook bookmaker",
  game_id: "id game",
  market: "bettype",
  limit: "perpage pagesize size",
  cursor: "page offset nextcursor",
};

/** A sentence about a parameter that an endpoint has not. @param allowed the parameters that the endpoint takes. */
export function unknownParameterHint(name: string, allowed: readonly string[]): Hint {
  const unknown = `unknown parameter ${quoted(name)}`;
  if (/key|token|auth/i.test(name.slice(0, 40))) {
    return {
      text: `${unknown}: a key is sent in the header Authorization or X-API-Key, never in the URL`,
      value: null,
    };
  }
  if (allowed.length === 0) return { text: `${unknown}: this endpoint takes none`, value: null };
  // Filters of form are said of one team or of several: without a word before it, the team that is bet on is meant.
  const ofTeam = allowed.find((each) => each === `team_${name}`);
  const meant = ofTeam ?? nearest(name, allowed, otherNames);
  const list = `this endpoint takes ${listed(allowed)}`;
  if (meant === null) return { text: `${unknown}: ${list}`, value: null };
  return { text: `${unknown}; did you mean ${meant}? ${capital(list)}`, value: meant };
}

const likeTeam = ["opponent", "either", "both"] as const;

/** The names, of which those that differ only in whose they are, or in which end of a span, stand there once: a message has an end. */
function listed(names: readonly string[]): string {
  const isOfOther = (name: string) =>
    likeTeam.some((whose) => name.startsWith(`${whose}_`) && names.includes(name.replace(whose, "team")));
  const isEnd = (name: string) => name.endsWith("_max") && names.includes(name.replace(/max$/, "min"));
  const shown = names.filter((name) => !isOfOther(name) && !isEnd(name)).join(", ");
  const ends = names.some(isEnd) ? "; each …_min also as …_max" : "";
  return names.some(isOfOther) ? `${shown}${ends}; each team_… also as opponent_…, either_… and both_…` : shown + ends;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
