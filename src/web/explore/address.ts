/**
 * The address of a set of bets: the parameters of the API under their own names, and how the games are shown. One set has one
 * permalink: without empty fields, without what browsers and mails add to links, and with a team's abbreviation.
 */
import { formFilters } from "../../contract/filters/form.ts";
import { paging } from "../../contract/filters/games.ts";
import { betOnFilters, situationFilters } from "../../contract/filters/situations.ts";
import { betFilters } from "../../contract/lists/bets.ts";
import { mostTries, trendParameters } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { teamCalled } from "../../contract/team-hints.ts";
import { foldName } from "../../domain/fold-name.ts";
import { isCalendarDate, slateDate } from "../../domain/slate-date.ts";
import { firstShownSport, isSport, type Sport, sportFacts } from "../../domain/sports.ts";
import { type Sort, sortColumns } from "../../query/trends/look.ts";
import { type Understood, understood } from "../ask/understood.ts";
import { addedLabels, restWordsOf } from "./filters.ts";

/**
 * Every filter of the API's sets, in the order in which permalinks have them. Kept questions are signed in this order, so names
 * that are here keep their places among each other.
 */
const filterNames: readonly string[] = [
  "sport",
  ...Object.keys(betFilters).filter((name) => name !== "result"),
  ...Object.keys(betOnFilters),
  ...["team", "home", "away", "book", "season", "from", "to", "season_type", "week", "game_id", "result"],
  ...Object.keys(situationFilters),
  ...Object.keys(formFilters),
];

const newestFirst: Sort = { column: "date", isDescending: true };

/** Games that are held back: those since a day. */
export type Held = {
  /** YYYY-MM-DD. */
  readonly split: string;
  /** Whether the visitor has asked to see them. */
  readonly isAsked: boolean;
  /** The signature that the question was kept on that day; null: it was not. */
  readonly kept: string | null;
};

/** How the games of a set are shown. */
type Shown = {
  readonly sort: Sort;
  /** The page of games, from 1. */
  readonly page: number;
  /** Null: no games are held back. */
  readonly held: Held | null;
  /** The how-manyth set it was that whoever shared the link had looked at: messengers and frames know nothing of a visit. */
  readonly nth: number;
  /** How the bets are divided; null: the visitor has not said. */
  readonly grouped: ExploreGrouping | null;
};

export type Address = Shown & {
  /** The filters, and whatever else was sent: the API says what is wrong with that. */
  readonly filters: readonly Filter[];
  /** The label of the filter that was just added and is yet to be filled in; null: none was. */
  readonly adding: string | null;
  /** The words in which the question was asked; null: it was asked by its filters. */
  readonly said: string | null;
  /** The permalink when the address was another one that means the same; null: it was the permalink. */
  readonly movedTo: string | null;
  /** The reading of the words where it is no set: words are left over, or several sets may be meant; null: no words were asked. */
  readonly unanswered: Understood | null;
  /** The mistake in the address itself; null where there is none. */
  readonly problem: string | null;
};

type Filter = readonly [name: string, value: string];

const nothing: Address = {
  ...{ filters: [], sort: newestFirst, page: 1, held: null, nth: 1, grouped: null, adding: null, said: null },
  ...{ movedTo: null, unanswered: null, problem: null },
};

const longestQuery = 2_000;
const mostPages = 9_999;
/** Parameters that newsletters and networks add to links. They say nothing of the set. */
const addedToLinks = /^(?:utm_\w{1,20}|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref)$/;
/** These parameters are about the page, and not about the set. */
const ofPage: readonly string[] = ["sort", "page", "split", "look", "kept", "nth", "group_by", "add", "ask"];
/** Parameters that the API takes as given. */
const defaults: Readonly<Record<string, string>> = { book: "consensus", season_type: "all" };
/** Parameters of the form of an answer, which the page decides here. */
const forCallers = Object.keys({ ...trendParameters, ...paging }).filter((name) => !ofPage.includes(name));
const teamFields: readonly string[] = ["on", "team", "home", "away"];
/** Sports call the spread of the full game by these names, and a sentence keeps it when its sport changes. */
const spreadNames: readonly string[] = ["spread", "run_line", "puck_line"];

