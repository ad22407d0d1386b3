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
import { foldName } from "../../domain/names.ts";
import { firstShownSport, isSport, type Sport, sportFacts } from "../../domain/sports.ts";
import { isCalendarDate, slateDate } from "../../domain/times.ts";
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

/**
 * Options that an address has beside its filters, in the order of permalinks, and what holds where it says nothing. `split` is the day since
 * which games are held back, and `kept` the signature that the question was kept on that day; `look` is `1` where the visitor has asked to
 * see those games. `nth` says how many sets the visitor who shared the link had looked at by then: messengers know nothing of a visit.
 */
const usual = {
  split: "",
  kept: "",
  look: "",
  /** The column by which games are sorted, with a minus before it where the highest is first. */
  sort: "-date",
  page: "1",
  nth: "1",
  group_by: "" as ExploreGrouping | "",
};

/** The label of the filter that was just added and is yet to be filled in, and the words in which the question was asked. */
const noWords = { add: "", ask: "" };

type Shown = Readonly<typeof usual>;
type Words = Readonly<typeof noWords>;

export type Address = {
  /** The filters, and whatever else was sent: the API says what is wrong with that. */
  readonly filters: readonly Filter[];
  readonly shown: Shown;
  readonly words: Words;
  /** The permalink when the address was another one that means the same; null: it was the permalink. */
  readonly movedTo: string | null;
  /** The reading of the words where it is no set: words are left over, or several sets may be meant; null: no words were asked. */
  readonly unanswered: Understood | null;
  /** The mistake in the address itself; null where there is none. */
  readonly problem: string | null;
};

type Filter = readonly [name: string, value: string];

const nothing: Address = { filters: [], shown: usual, words: noWords, movedTo: null, unanswered: null, problem: null };

const longestQuery = 2_000;
/** Parameters that newsletters and networks add to links. They say nothing of the set. */
const addedToLinks = /^(?:utm_\w{1,20}|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref)$/;
/** These parameters are about the page, and not about the set. */
const ofPage = Object.keys({ ...usual, ...noWords });
/** Parameters that the API takes as given. */
const defaults: Readonly<Record<string, string>> = { book: "consensus", season_type: "all" };
/** Parameters of the form of an answer, which the page decides here. */
const forCallers = Object.keys({ ...trendParameters, ...paging }).filter((name) => !ofPage.includes(name));
const teamFields: readonly string[] = ["on", "team", "home", "away"];
/** Sports call the spread of the full game by these names, and a sentence keeps it when its sport changes. */
const spreadNames: readonly string[] = ["spread", "run_line", "puck_line"];

/** @param search the address behind its question mark. */
export function readAddress(search: string): Address {
  const sent = search.length > longestQuery ? [] : [...new URLSearchParams(search)];
  const given = sent
    .map(([name, value]): Filter => [name, value.trim()])
    .filter(([name, value]) => value !== "" && !addedToLinks.test(name));
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
  const { add = "", ask = "", sport: typedSport = "" } = Object.fromEntries(given);
  const sport = typedSport.toLowerCase();
  const spoken = isSport(sport) ? sport : firstShownSport;
  if (ask !== "" && names.every((name) => name === "ask" || name === "sport")) return readWords(ask, given, spoken);
  const added = addedBy(add, spoken);
  const others = given.filter(([name]) => name !== "add" && !added.set.some(([each]) => each === name));
  const meant = [...others, ...added.set].flatMap(([name, value]) => meaningOf(name, value, sport, names));
  const filters = meant.filter(([name, value]) => !ofPage.includes(name) && defaults[name] !== value);
  const words = { add: added.label, ask };
  const address = { ...nothing, shown: readShown(Object.fromEntries(meant)), filters, words };
  const link = permalink(address, words);
  return { ...address, movedTo: inOrder(search) === inOrder(link.slice(2)) ? null : link };
}

/** Two queries that say the same in another order are the same text. */
function inOrder(query: string): string {
  const pairs = new URLSearchParams(query);
  pairs.sort();
  return pairs.toString();
}

/** A question in words leads to the set that was understood, and keeps its words beside it. Where a word is left, there is none. */
function readWords(ask: string, given: readonly Filter[], sport: Sport): Address {
  const found = understood(ask, sport, today());
  const filters = wholeSet(found);
  if (filters !== null) return { ...nothing, movedTo: permalink({ filters }, { ask }) };
  return { ...nothing, filters: known(given), words: { add: "", ask }, unanswered: found };
}

