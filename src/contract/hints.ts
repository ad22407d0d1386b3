/** Finds what a wrong word was meant to be, and writes what callers sent as a message may repeat it. */
import leven from "leven";
import { parseGameId } from "../domain/game-ids.ts";
import { isCalendarDate } from "../domain/slate-date.ts";
import { isSport, type Sport, sportFacts, sports } from "../domain/sports.ts";

/** Help for whoever sent a wrong text. */
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

/** The number of letters that may differ: one of a short word, at most four of a long one. */
function toleranceOf(word: string): number {
  return Math.min(4, 1 + Math.floor(word.length / 5));
}

/** @param word and candidates are folded. Null when too much differs. */
export function distanceWithin(word: string, candidate: string): number | null {
  const tolerance = toleranceOf(word);
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
  let best: { readonly candidate: string; readonly distance: number } | null = null;
  for (const candidate of candidates) {
    const distance = distanceWithin(word, folded(candidate));
    if (distance !== null && distance < Math.min(best?.distance ?? Number.POSITIVE_INFINITY, word.length)) {
      best = { candidate, distance };
    }
  }
  if (best !== null) return best.candidate;
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

/** Names that callers try and that no parameter of ours is near to, with the parameters that say the same, and how. */
const saidOtherwise: readonly { readonly names: string; readonly by: readonly string[]; readonly as: string }[] = [
  { names: "underdog dog dogs isunderdog", by: ["role"], as: "role=underdog" },
  { names: "favorite favourite fav isfavorite", by: ["role"], as: "role=favorite" },
  { names: "spread handicap line lines", by: ["min_line", "max_line"], as: "market=spread with min_line and max_line" },
  { names: "total overunder", by: ["min_line", "max_line"], as: "market=total with min_line and max_line" },
  { names: "over under", by: ["selection"], as: "selection=over or selection=under" },
  {
    names: "odds price moneyline ml",
    by: ["min_price", "max_price"],
    as: "market=moneyline with min_price and max_price",
  },
  { names: "moneyline ml", by: ["bet_type"], as: "bet_type=moneyline" },
];

function saidBy(name: string, allowed: readonly string[]): string | null {
  const word = folded(name);
  const found = saidOtherwise.find(
    ({ names, by }) => names.split(" ").includes(word) && by.every((each) => allowed.includes(each)),
  );
  return found?.as ?? null;
}

/** @param allowed the parameters that the endpoint takes. */
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
  const named = ofTeam ?? nearest(name, allowed, otherNames);
  const said = ofTeam === undefined ? saidBy(name, allowed) : null;
  const meant = said ?? named;
  const list = `this endpoint takes ${listed(allowed)}`;
  if (meant === null) return { text: `${unknown}: ${list}`, value: null };
  // A set that several parameters say has no single name that could be sent.
  return { text: `${unknown}; did you mean ${meant}? ${capital(list)}`, value: said === null ? named : null };
}

const likeTeam = ["opponent", "either", "both"] as const;

/** The names, of which those that differ only in whose they are stand there once: a message has an end. */
function listed(names: readonly string[]): string {
  const isSaid = (name: string) =>
    likeTeam.some((whose) => name.startsWith(`${whose}_`) && names.includes(name.replace(whose, "team")));
  const shown = names.filter((name) => !isSaid(name)).join(", ");
  return names.some(isSaid) ? `${shown}; each team_… also as opponent_…, either_… and both_…` : shown;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param must what the value must be, as a sentence goes on after the parameter's name. */
export function wrongValueMessage(name: string, must: string, text: string, meant: string | null): string {
  const message = `${name} must be ${must}, not ${quoted(text)}${meant === null ? "" : `; did you mean ${meant}?`}`;
  if (!/^ \d/.test(text)) return message;
  return `${message}: a + in an address is read as a space, so write the number without it`;
}

/** The date of a text that writes it otherwise, or the last day of its month when the day does not exist. */
export function dateHint(text: string): string | null {
  const parts = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})(?:[T ].{0,30})?$/.exec(text);
  if (parts === null) return null;
  const [year = "", month = "", day = ""] = parts.slice(1).map((part) => part.padStart(2, "0"));
  for (let last = Math.min(Number(day), 31); last >= Math.min(Number(day), 28) && last > 0; last--) {
    const date = `${year}-${month}-${String(last).padStart(2, "0")}`;
    if (isCalendarDate(date)) return date;
  }
  return null;
}

/** The season of a text with two years, or with two digits: a season of nba and nhl has the number of its second year. */
export function seasonHint(text: string, sport: Sport): string | null {
  const [, century, first = "", second] = /^(?:(\d{2}))?(\d{2})(?:[-/](?:\d{2})?(\d{2}))?$/.exec(text) ?? [];
  if (first === "" || (century !== undefined && second === undefined)) return null;
  const year = Number(`${century ?? "20"}${first}`);
  if (year < 1000) return null;
  return String(second !== undefined && sportFacts[sport].seasonNamedBy === "end" ? year + 1 : year);
}

/** The nearest whole number that is allowed. */
export function numberHint(text: string, smallest: number, largest: number): string | null {
  const [digits = ""] = text.length > 40 ? [] : (/^[^\d]*(\d[\d,]*)[^\d]*$/.exec(text)?.slice(1) ?? []);
  if (digits === "") return null;
  const value = Number(digits.replaceAll(",", ""));
  return String(text.trim().startsWith("-") ? smallest : Math.min(largest, Math.max(smallest, value)));
}

export const gameIdShape = "SPORT-YYYYMMDD-AWAY-HOME, such as NFL-20250904-DAL-PHI";

const longestRead = 60;
/** An id with its parts written otherwise: `nfl_2025-09-04 DAL@PHI`. */
const loose =
  /^([A-Z]{3,5})[-_ ]?(\d{4})[-_/]?(\d{2})[-_/]?(\d{2})[-_ ]+([A-Z0-9]{2,6})[-_@ ]+([A-Z0-9]{2,6})(?:[-_ ]([2-9]))?$/;

/** A sentence of help for a text that is no game id. */
export function gameIdHint(text: string): Hint {
  const id = text.length > longestRead ? "" : text.trim().toUpperCase();
  const meant = loose.exec(id);
  if (meant !== null) {
    const [, sport, year, month, day, away, home, number] = meant;
    const mended = `${sport}-${year}${month}${day}-${away}-${home}${number === undefined ? "" : `-${number}`}`;
    if (parseGameId(mended) !== null) return didYouMean(mended);
  }
  const [sport = "", date = ""] = id.split("-");
  return { text: shapeText(sport, date), value: null };
}

function shapeText(sport: string, date: string): string {
  if (!isSport(sport.toLowerCase())) return `it begins with the sport: ${sports.join(", ").toUpperCase()}`;
  const isDate = /^\d{8}$/.test(date) && isCalendarDate(date.replace(/^(....)(..)(..)$/, "$1-$2-$3"));
  if (!isDate) return `the sport is followed by the game's date in New York, YYYYMMDD, not ${quoted(date)}`;
  return "the date is followed by the abbreviations of the away team and of the home team";
}
