/** Whether a value has the fields that records.ts declares, and in words what is wrong with the first that has not. */
import { Compile } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { isObject } from "./json-text.ts";
import { GameRecord, QuoteRecord, SeasonRecord, TeamRecord, VenueRecord } from "./records.ts";

const validators = {
  team: Compile(TeamRecord),
  venue: Compile(VenueRecord),
  season: Compile(SeasonRecord),
  game: Compile(GameRecord),
  quote: Compile(QuoteRecord),
} as const;

export type RecordType = keyof typeof validators;
export const recordTypes = Object.keys(validators) as RecordType[];

export type ShapeProblem = { readonly field: string | null; readonly detail: string };

/** The type that a value says it is, or null when it is no record at all. */
export function recordTypeOf(value: unknown): RecordType | null {
  if (!isObject(value)) return null;
  return recordTypes.find((type) => type === value.type) ?? null;
}

const messages: Readonly<Record<string, string>> = {
  date: "must be a date that exists, YYYY-MM-DD",
  "date-time": "must be a time in ISO 8601 with its zone, such as 2025-09-10T05:36:59Z",
};

function explain(errors: readonly TLocalizedValidationError[]): ShapeProblem {
  const first = errors[0];
  if (first === undefined) return { field: null, detail: "is malformed" };
  const extra = errors.find((error) => error.keyword === "additionalProperties" || error.keyword === "required");
  const parent = extra?.instancePath.slice(1).replaceAll("/", ".") ?? "";
  if (extra?.keyword === "required") {
    const name = extra.params.requiredProperties[0] ?? "";
    return { field: parent === "" ? name : `${parent}.${name}`, detail: "is missing (write null for none)" };
  }
  if (extra?.keyword === "additionalProperties") {
    const name = extra.params.additionalProperties[0] ?? "";
    return { field: parent === "" ? name : `${parent}.${name}`, detail: "is not a field of this record" };
  }
  // A field that may be null fails twice, as its type and as null; the first of the two says more.
  const own = errors.filter((error) => error.instancePath === first.instancePath);
  const field = first.instancePath.slice(1).replaceAll("/", ".");
  const allowed = own.flatMap((error) => {
    if (error.keyword === "const") return [String(error.params.allowedValue)];
    return error.keyword === "enum" ? error.params.allowedValues.map(String) : [];
  });
  if (allowed.length > 0) return { field, detail: `must be ${allowed.join(", ")}` };
  if (first.keyword === "format") return { field, detail: messages[first.params.format] ?? first.message };
  if (first.keyword === "minLength") return { field, detail: "must not be empty" };
  return { field, detail: first.message };
}

/** Null when the value is a record of that type. */
export function shapeProblem(type: RecordType, value: unknown): ShapeProblem | null {
  const validator = validators[type];
  return validator.Check(value) ? null : explain(validator.Errors(value));
}