/** The one set that was understood; null: words are left, or several may be meant. */
function wholeSet({ sets: [set, ...others], left }: Understood): readonly Filter[] | null {
  return set === undefined || others.length > 0 || left.length > 0 ? null : set;
}

/**
 * Reads the words that were typed to add a filter: the label of a field, words that a question could have, or a part of a label.
 * @returns the filters that it sets, or the label of the field that is to be filled in.
 * @throws WrongParameter
 */
function addedBy(text: string, sport: Sport): { readonly set: readonly Filter[]; readonly label: string } {
  const wanted = foldName(text);
  const label = text === "" ? "" : addedLabels.find((each) => foldName(each) === wanted);
  if (label !== undefined) return { set: [], label };
  const set = wholeSet(understood(text, sport, today()));
  if (set?.some(([name, value]) => name === "sport" && value === sport)) {
    // The bet that a question means where it names none is not asked for.
    const own = set.filter(([name]) => name !== "sport" && name !== "bet_type");
    return { set: own.length > 0 ? own : set, label: "" };
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

/** @throws WrongParameter */
function readShown(given: Readonly<Record<string, string>>): Shown {
  const own = Object.entries(usual).map(([name, value]) => [name, given[name] ?? value]);
  const shown = Object.fromEntries(own) as Shown;
  const { page, split, nth, look, group_by: by } = shown;
  if (!sortColumns.includes(sortOf({ shown }).column))
    throw mistake(`Games can be sorted by ${sortColumns.join(", ")}, each also with a minus sign before it.`);
  if (!/^[1-9]\d{0,3}$/.test(page)) throw mistake("Pages of games are whole numbers from 1 to 9999.");
  if (split !== "" && !isCalendarDate(split))
    throw mistake("The day from which games are held back is a date such as 2025-09-01.");
  if (!/^[1-9]\d{0,4}$/.test(nth) || Number(nth) > mostTries)
    throw mistake(`nth is how many sets were looked at: a whole number from 1 to ${mostTries}.`);
  if (by !== "" && !exploreGroupings.includes(by))
    throw mistake(`Bets can be divided by ${exploreGroupings.join(", ")}; the API also knows book.`);
  return split === "" ? { ...shown, kept: "", look: "" } : { ...shown, look: look === "1" ? "1" : "" };
}

/** How the games of a page are sorted. */
export function sortOf({ shown: { sort } }: Pick<Address, "shown">): Sort {
  return { column: sort.replace(/^-/, "") as Sort["column"], isDescending: sort.startsWith("-") };
}

/**
 * The path and query of a set and of how its games are shown.
 * @param others what is shown otherwise than the address says. Words of the visitor stay only where they are among these.
 */
export function permalink(
  { filters, shown = usual }: Pick<Address, "filters"> & Partial<Address>,
  others: Partial<Shown & Words> = {},
): string {
  const unsaid: Readonly<Record<string, string>> = usual;
  const whole: Readonly<Record<string, string>> = { ...unsaid, ...shown, ...noWords, ...others };
  const said = Object.entries(whole).filter(([name, value]) => value !== "" && value !== unsaid[name]);
  const query = queryOf([...filters, ...said]);
  return query === "" ? "/" : `/?${query}`;
}

/** The path and query of a set as it is shared: its games in the usual order, and those held back are still held back. */
export function sharedLink({ filters, shown }: Pick<Address, "filters" | "shown">, nth = shown.nth): string {
  const { split, kept, group_by } = shown;
  return permalink({ filters }, { split, kept, group_by, nth });
}

/** The query of filters in the order of permalinks. What has no place there comes last. */
export function queryOf(filters: readonly Filter[]): string {
  const placeOf = ([name]: Filter) => (filterNames.includes(name) ? filterNames.indexOf(name) : filterNames.length);
  const ordered = filters.toSorted((a, b) => placeOf(a) - placeOf(b));
  return new URLSearchParams(ordered.map(([...each]) => each)).toString().replaceAll("%2C", ",");
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

/** The groupings of the API that leave the bets as they are, with their names: `book` would ask for those of all books. */
export const groupingNames = {
  season: "season",
  week: "week",
  month: "month",
  team: "team",
  bet_type: "bet",
  selection: "side",
  role: "role",
  line: "line",
} as const;
export type ExploreGrouping = keyof typeof groupingNames;
export const exploreGroupings = Object.keys(groupingNames) as readonly ExploreGrouping[];
