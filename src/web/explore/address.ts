/**
 * The address of a set of bets: the parameters of the API under their own names, and how the games are shown. One set has one
 * permalink: without empty fields, without what browsers and mails add to links, and with a team's abbreviation.
 */
import { formFilters } from "../../contract/filters/form.ts";
import { paging } from "../../contract/filters/pages.ts";
import { situationFilters } from "../../contract/filters/situations.ts";
import { betFilters, betOnFilters } from "../../contract/lists/bets.ts";
import { mostTries, trendParameters } from "../../contract/lists/trends.ts";
import { WrongParameter } from "../../contract/parameter.ts";
import { teamCalled } from "../../contract/team-hints.ts";
import { isCalendarDate, slateDate } from "../../domain/slate-date.ts";
import { firstShownSport, isSport, type Sport, sportFacts } from "../../domain/sports.ts";
import { type Sort, sortColumns } from "../../query/trends/look.ts";
import { type Understood, understood } from "../ask/understood.ts";
import { addedBy, restWordsOf } from "./filters.ts";

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
  const wrong = (problem: string, filters: readonly Filter[] = []): Address => ({ ...nothing, filters, problem });
  if (search.length > longestQuery)
    return wrong(`The address is too long: it may have ${longestQuery} letters behind the question mark.`);
  const sent = [...new URLSearchParams(search)].map(([name, value]): Filter => [name, value.trim()]);
  const names = sent.filter(([, value]) => value !== "").map(([name]) => name);
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) return wrong(`${repeated.slice(0, 40)} is given more than once.`);
  const ofCallers = names.find((name) => forCallers.includes(name));
  if (ofCallers !== undefined)
    return wrong(`${ofCallers} is a parameter of the API, and this page has its own way to say that.`);
  const given = sent.filter(([name, value]) => value !== "" && !addedToLinks.test(name));
  const givenValue = (of: string) => given.find(([name]) => name === of)?.[1] ?? null;
  const said = givenValue("ask");
  if (said !== null && given.every(([name]) => name === "ask" || name === "sport")) return readWords(said, given);
  const typed = givenValue("add");
  const added = typed === null ? null : addedBy(typed);
  if (added?.kind === "unknown") return wrong(added.message, filtersOf(given));
  const adding = added?.kind === "shown" ? added.label : null;
  const kept: readonly Filter[] = [
    ...given.filter(([name]) => name !== "add" && !(added?.kind === "set" && name === added.name)),
    ...(added?.kind === "set" ? [[added.name, added.value] as const] : []),
  ];
  const sport = kept.find(([name]) => name === "sport")?.[1].toLowerCase() ?? "";
  const meant = kept.flatMap(([name, value]) => meaningOf(name, value, sport, names));
  const filters = meant.filter(([name, value]) => !ofPage.includes(name) && defaults[name] !== value);
  try {
    const shown = readShown((name) => meant.find(([each]) => each === name)?.[1] ?? null);
    const address = { ...nothing, ...shown, filters, adding, said };
    const link = permalink(address, address);
    return { ...address, movedTo: inOrder(search) === inOrder(link.slice(2)) ? null : link };
  } catch (thrown) {
    if (thrown instanceof WrongParameter) return wrong(thrown.message, filters);
    throw thrown;
  }
}

/** Two queries that say the same in another order are the same text. */
function inOrder(query: string): string {
  const pairs = new URLSearchParams(query);
  pairs.sort();
  return pairs.toString();
}

/** A question in words leads to the set that was understood, and keeps its words beside it. Where a word is left, there is none. */
function readWords(said: string, given: readonly Filter[]): Address {
  const shown = given.find(([name]) => name === "sport")?.[1].toLowerCase() ?? "";
  const found = understood(said, isSport(shown) ? shown : firstShownSport, today());
  const [filters, ...others] = found.sets;
  if (filters !== undefined && others.length === 0 && found.left.length === 0)
    return { ...nothing, movedTo: permalink({ filters }, { said }) };
  return { ...nothing, filters: filtersOf(given), said, unanswered: found };
}

/** The slate date of now, YYYY-MM-DD. */
export function today(): string {
  return slateDate(Date.now());
}

/** The question as it stands in the address, to be shown beside what is wrong with it. */
function filtersOf(given: readonly Filter[]): readonly Filter[] {
  return given.filter(([name]) => filterNames.includes(name));
}

/** @param names of all that is given. @returns the filter in the API's words; nothing where another filter says it better. */
function meaningOf(name: string, value: string, sport: string, names: readonly string[]): readonly Filter[] {
  const one = (meant: string): readonly Filter[] => [[name, meant]];
  if (name === "sport") return one(value.toLowerCase());
  if (!isSport(sport)) return one(value);
  if (teamFields.includes(name)) {
    const teams = name === "on" ? value.split(",") : [value];
    return one(teams.map((team) => abbreviationOf(sport, team.trim())).join(","));
  }
  if (name === "bet_type" && spreadNames.includes(value)) return one(spreadOf(sport));
  if (name !== "rest") return one(value);
  const found = restWordsOf(sport).find(({ word }) => word === value);
  const isSaidInDays = names.includes("rest_min") || names.includes("rest_max");
  return found === undefined || isSaidInDays ? [] : [[found.name, found.days]];
}

/** Of the team that is called so, or the text as it is: then the API's error names the nearest ones. */
function abbreviationOf(sport: Sport, text: string): string {
  // Browsers that show the name beside the abbreviation may send both: "DAL Dallas Cowboys".
  const [, name = text] = /^[A-Z]{2,5} (.+)$/.exec(text) ?? [];
  return (teamCalled(sport, text) ?? teamCalled(sport, name))?.abbreviation ?? text;
}

function spreadOf(sport: Sport): string {
  return spreadNames.find((each) => (sportFacts[sport].betTypes as readonly string[]).includes(each)) ?? "spread";
}

/** How the games are shown, which are held back, and which set of a visit it is. @throws WrongParameter */
function readShown(value: (name: string) => string | null): Shown {
  const mistake = (message: string) => new WrongParameter(null, message);
  const sort = value("sort") ?? "-date";
  const column = sortColumns.find((each) => each === sort.replace(/^-/, ""));
  if (column === undefined)
    throw mistake(`Games can be sorted by ${sortColumns.join(", ")}, each also with a minus sign before it.`);
  const page = value("page") ?? "1";
  if (!/^[1-9]\d{0,3}$/.test(page)) throw mistake(`Pages of games are whole numbers from 1 to ${mostPages}.`);
  const split = value("split");
  if (split !== null && !isCalendarDate(split))
    throw mistake("The day from which games are held back is a date such as 2025-09-01.");
  const nth = value("nth") ?? "1";
  if (!/^[1-9]\d{0,4}$/.test(nth) || Number(nth) > mostTries)
    throw mistake(`nth is how many sets were looked at: a whole number from 1 to ${mostTries}.`);
  const by = value("group_by");
  const grouped = exploreGroupings.find((each) => each === by) ?? null;
  if (by !== null && grouped === null)
    throw mistake(`Bets can be divided by ${exploreGroupings.join(", ")}; the API also knows book.`);
  const held = split === null ? null : { split, isAsked: value("look") === "1", kept: value("kept") };
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
