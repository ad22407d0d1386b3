/**
 * Reads the query string of a request strictly [D-26]: every name must be known and given once, every value present, well
 * encoded and allowed, and the rules between the parameters kept.
 */
import type { Sport } from "../domain/sports.ts";
import { formRanges } from "./filters/form.ts";
import { shownName, unknownParameterHint } from "./hints.ts";
import { type Parameters, type ValuesOf, WrongParameter } from "./parameter.ts";

/** Pairs that are the two ends of a range, wherever an endpoint takes both. */
const ranges: readonly (readonly [string, string])[] = [
  ["from", "to"],
  ["min_line", "max_line"],
  ["min_price", "max_price"],
  ["start_hour_min", "start_hour_max"],
  ["home_rest_min", "home_rest_max"],
  ["away_rest_min", "away_rest_max"],
  ["wind_min", "wind_max"],
  ["temperature_min", "temperature_max"],
  ["rest_min", "rest_max"],
  ["opponent_rest_min", "opponent_rest_max"],
  ...formRanges,
];

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
  const ownRanges = ranges.filter((pair) => pair.every((name) => names.includes(name)));
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
    if (oneOf.length > 0 && oneOf.every((name) => values[name] === null)) throw nothingNarrows(oneOf);
    for (const [first, last] of ownRanges) checkRange(values, first, last);
    return asked;
  };
}

/** The error for a list without a filter. */
function nothingNarrows(oneOf: readonly string[]): WrongParameter {
  return new WrongParameter(null, `at least one of ${namesOfChoice(oneOf)} is required`);
}

/** The names of which one is needed, in words: `season, from/to, team or game_id`. @param quote what stands around each. */
export function namesOfChoice(oneOf: readonly string[], quote = ""): string {
  const names = oneOf.map((name) => quote + name + quote).join(", ");
  return names
    .replace(`${quote}from${quote}, ${quote}to`, `${quote}from${quote}/${quote}to`)
    .replace(/, (?!.*, )/, " or ");
}

/** A range that ends before it begins is a mistake and not an empty answer. */
function checkRange(values: Readonly<Record<string, unknown>>, first: string, last: string): void {
  const least = values[first] as string | number | null;
  const most = values[last] as string | number | null;
  if (least === null || most === null || least <= most) return;
  const than = typeof least === "string" ? "later than" : "greater than";
  throw new WrongParameter(first, `${first} must not be ${than} ${last}, and ${least} is ${than} ${most}`);
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
      {
        const { text, value } = unknownParameterHint(sent, names);
        throw new WrongParameter(shownName(sent), text, value);
      }
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
