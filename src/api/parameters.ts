/**
 * Every parameter is declared here once, with how it is described to people and machines and how its text is read. An
 * endpoint names the ones that it takes; any other is an unknown parameter.
 */
import { type TSchema, Type } from "typebox";
import type { Format } from "../archive/formats.ts";
import { type MarketFilter, marketBits } from "../archive/tables.ts";
import { findPublishedBook, usBooks } from "../domain/books.ts";
import { parseGameId } from "../domain/game-ids.ts";
import { isCalendarDate } from "../domain/slate-date.ts";
import { isSport, type Sport, sports } from "../domain/sports.ts";
import { findTeam } from "../domain/teams/registry.ts";
import { type ApiError, invalidParam } from "./errors.ts";
import { bookHint } from "./hints/books.ts";
import { dateHint, numberHint, seasonHint } from "./hints/dates.ts";
import { gameIdHint, gameIdShape } from "./hints/game-ids.ts";
import { wrongValueMessage } from "./hints/names.ts";
import { nearest } from "./hints/nearest.ts";
import { quoted } from "./hints/quoted.ts";
import { teamHint } from "./hints/teams.ts";
import { readQueryString } from "./query-string.ts";

export type Parameter<Value> = {
  readonly description: string;
  readonly schema: TSchema;
  readonly required: boolean;
  /** The value when the parameter is not given. A required parameter has none. */
  readonly absent?: Value;
  /**
   * Reads the text. `sport` is the request's, which is read first.
   * @throws ApiError naming the value, and the nearest right one.
   */
  readonly read: (text: string, name: string, sport: Sport) => Value;
};

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

type Values<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer Value> ? Value : never;
};

export function readParameters<Declared extends Parameters>(declared: Declared, rawQuery: string): Values<Declared> {
  const texts = readQueryString(rawQuery, Object.keys(declared));
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(declared)) {
    const text = texts.get(name);
    if (text !== undefined) values[name] = parameter.read(text, name, values.sport as Sport);
    else if (parameter.required) throw invalidParam(name, `${name} is required: ${parameter.description}`);
    else values[name] = parameter.absent;
  }
  return values as Values<Declared>;
}

export function wrongValue(name: string, must: string, text: string, meant: string | null): ApiError {
  return invalidParam(name, wrongValueMessage(name, must, text, meant));
}

function notOneOf(
  name: string,
  allowed: readonly string[],
  text: string,
  alsoCalled: Readonly<Record<string, string>> = {},
): ApiError {
  return wrongValue(name, `one of ${allowed.join(", ")}`, text, nearest(text, allowed, alsoCalled));
}

/** Other words of callers for the sports, without spaces and in lower case. */
const otherSportNames = {
  cfb: "ncaaf",
  ncaa: "ncaaf",
  ncaafb: "ncaaf",
  collegefootball: "ncaaf",
  football: "nfl",
  baseball: "mlb",
  basketball: "nba",
  hockey: "nhl",
};

export const sport: Parameter<Sport> = {
  description: `one of ${sports.join(", ")}`,
  schema: Type.Enum([...sports]),
  required: true,
  read(text, name) {
    if (!isSport(text)) throw notOneOf(name, sports, text, otherSportNames);
    return text;
  },
};

/** The sport where a list has rows of all sports; null: of all. */
export const anySport: Parameter<Sport | null> = {
  ...sport,
  description: `one of ${sports.join(", ")}; all sports when absent`,
  required: false,
  absent: null,
};

/** One bound of a range of slate dates. */
export const date = (bound: "first" | "last"): Parameter<string | null> => ({
  description: `${bound} game_date to include, YYYY-MM-DD`,
  schema: Type.String({ format: "date" }),
  required: false,
  absent: null,
  read(text, name) {
    if (!isCalendarDate(text)) {
      throw wrongValue(name, "a date that exists, written YYYY-MM-DD", text, dateHint(text));
    }
    return text;
  },
});

export const season: Parameter<number | null> = {
  description: "season, as seasons of the sport are numbered",
  schema: Type.Integer({ minimum: 1000, maximum: 9999 }),
  required: false,
  absent: null,
  read(text, name, ofSport) {
    if (!/^[1-9]\d{3}$/.test(text)) throw wrongValue(name, "a year of four digits", text, seasonHint(text, ofSport));
    return Number(text);
  },
};

export const week: Parameter<number | null> = {
  description: "NFL or NCAAF week number",
  schema: Type.Integer({ minimum: 0, maximum: 99 }),
  required: false,
  absent: null,
  read(text, name) {
    if (!/^\d{1,2}$/.test(text)) {
      throw wrongValue(name, "a whole number of one or two digits", text, numberHint(text, 0, 99));
    }
    return Number(text);
  },
};

/** A team by id or abbreviation, as today's abbreviation [D-2]. */
export const team = (role: string): Parameter<string | null> => ({
  description: `${role}: team id or abbreviation, in any case`,
  schema: Type.String({ pattern: "^[A-Za-z0-9]+$", maxLength: 10 }),
  required: false,
  absent: null,
  read(text, name, ofSport) {
    // Only ASCII is looked up: upper-casing other letters can make an abbreviation of a text that is none.
    const found = /^[A-Za-z0-9]+$/.test(text) ? findTeam(ofSport, text) : null;
    if (found === null) {
      const must = `a team id or an abbreviation of ${ofSport}, as listed by /v1/teams`;
      throw invalidParam(name, `${wrongValueMessage(name, must, text, null)}; ${teamHint(ofSport, text)}`);
    }
    return found.abbreviation;
  },
});

