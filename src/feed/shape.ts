/** Checks that a value has the fields that records.ts declares, and explains the first field that is wrong. */
import { Compile } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { isObject, type JsonObject } from "./parse.ts";
import { GameRecord, QuoteRecord, SeasonRecord, TeamRecord, VenueRecord } from "./records.ts";
import { problem, type RecordProblem, type RefusalReason } from "./refusals.ts";
import { httpsPattern } from "./texts.ts";

const validators = {
  team: Compile(TeamRecord),
  venue: Compile(VenueRecord),
  season: Compile(SeasonRecord),
  game: Compile(GameRecord),
  quote: Compile(QuoteRecord),
} as const;

type RecordType = keyof typeof validators;
export const recordTypes = Object.keys(validators) as RecordType[];

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

type Schema = {
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  type?: string;
};

/** Fields that may be null, by name. */
type Nullable = ReadonlyMap<string, NullableField>;

type NullableField = {
  /** A record that leaves it out stays as it is. */
  readonly isOptional: boolean;
  /** The fields of the object that it may hold instead; null where it holds none. */
  readonly object: Nullable | null;
};

function nullableOf(schema: Schema): Nullable {
  const nullable = new Map<string, NullableField>();
  for (const [name, { anyOf = [] }] of Object.entries(schema.properties ?? {})) {
    if (!anyOf.some((each) => each.type === "null")) continue;
    const object = anyOf.find((each) => each.properties !== undefined);
    const isOptional = !schema.required?.includes(name);
    nullable.set(name, { isOptional, object: object === undefined ? null : nullableOf(object) });
  }
  return nullable;
}

const nullableFields: Readonly<Record<RecordType, Nullable>> = {
  team: nullableOf(TeamRecord as Schema),
  venue: nullableOf(VenueRecord as Schema),
  season: nullableOf(SeasonRecord as Schema),
  game: nullableOf(GameRecord as Schema),
  quote: nullableOf(QuoteRecord as Schema),
};

/** Writes null for every field that is left out and may be null. */
export function withMissingAsNull(type: RecordType, value: JsonObject): JsonObject {
  return fill(nullableFields[type], value);
}

function fill(nullable: Nullable, value: JsonObject): JsonObject {
  const filled: Record<string, unknown> = { ...value };
  for (const [name, { isOptional, object }] of nullable) {
    const given = filled[name];
    if (given === undefined && !isOptional) filled[name] = null;
    else if (object !== null && isObject(given)) filled[name] = fill(object, given);
  }
  return filled;
}

/** Null when the value is a record of that type. */
export function shapeProblem(type: RecordType, value: unknown): RecordProblem | null {
  const validator = validators[type];
  return validator.Check(value) ? null : explain(validator.Errors(value));
}