/** @param search the address behind its question mark. */
export function readAddress(search: string): Address {
  const sent =
    search.length > longestQuery
      ? []
      : [...new URLSearchParams(search)].map(([name, value]): Filter => [name, value.trim()]);
  const given = sent.filter(([name, value]) => value !== "" && !addedToLinks.test(name));
  try {
    if (search.length > longestQuery)
      throw mistake(`The address is too long: it may have ${longestQuery} letters behind the question mark.`);
    return readGiven(given, search);
  } catch (thrown) {
    if (!(thrown instanceof WrongParameter)) throw thrown;
    // The question stays as it is, to be shown beside what is wrong with it.
    return { ...nothing, filters: known(given), problem: thrown.message };
  }
}

const mistake = (message: string) => new WrongParameter(null, message);
const known = (given: readonly Filter[]) => given.filter(([name]) => filterNames.includes(name));

/** @throws WrongParameter */
function readGiven(given: readonly Filter[], search: string): Address {
  const names = given.map(([name]) => name);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw mistake(`${repeated.slice(0, 40)} is given more than once.`);
  const ofCallers = names.find((name) => forCallers.includes(name));
  if (ofCallers !== undefined)
    throw mistake(`${ofCallers} is a parameter of the API, and this page has its own way to say that.`);
  const { add, ask: said = null, sport: typedSport = "" } = Object.fromEntries(given);
  const sport = typedSport.toLowerCase();
  if (said !== null && names.every((name) => name === "ask" || name === "sport")) return readWords(said, given, sport);
  const added = add === undefined ? { set: [], label: null } : addedBy(add, isSport(sport) ? sport : firstShownSport);
  const isReplaced = (name: string) => name === "add" || added.set.some(([each]) => each === name);
  const kept = [...given.filter(([name]) => !isReplaced(name)), ...added.set];
  const meant = kept.flatMap(([name, value]) => meaningOf(name, value, sport, names));
  const filters = meant.filter(([name, value]) => !ofPage.includes(name) && defaults[name] !== value);
  const address = { ...nothing, ...readShown(Object.fromEntries(meant)), filters, adding: added.label, said };
  const link = permalink(address, address);
  return { ...address, movedTo: inOrder(search) === inOrder(link.slice(2)) ? null : link };
}

/** Two queries that say the same in another order are the same text. */
function inOrder(query: string): string {
  const pairs = new URLSearchParams(query);
  pairs.sort();
  return pairs.toString();
}

/** A question in words leads to the set that was understood, and keeps its words beside it. Where a word is left, there is none. */
function readWords(said: string, given: readonly Filter[], sport: string): Address {
  const found = understood(said, isSport(sport) ? sport : firstShownSport, today());
  const [filters, ...others] = found.sets;
  if (filters !== undefined && others.length === 0 && found.left.length === 0)
    return { ...nothing, movedTo: permalink({ filters }, { said }) };
  return { ...nothing, filters: known(given), said, unanswered: found };
}

/**
 * What was typed to add a filter: the label of a field, words that a question could have, or a part of a label.
 * @returns the filters that it sets, or the label of the field that is to be filled in.
 * @throws WrongParameter
 */
function addedBy(text: string, sport: Sport): { readonly set: readonly Filter[]; readonly label: string | null } {
  const wanted = foldName(text);
  const label = addedLabels.find((each) => foldName(each) === wanted);
  if (label !== undefined) return { set: [], label };
  const { sets, left } = understood(text, sport, today());
  const [set, ...others] = sets;
  const isWhole = left.length === 0 && others.length === 0;
  if (set !== undefined && isWhole && set.some(([name, value]) => name === "sport" && value === sport)) {
    // The bet that a question means where it names none is not asked for.
    const own = set.filter(([name]) => name !== "sport" && name !== "bet_type");
    return { set: own.length > 0 ? own : set, label: null };
  }
  const near = wanted.length < 3 ? undefined : addedLabels.find((each) => foldName(each).includes(wanted));
  if (near !== undefined) return { set: [], label: near };
  const hint = "choose one of the list, or say it as in a question: off a loss, winning streak, rematch";
  throw mistake(`No filter is called “${text.slice(0, 40)}”; ${hint}`);
}

/** The slate date of now, YYYY-MM-DD. */
export function today(): string {
  return slateDate(Date.now());
}

/** @param names of all that is given. @returns the filter in the API's words; nothing where another filter says it better. */
function meaningOf(name: string, value: string, sport: string, names: readonly string[]): readonly Filter[] {
  const one = (meant: string): readonly Filter[] => [[name, meant]];
  if (name === "sport") return one(sport);
  if (!isSport(sport)) return one(value);
  // A name becomes the abbreviation. Of one that no team has, the API's error names the nearest ones.
  const abbreviationOf = (team: string) => teamCalled(sport, team.trim())?.abbreviation ?? team.trim();
  if (teamFields.includes(name)) return one(value.split(",").map(abbreviationOf).join(","));
  if (name === "bet_type" && spreadNames.includes(value))
    return one(sportFacts[sport].betTypes.find((each) => spreadNames.includes(each)) ?? value);
  if (name !== "rest") return one(value);
  const found = restWordsOf(sport).find(({ word }) => word === value);
  const isSaidInDays = names.includes("rest_min") || names.includes("rest_max");
  return found === undefined || isSaidInDays ? [] : [[found.name, found.days]];
}