const seasonTypeValues = ["regular", "postseason", "all"] as const;

/** The value `all` is read as null, which is no filter. */
export const seasonType: Parameter<"regular" | "postseason" | null> = {
  description: `one of ${seasonTypeValues.join(", ")}`,
  schema: Type.Enum([...seasonTypeValues], { default: "all" }),
  required: false,
  absent: null,
  read(text, name) {
    if (text !== "regular" && text !== "postseason" && text !== "all") {
      throw notOneOf(name, seasonTypeValues, text, { playoffs: "postseason", playoff: "postseason" });
    }
    return text === "all" ? null : text;
  },
};

const gameIdPattern = "^[A-Za-z]{3,5}-[0-9]{8}-[A-Za-z0-9]{2,6}-[A-Za-z0-9]{2,6}(-[2-9])?$";

export const gameId: Parameter<string | null> = {
  description: "one game, SPORT-YYYYMMDD-AWAY-HOME",
  schema: Type.String({ pattern: gameIdPattern, maxLength: 32 }),
  required: false,
  absent: null,
  read(text, name) {
    const id = readGameId(text);
    if (id === null) {
      throw invalidParam(name, `${name} must have the shape ${gameIdShape}, not ${quoted(text)}; ${gameIdHint(text)}`);
    }
    return id;
  },
};

/** A game id in any case; null when the text is none. */
export function readGameId(text: string): string | null {
  const id = /^[A-Za-z0-9-]+$/.test(text) ? text.toUpperCase() : "";
  return parseGameId(id) === null ? null : id;
}

export const book: Parameter<readonly number[] | null> = {
  description: "comma-separated book slugs or ids, in any case; all US books when absent",
  schema: Type.String({ pattern: "^[A-Za-z0-9_]+(,[A-Za-z0-9_]+)*$", maxLength: 2000 }),
  required: false,
  absent: null,
  read(text, name) {
    const ids = text.split(",").map((value) => readBook(value, name));
    return [...new Set(ids)].sort((a, b) => a - b);
  },
};

/**
 * The id of a published book, of its slug in any case or its id.
 * @param others what else the parameter takes.
 * @throws ApiError naming the value, and the nearest book.
 */
export function readBook(value: string, name: string, others: readonly string[] = []): number {
  const found = /^[A-Za-z0-9_]+$/.test(value) ? findPublishedBook(value) : null;
  if (found === null) throw invalidParam(name, unknownBookMessage(name, value, others));
  return found.bookId;
}

function unknownBookMessage(name: string, value: string, others: readonly string[]): string {
  const other = nearest(value, others);
  const hint = other === null ? bookHint(value) : `did you mean ${other}?`;
  const known = [...others, ...usBooks.map((each) => each.slug)].join(", ");
  const wrong = `${name} has ${quoted(value)}, which is no book of ours${hint === null ? "" : `; ${hint}`}`;
  const separator = wrong.endsWith("?") ? " It" : "; it";
  return `${wrong}${separator} must be a comma-separated list of books, each by slug or id: ${known}`;
}

const marketNames = Object.keys(marketBits) as MarketFilter[];

/** Other words of callers for the markets, without spaces and in lower case. */
export const otherMarketNames = {
  ml: "moneyline",
  h2h: "moneyline",
  ats: "spread",
  handicap: "spread",
  runline: "spread",
  puckline: "spread",
  ou: "total",
  overunder: "total",
};

export const market: Parameter<MarketFilter | null> = {
  description: `only rows in which this market was priced: one of ${marketNames.join(", ")}`,
  schema: Type.Enum([...marketNames]),
  required: false,
  absent: null,
  read(text, name) {
    const found = marketNames.find((each) => each === text);
    if (found === undefined) throw notOneOf(name, marketNames, text, otherMarketNames);
    return found;
  },
};

const largestPage = 1000;
const defaultPage = 100;

export const limit: Parameter<number> = {
  description: `rows in a page, 1 to ${largestPage}`,
  schema: Type.Integer({ minimum: 1, maximum: largestPage, default: defaultPage }),
  required: false,
  absent: defaultPage,
  read(text, name) {
    const value = /^\d{1,4}$/.test(text) ? Number(text) : 0;
    if (value < 1 || value > largestPage) {
      const must = `a whole number from 1 to ${largestPage}`;
      throw wrongValue(name, must, text, numberHint(text, 1, largestPage));
    }
    return value;
  },
};

/** A cursor is opened together with the filters that it belongs to: see cursor.ts. */
export const cursor: Parameter<string | null> = {
  description: "next_cursor of the page before, with the same filters",
  schema: Type.String({ pattern: "^[A-Za-z0-9_-]+$", maxLength: 200 }),
  required: false,
  absent: null,
  read: (text) => text,
};

const formats = ["json", "csv"] as const;

/** Null when the parameter is absent, so that Accept decides. */
export const format: Parameter<Format | null> = {
  description: "json or csv; goes before the Accept header",
  schema: Type.Enum([...formats]),
  required: false,
  absent: null,
  read(text, name) {
    if (text !== "json" && text !== "csv") throw notOneOf(name, formats, text);
    return text;
  },
};

/** Refuses a range that ends before it begins: it is a mistake and not an empty answer [D-26]. */
export function checkRange(range: { readonly from: string | null; readonly to: string | null }): void {
  if (range.from !== null && range.to !== null && range.from > range.to) {
    throw invalidParam("from", `from must not be later than to, and ${range.from} is later than ${range.to}`);
  }
}
