/** The kinds of parameters: how a text is read, and what the refusal says when it cannot be. */
import { type TSchema, Type } from "typebox";
import type { Range } from "../domain/bounds.ts";
import type { Sport } from "../domain/sports.ts";
import { nearest, type OtherWords, quoted, shownName, unknownParameterHint } from "./hints.ts";

/** A request has a wrong parameter, and the message says what is allowed. It may repeat all that was sent, even a key. */
export class WrongParameter extends Error {
  /** The parameter at fault; null: it is about several. */
  readonly param: string | null;
  /** The nearest right value as it can be sent, or the right name of an unknown parameter; null: there is none, or several are as near. */
  readonly hint: string | null;

  constructor(param: string | null, message: string, hint: string | null = null) {
    super(message);
    this.param = param;
    this.hint = hint;
  }
}

export type Parameter<Value> = {
  /** A fragment of a sentence that says what it is for. */
  readonly meaning: string;
  /** The allowed values or bounds, and the default. */
  readonly schema: TSchema;
  /** A value that gives an answer with rows. */
  readonly example: string | number;
  readonly required: boolean;
  /** The value when the parameter is not given. A required parameter has none. */
  readonly absent?: Value;
  /**
   * Reads the text. `sport` is the request's, which is read first.
   * @throws WrongParameter naming the value, and the nearest right one.
   */
  readonly read: (text: string, name: string, sport: Sport) => Value;
};

export type Parameters = Readonly<Record<string, Parameter<unknown>>>;

export type ValuesOf<Declared extends Parameters> = {
  readonly [Name in keyof Declared]: Declared[Name] extends Parameter<infer Value> ? Value : never;
};

type Said = Pick<Parameter<unknown>, "meaning" | "schema" | "example">;

/** A parameter that is null when it is not given. */
export function optional<Value>(said: Said, read: Parameter<Value>["read"]): Parameter<Value | null> {
  return { ...said, required: false, absent: null, read };
}

export function required<Value>(
  { schema, example, read, meaning: usual }: Parameter<Value | null>,
  meaning = usual,
): Parameter<Value> {
  return { meaning, schema, example, required: true, read: read as Parameter<Value>["read"] };
}

/** The same parameter with a default, which the schema names where it is no null. */
export function withDefault<Value>(parameter: Parameter<Value | null>, absent: Value): Parameter<Value> {
  const schema = { ...parameter.schema, default: absent };
  return { ...parameter, schema, absent, read: parameter.read as Parameter<Value>["read"] };
}

/** @param must what the value must be, as a sentence goes on after the parameter's name. @param meant the nearest right value. */
export function wrongValue(name: string, must: string, text: string, meant: string | null = null): WrongParameter {
  const help = meant === null ? "" : `; did you mean ${meant}?`;
  return new WrongParameter(name, `${name} must be ${must}, not ${quoted(text)}${help}`, meant);
}

/** No hint is longer, as the schema of errors says. */
const longestHint = 1000;

/** A whole list in which the one wrong value is mended. Null: another one is wrong as well, or nobody knows what was meant. */
export function mendedList(
  values: readonly string[],
  wrong: string,
  meant: string | null,
  isRight: (value: string) => boolean,
): string | null {
  if (meant === null || !values.every((each) => each === wrong || isRight(each))) return null;
  const mended = [...new Set(values.map((each) => (each === wrong ? meant : each)))].join(",");
  return mended.length > longestHint ? null : mended;
}

type Choice<Value extends string> = {
  readonly meaning: string;
  readonly values: readonly Value[];
  readonly example: Value;
  readonly others?: OtherWords;
  /** Those that the request's sport has: one that only other sports have is a mistake. */
  readonly valuesIn?: (sport: Sport) => readonly Value[];
  /** The text behind the words "must be". */
  readonly must?: (sport: Sport, allowed: string) => string;
};

/** One of a few values, as they are spelled. */
export function choiceOf<Value extends string>(choice: Choice<Value>): Parameter<Value | null> {
  const { meaning, values, example, others = {}, valuesIn = () => values } = choice;
  const { must = (_, allowed) => `one of ${allowed}` } = choice;
  return optional({ meaning, schema: Type.Enum([...values]), example }, (text, name, sport) => {
    const allowed = valuesIn(sport);
    return chosen(name, text, allowed, must(sport, allowed.join(", ")), others);
  });
}

/** @throws WrongParameter when the text is none of the allowed values. */
export function chosen<Value extends string>(
  name: string,
  text: string,
  allowed: readonly Value[],
  must: string,
  others: OtherWords = {},
): Value {
  const found = allowed.find((each) => each === text);
  if (found !== undefined) return found;
  throw wrongValue(name, must, text, nearest(text, allowed, others));
}

/** A text of one shape, as its schema says it. @param must what it must be, as a sentence goes on after the parameter's name. */
export function shapedText(
  meaning: string,
  bounds: { readonly pattern: string; readonly maxLength: number },
  must: string,
  example: string,
): Parameter<string | null> {
  const shape = new RegExp(bounds.pattern, "u");
  return optional({ meaning, schema: Type.String(bounds), example }, (text, name) => {
    if (text.length <= bounds.maxLength && shape.test(text)) return text;
    throw wrongValue(name, must, text);
  });
}