/** How the games are shown, which are held back, and which set of a visit it is. @throws WrongParameter */
function readShown(value: Readonly<Partial<Record<string, string>>>): Shown {
  const { sort = "-date", page = "1", split, look, kept = null, nth = "1", group_by: by } = value;
  const column = sortColumns.find((each) => each === sort.replace(/^-/, ""));
  if (column === undefined)
    throw mistake(`Games can be sorted by ${sortColumns.join(", ")}, each also with a minus sign before it.`);
  if (!/^[1-9]\d{0,3}$/.test(page)) throw mistake(`Pages of games are whole numbers from 1 to ${mostPages}.`);
  if (split !== undefined && !isCalendarDate(split))
    throw mistake("The day from which games are held back is a date such as 2025-09-01.");
  if (!/^[1-9]\d{0,4}$/.test(nth) || Number(nth) > mostTries)
    throw mistake(`nth is how many sets were looked at: a whole number from 1 to ${mostTries}.`);
  const grouped = exploreGroupings.find((each) => each === by) ?? null;
  if (by !== undefined && grouped === null)
    throw mistake(`Bets can be divided by ${exploreGroupings.join(", ")}; the API also knows book.`);
  const held = split === undefined ? null : { split, isAsked: look === "1", kept };
  return {
    ...{ sort: { column, isDescending: sort.startsWith("-") }, page: Number(page), held },
    ...{ nth: Number(nth), grouped },
  };
}

/**
 * The path and query of a set and of how its games are shown.
 * @param words those of the visitor, which the page that they asked for keeps.
 */
export function permalink(
  { filters, sort = newestFirst, page = 1, held = null, nth = 1, grouped }: Pick<Address, "filters"> & Partial<Shown>,
  { adding, said }: Partial<Pick<Address, "adding" | "said">> = {},
): string {
  const isUsual = sort.column === newestFirst.column && sort.isDescending === newestFirst.isDescending;
  const shown = {
    split: held?.split,
    kept: held?.kept,
    look: held?.isAsked === true ? "1" : null,
    sort: isUsual ? null : `${sort.isDescending ? "-" : ""}${sort.column}`,
    page: page === 1 ? null : String(page),
    nth: nth === 1 ? null : String(nth),
    ...{ group_by: grouped, add: adding, ask: said },
  };
  const given = Object.entries(shown).flatMap(([name, value]) => (value == null ? [] : [[name, value] as const]));
  const query = queryOf([...filters, ...given]);
  return query === "" ? "/" : `/?${query}`;
}

/** The path and query of a set as it is shared: its games in the usual order, and those held back are still held back. */
export function sharedLink(
  { filters, held, grouped }: Pick<Address, "filters" | "held" | "grouped">,
  nth: number,
): string {
  return permalink({ filters, held: held === null ? null : { ...held, isAsked: false }, nth, grouped });
}

/** The query of filters in the order of permalinks. What has no place there comes last. */
export function queryOf(filters: readonly Filter[]): string {
  const placeOf = (name: string) => {
    const place = filterNames.indexOf(name);
    return place === -1 ? filterNames.length : place;
  };
  const ordered = filters.toSorted(([a], [b]) => placeOf(a) - placeOf(b));
  return new URLSearchParams(ordered.map(([name, value]) => [name, value])).toString().replaceAll("%2C", ",");
}

/** The value of a filter that is there once; empty: it is not there. */
export function filterValue({ filters }: Pick<Address, "filters">, name: string): string {
  return filters.find(([each]) => each === name)?.[1] ?? "";
}

/** The sport that an address is of; where it names none that there is, the first. */
export function sportOf(address: Pick<Address, "filters">): Sport {
  const sport = filterValue(address, "sport");
  return isSport(sport) ? sport : firstShownSport;
}

/** The groupings of the API that leave the bets as they are: `book` would ask for those of all books. */
export const exploreGroupings = ["season", "week", "month", "team", "bet_type", "selection", "role", "line"] as const;
export type ExploreGrouping = (typeof exploreGroupings)[number];
