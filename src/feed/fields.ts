/** Reads one field of a provider's record: a value of the kind that is wanted, or a refusal that names the field. */
import { isObject } from "./parse.ts";
import { refuse, shown } from "./refusals.ts";
import { utcTime } from "./utc-times.ts";

export const sides = ["home", "away"] as const;
export type Side = (typeof sides)[number];

/** The value at a path of members, such as `teams.home.score`; null where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let inner = value;
  for (const name of path.split(".")) inner = isObject(inner) ? inner[name] : undefined;
  return inner ?? null;
}

/** Empty where there is no list. */
export function listAt(value: unknown, path: string): readonly unknown[] {
  const list = valueAt(value, path);
  return Array.isArray(list) ? list : [];
}

/** Null where there is no text, or a blank one. */
export function textAt(value: unknown, path: string): string | null {
  const text = valueAt(value, path);
  return typeof text === "string" && text.trim() !== "" ? text : null;
}

export function booleanAt(value: unknown, path: string): boolean | null {
  const stated = valueAt(value, path);
  return typeof stated === "boolean" ? stated : null;
}

/** A whole number, which some providers write as a text of digits. @param field names it in a refusal. */
export function wholeAt(value: unknown, path: string, field = path): number {
  const stated = valueAt(value, path);
  const number = typeof stated === "string" && /^\d{1,9}$/.test(stated) ? Number(stated) : stated;
  if (typeof number === "number" && Number.isInteger(number)) return number;
  return refuse("malformed", `is ${shown(stated)}, and no whole number`, field);
}

/** A text that must be there. */
export function givenTextAt(value: unknown, path: string): string {
  return textAt(value, path) ?? refuse("malformed", `is ${shown(valueAt(value, path))}, and no text`, path);
}

/** A time in the shape of the records. */
export function timeAt(value: unknown, path: string): string {
  const stated = valueAt(value, path);
  return utcTime(stated) ?? refuse("malformed", `is ${shown(stated)}, and no time`, path);
}