type Bounds = Range & {
  readonly meaning: string;
  readonly example: number;
  /** How many digits a text may have, zeros at its beginning among them. */
  readonly digits?: number;
  readonly must?: string;
};

/** A whole number. It has a sign only where it may be below 0. */
export function wholeNumber(bounds: Bounds): Parameter<number | null> {
  const { meaning, least, most, example, digits = 4, must = `a whole number from ${least} to ${most}` } = bounds;
  return optional({ meaning, schema: Type.Integer({ minimum: least, maximum: most }), example }, (text, name) => {
    const [sign = "", figures = ""] = /^(-?)(\d+)$/.exec(text)?.slice(1) ?? [];
    const isWritten = figures !== "" && figures.length <= digits && (sign === "" || least < 0);
    const value = isWritten ? Number(figures) * (sign === "-" && Number(figures) > 0 ? -1 : 1) : Number.NaN;
    if (!(value >= least && value <= most)) throw wrongValue(name, must, text);
    return value;
  });
}

/** A number with up to six decimals. @param samples such as `7 or -3.5`. */
export function decimal(
  meaning: string,
  { least, most }: Range,
  samples: string,
  example: number,
): Parameter<number | null> {
  return optional({ meaning, schema: Type.Number({ minimum: least, maximum: most }), example }, (text, name) => {
    const value = /^-?\d{1,4}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value === 0 ? 0 : value; // -0 is 0
    throw wrongValue(name, `a number from ${least} to ${most}, such as ${samples}`, text);
  });
}

export type Rules<Declared extends Parameters> = {
  /** A request must give at least one of these, because all rows of a sport would be too many to be meant [D-27]. */
  readonly oneOf?: readonly (keyof Declared & string)[];
  /** @throws WrongParameter when parameters contradict each other. */
  readonly check?: (asked: ValuesOf<Declared>) => void;
};

/** Reads what a query string, without its question mark, asks for. @throws WrongParameter naming the first that is wrong. */
export type ReadParameters<Declared extends Parameters> = (query: string) => ValuesOf<Declared>;

/** Prepares the reader of an endpoint's parameters, so that a request costs no more than the parameters that it gives. */
export function parameterReader<Declared extends Parameters>(
  parameters: Declared,
  { oneOf = [], check }: Rules<Declared> = {},
): ReadParameters<Declared> {
  const entries = Object.entries(parameters);
  const names = entries.map(([name]) => name);
  const absent = Object.fromEntries(entries.map(([name, parameter]) => [name, parameter.absent]));
  return (query) => {
    const texts = textsOf(query, names);
    const values: Record<string, unknown> = { ...absent };
    for (const [name, parameter] of entries) {
      const text = texts.get(name);
      if (text !== undefined) values[name] = parameter.read(text, name, values.sport as Sport);
      else if (parameter.required) throw new WrongParameter(name, `${name} is required: ${parameter.meaning}`);
    }
    const asked = values as ValuesOf<Declared>;
    check?.(asked);
    if (oneOf.length > 0 && oneOf.every((name) => values[name] === null)) {
      throw new WrongParameter(null, `at least one of ${namesOfChoice(oneOf)} is required`);
    }
    checkDates(values);
    return asked;
  };
}

/** The names of which one is needed, in words: `season, from/to, team or game_id`. @param quote what stands around each. */
export function namesOfChoice(oneOf: readonly string[], quote = ""): string {
  const names = oneOf.map((name) => quote + name + quote).join(", ");
  return names
    .replace(`${quote}from${quote}, ${quote}to`, `${quote}from${quote}/${quote}to`)
    .replace(/, (?!.*, )/, " or ");
}

/** Other ranges that end before they begin match nothing; one of dates is a mistake [D-26]. */
function checkDates({ from, to }: Readonly<Record<string, unknown>>): void {
  if (typeof from !== "string" || typeof to !== "string" || from <= to) return;
  throw new WrongParameter("from", `from must not be later than to, and ${from} is later than ${to}`);
}

function textsOf(query: string, names: readonly string[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const part of query.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const rawName = equals === -1 ? part : part.slice(0, equals);
    const name = decoded(rawName);
    if (name === null || !names.includes(name)) {
      const sent = name ?? rawName;
      const { text, value } = unknownParameterHint(sent, names);
      throw new WrongParameter(shownName(sent), text, value);
    }
    if (texts.has(name)) throw new WrongParameter(name, `${name} is given more than once`);
    const text = equals === -1 ? "" : decoded(part.slice(equals + 1));
    if (text === null)
      throw new WrongParameter(name, `${name} is not well encoded: percent escapes must spell UTF-8 text`);
    if (text === "") throw new WrongParameter(name, `${name} is empty`);
    texts.set(name, text);
  }
  return texts;
}

/** Null when the text is no percent-encoded UTF-8, or has a NUL, which no database takes. */
function decoded(text: string): string | null {
  try {
    const plain = decodeURIComponent(text.replaceAll("+", " "));
    return plain.includes("\0") ? null : plain;
  } catch {
    return null;
  }
}
