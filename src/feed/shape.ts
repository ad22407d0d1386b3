/** Checks that a value has the fields that records.ts declares, and explains the first field that is wrong. */
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { isObject, type JsonObject } from "./parse.ts";
import { GameRecord, QuoteRecord, SeasonRecord, TeamRecord, VenueRecord } from "./records.ts";
import { problem, type RecordProblem, type RefusalReason, refuseWith } from "./refusals.ts";
import { httpsPattern } from "./texts.ts";

const schemas = { team: TeamRecord, venue: VenueRecord, season: SeasonRecord, game: GameRecord, quote: QuoteRecord };

type RecordType = keyof typeof schemas;
export const recordTypes = Object.keys(schemas) as RecordType[];

const validators = new Map(recordTypes.map((type) => [type, Compile(schemas[type] as TSchema)]));

/** The type that a value says it is, or null when it is no record at all. */
export function recordTypeOf(value: unknown): RecordType | null {
  if (!isObject(value)) return null;
  return recordTypes.find((type) => type === value.type) ?? null;
}

const messages: Readonly<Record<string, string>> = {
  date: "must be a date that exists, YYYY-MM-DD",
  "date-time": "must be a time in ISO 8601 with its zone, such as 2025-09-10T05:36:59Z",
};

/** The reason that the report gives for each kind of bound; everything else is malformed. */
const reasons: Readonly<Record<string, RefusalReason>> = {
  minimum: "out-of-bounds",
  maximum: "out-of-bounds",
  multipleOf: "out-of-bounds",
  maxItems: "out-of-bounds",
  maxLength: "text",
  pattern: "text",
};

function explain(errors: readonly TLocalizedValidationError[]): RecordProblem {
  const first = errors[0];
  if (first === undefined) return problem("malformed", "is malformed");
  const extra = errors.find((error) => error.keyword === "additionalProperties" || error.keyword === "required");
  const parent = extra?.instancePath.slice(1).replaceAll("/", ".") ?? "";
  if (extra?.keyword === "required") {
    const name = extra.params.requiredProperties[0] ?? "";
    return problem("malformed", "is missing", parent === "" ? name : `${parent}.${name}`);
  }
  if (extra?.keyword === "additionalProperties") {
    const name = extra.params.additionalProperties[0] ?? "";
    return problem("malformed", "is not a field of this record", parent === "" ? name : `${parent}.${name}`);
  }
  // A field that may be null fails twice, as its type and as null; the first of the two says more.
  const own = errors.filter((error) => error.instancePath === first.instancePath);
  const field = first.instancePath.slice(1).replaceAll("/", ".");
  const allowed = own.flatMap((error) => {
    if (error.keyword === "const") return [String(error.params.allowedValue)];
    return error.keyword === "enum" ? error.params.allowedValues.map(String) : [];
  });
  if (allowed.length > 0) return problem("malformed", `must be ${allowed.join(", ")}`, field);
  return problem(reasons[first.keyword] ?? "malformed", detailOf(first), field);
}

function detailOf(error: TLocalizedValidationError): string {
  switch (error.keyword) {
    case "format":
      return messages[error.params.format] ?? error.message;
    case "minLength":
      return "must not be empty";
    case "maxLength":
      return `is longer than ${error.params.limit} characters`;
    case "pattern":
      return error.params.pattern === httpsPattern ? "is not a URL of https" : "has characters that are not text";
    default:
      return error.message;
  }
}

type Schema = Readonly<{
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  type?: string;
}>;

/** A field that may be null, with such fields of the object that it may hold instead. */
type Nullable = { readonly name: string; readonly isRequired: boolean; readonly inside: readonly Nullable[] };

function nullableOf({ properties = {}, required = [] }: Schema): Nullable[] {
  return Object.entries(properties).flatMap(([name, { anyOf = [] }]) => {
    if (!anyOf.some(({ type }) => type === "null")) return [];
    const inside = nullableOf(anyOf.find((each) => each.properties !== undefined) ?? {});
    return [{ name, isRequired: required.includes(name), inside }];
  });
}

const nullableFields = new Map(recordTypes.map((type) => [type, nullableOf(schemas[type] as Schema)]));

/** Writes null for every field that is left out and may be null. */
export function withMissingAsNull(type: RecordType, value: JsonObject): JsonObject {
  return fill(nullableFields.get(type) ?? [], value);
}

function fill(nullable: readonly Nullable[], value: JsonObject): JsonObject {
  const filled: Record<string, unknown> = { ...value };
  for (const { name, isRequired, inside } of nullable) {
    const given = filled[name];
    if (given === undefined && isRequired) filled[name] = null;
    else if (inside.length > 0 && isObject(given)) filled[name] = fill(inside, given);
  }
  return filled;
}

export function checkShape(type: RecordType, value: unknown): void {
  const validator = validators.get(type);
  if (validator !== undefined && !validator.Check(value)) refuseWith(explain(validator.Errors(value)));
}
