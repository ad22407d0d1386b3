/** The form of a tool: what assistants read of it, and what answers; with the parts of schemas and the words that several have. */
import { quoted } from "../contract/hints.ts";
import type { AnySchema } from "../contract/members.ts";
import { type Parameters, parameterReader, type ValuesOf, WrongParameter } from "../contract/parameter.ts";
import { teamCalled } from "../contract/team-hints.ts";
import { type Sport, sports } from "../domain/sports.ts";
import type { AskedBy } from "../query/computing.ts";
import { type CursorQuestion, type KeyedRow, readCursor, writeCursor } from "../query/pages.ts";
import type { Shelf } from "../query/shelf.ts";

export type Arguments = Readonly<Record<string, unknown>>;

type Asked = AskedBy & { readonly shelf: Shelf; readonly given: Arguments };

type Found = {
  /** The finding, in one plain sentence of our own words and of numbers. */
  readonly sentence: string;
  readonly found: Readonly<Record<string, unknown>>;
};

type Description = {
  readonly name: string;
  readonly description: string;
  /** The members of what is found; those of every answer are added. */
  readonly found: Readonly<Record<string, object>>;
};

export type Tool = Description & {
  readonly input: {
    readonly properties: Readonly<Record<string, object>>;
    readonly required: readonly string[];
    /** Of arguments that are not among the properties; none are taken without it. */
    readonly additionalProperties?: object;
  };
  /** @throws what the API answers as an error. */
  readonly answer: (asked: Asked) => Found | Promise<Found>;
};

// Parts of schemas. They are short, because an assistant reads the definitions of all tools before it asks.

export const textSchema = { type: "string" };
export const integerSchema = { type: "integer" };
export const numberSchema = { type: "number" };

export const items = (description: string) => ({ type: "array", items: { type: "object" }, description });

export const orNull = (type: string) => ({ type: [type, "null"] });

/** The members that every list has. */
export const more = { has_more: { type: "boolean" }, next_cursor: orNull("string") };

/** The members that every answer has. */
export const always = { cost: integerSchema, left: integerSchema };

/** The arguments as the contract has them, without bounds and meanings: a wrong one gets the API's error, which names them. */
export function shapesOf(parameters: Parameters): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, { schema }]) => {
      const { enum: values, type, format } = schema as AnySchema;
      return [name, values !== undefined ? { enum: values } : { type, ...(format === "date" ? { format } : {}) }];
    }),
  );
}

type Takes<Declared extends Parameters> = Description & {
  readonly takes: Declared;
  /** The words about an argument that differ from those of the contract. */
  readonly described?: Readonly<Record<string, object>>;
  readonly answer: (asked: ValuesOf<Declared>, by: Asked) => Found | Promise<Found>;
};

/** A tool that takes parameters of the API. */
export function tool<Declared extends Parameters>({ takes, described = {}, answer, ...said }: Takes<Declared>): Tool {
  const read = parameterReader(takes);
  const required = Object.keys(takes).filter((name) => takes[name]?.required);
  return {
    ...said,
    input: { properties: { ...shapesOf(takes), ...described }, required },
    answer: (by) => answer(read(queryOf(by.given)), by),
  };
}

/** `1 game`, `3 games`. */
export function counted(count: number, thing: string): string {
  return `${count.toLocaleString("en-US")} ${thing}${count === 1 ? "" : "s"}`;
}

/** More teams than any sport has. */
const mostTeams = 400;

/** Arguments that name teams. The API takes abbreviations and ids; assistants write what people say. */
const ofTeams = ["team", "opponent", "home", "away", "on"];

/** The query string of a request with these parameters, so that wrong ones get the errors of the API. Null is as good as not given. @throws WrongParameter */
export function queryOf(given: Arguments): string {
  const sport = sports.find((each) => each === given.sport);
  return Object.entries(given)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => {
      const text = textOf(name, value);
      const isOfTeams = sport !== undefined && ofTeams.includes(name);
      return `${escaped(name)}=${escaped(isOfTeams ? abbreviations(sport, text) : text)}`;
    })
    .join("&");
}

/** The teams by their abbreviations. A word of none, or of several, stays: the API's error names those that may be meant. */
function abbreviations(sport: Sport, text: string): string {
  const parts = text.split(",", mostTeams);
  return parts.map((part) => teamCalled(sport, part)?.abbreviation ?? part).join(",");
}

/** A list of texts or numbers is written with commas between, as in a URL. */
function textOf(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => textOf(name, Array.isArray(each) ? {} : each)).join(",");
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  throw new WrongParameter(name, `${quoted(name)} must be a text, a number, true or false, or a list of these`);
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

const longestName = 60;
const harmful = /[^\p{L}\p{N} .,'&()|:_+-]/gu;

/**
 * Strips a text that others wrote, such as the name of a venue or an official, so that no feed speaks to an assistant: what is left are
 * letters, digits and harmless punctuation, and no more than a name needs. Texts of our own, such as ids and times, stay as they are.
 */
export function plainText(text: string): string {
  const plain = text.normalize("NFC").replaceAll("’", "'").replace(harmful, " ").replace(/ {2,}/g, " ").trim();
  return Array.from(plain).slice(0, longestName).join("").trimEnd();
}

/** The same value with every text in it stripped. */
export function plainly<Value>(value: Value): Value {
  if (typeof value === "string") return plainText(value) as Value;
  if (Array.isArray(value)) return value.map(plainly) as Value;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plainly(member)])) as Value;
}

const mostAnswerBytes = 8192;
/** Of them, what stands around the items: the envelope, the sentence, the cursor, the cost. */
const aroundBytes = 1200;
/** More than ever fit. */
const mostItems = 100;

type Fit = {
  /** How many are wanted at most. */
  readonly most?: number;
  /** The members that an answer has in any case. */
  readonly beside?: object;
};

/** The items of rows that fit into an answer. @returns also the key of the last one, where others follow. */
export function fitting<Key, Row, Item extends object>(
  rows: Iterable<{ readonly key: Key; readonly row: Row }>,
  itemOf: (row: Row) => Item,
  { most = mostItems, beside }: Fit = {},
): { readonly items: readonly Item[]; readonly lastKey: Key | null } {
  const items: Item[] = [];
  let left = mostAnswerBytes - aroundBytes - (beside === undefined ? 0 : bytesOf(beside));
  let lastKey: Key | null = null;
  for (const { key, row } of rows) {
    const item = itemOf(row);
    left -= bytesOf(item) + 1;
    if (left < 0 || items.length === Math.min(most, mostItems)) return { items, lastKey };
    items.push(item);
    lastKey = key;
  }
  return { items, lastKey: null };
}

/** A list that goes on where a cursor says. @throws WrongParameter for a cursor of another question. */
export function listFrom(question: CursorQuestion, cursor: string | null) {
  return {
    after: cursor === null ? null : readCursor(cursor, question),
    /** The items that fit, the end of the sentence about them, and what is found of the others. */
    take<Row extends object | string, Item extends object>(
      rows: Iterable<KeyedRow<Row>>,
      itemOf: (row: Row) => Item,
      fit: Fit = {},
    ) {
      const { items, lastKey } = fitting(rows, (row) => plainly(itemOf(row)), fit);
      const next = lastKey === null ? null : writeCursor(question, lastKey);
      const end = lastKey === null ? "." : "; there are more, which next_cursor leads to.";
      return { items, end, rest: { has_more: lastKey !== null, next_cursor: next } };
    },
  };
}

/** Some members of an object, in the order of `names`. */
export function some<Whole extends object, Name extends keyof Whole>(
  whole: Whole,
  names: readonly Name[],
): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
