/**
 * The kinds of members that rows are made of. A member is a TypeBox schema that says what a value means, what it can be and what
 * it looks like. Types, CSV, the OpenAPI document with its examples, and the tables of the docs are all made of these.
 */
import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";
import { oneOf, orNull } from "../domain/schemas.ts";

type Bounds = {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly format?: string;
  readonly "x-unit"?: string;
};

type Plain = string | number | boolean | null;

/** Bounds that several members have. */
export const abbreviationShape = { maxLength: 6, pattern: "^[A-Z0-9]{2,6}$" };
export const slugShape = { maxLength: 40, pattern: "^[a-z0-9_]+$" };
export const fromZeroToOne = { minimum: 0, maximum: 1, "x-unit": "share" };
export const minutes = { "x-unit": "minutes" };
export const ageInMinutes = { minimum: 0, ...minutes };
export const points = { minimum: -1000, maximum: 1000, "x-unit": "points" };
export const bookIdBounds = { minimum: 1, maximum: 65_535 };
export const weekBounds = { minimum: 0, maximum: 99 };

/** The example of a member is one of its values in the answer of one game, so that the members of a row fit each other. */
export const text = (description: string, example: string, bounds: Bounds = {}) =>
  Type.String({ description, examples: [example], ...bounds });

export const integer = (description: string, example: number, bounds: Bounds = {}) =>
  Type.Integer({ description, examples: [example], ...bounds });

export const number = (description: string, example: number, bounds: Bounds = {}) =>
  Type.Number({ description, examples: [example], ...bounds });

export const boolean = (description: string, example: boolean) => Type.Boolean({ description, examples: [example] });

export const count = (description: string, example: number, maximum = 1_000_000) =>
  integer(description, example, { minimum: 0, maximum });

/** The number of something that is kept as a positive integer of 32 bits. */
export const id = (description: string, example: number) => count(description, example, 2_147_483_647);

export const date = (description: string, example: string) => text(description, example, { format: "date" });

export const time = (description: string, example: string) =>
  text(description, example, {
    format: "date-time",
    pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}Z$",
    maxLength: 24,
  });

export const choice = <const T extends readonly string[]>(values: T, description: string, example: T[number] | null) =>
  Type.Unsafe<T[number]>({ ...oneOf(values), description, examples: [example] });

/** A kind of member that may be null. Its example is null where it is in the example of the row. */
const maybe =
  <E, Rest extends unknown[], T extends TSchema>(kind: (description: string, example: E, ...rest: Rest) => T) =>
  (description: string, example: E | null, ...rest: Rest) =>
    orNull(kind(description, example as E, ...rest));

export const nullable = {
  text: maybe(text),
  integer: maybe(integer),
  number: maybe(number),
  boolean: maybe(boolean),
  count: maybe(count),
  id: maybe(id),
  date: maybe(date),
  time: maybe(time),
  choice: <const T extends readonly string[]>(...of: Parameters<typeof choice<T>>) => orNull(choice(...of)),
};

/** A price that may not have been captured. */
export const price = (description: string, example: number | null) =>
  nullable.integer(description, example, { "x-unit": "American odds" });

/** The example of a list is that of its element, where it is not given. */
export const list = <T extends TSchema>(
  items: T,
  description: string,
  bounds: Bounds & { examples?: unknown[] } = {},
) => Type.Array(items, { description, ...bounds });

/**
 * An object that the OpenAPI document lists under a name. The order of its members is the order in every answer.
 * @param example where it is not the examples of its members.
 */
export const object = <T extends TProperties>(title: string, description: string, members: T, example?: object) =>
  Type.Object(members, {
    title,
    description,
    additionalProperties: false,
    ...(example === undefined ? {} : { examples: [example] }),
  });

/**
 * A named object as a member of another.
 * @param values the example there, in the order of its members, where it is another than that of the object.
 */
export function as<T extends TObject>(schema: T, description: string, values?: readonly Plain[]): T {
  const names = Object.keys(schema.properties);
  const example = values && Object.fromEntries(names.map((name, place) => [name, values[place]]));
  return { ...schema, "x-here": { description, example } };
}

/** The parts of a TypeBox schema, which is a JSON schema, that are read here and there. */
export type AnySchema = {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly format?: string;
  readonly anyOf?: readonly AnySchema[];
  readonly properties?: Readonly<Record<string, AnySchema>>;
  readonly items?: AnySchema;
  readonly "x-here"?: { readonly description: string; readonly example?: unknown };
};

/** The schema of a member when it is not null. */
export function withoutNull(schema: AnySchema): AnySchema {
  return schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
}

/** An example of a row, put together from those of its members. */
export function exampleOf<T extends TSchema>(schema: T): Static<T> {
  return exampleIn(schema as AnySchema) as Static<T>;
}

function exampleIn(schema: AnySchema): unknown {
  const own = schema["x-here"]?.example ?? schema.examples?.[0];
  if (own !== undefined) return own;
  const { properties, items } = withoutNull(schema);
  if (items !== undefined) return [exampleIn(items)];
  if (properties === undefined) return exampleIn(withoutNull(schema));
  return Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, exampleIn(member)]));
}
