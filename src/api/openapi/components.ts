/** The objects of the contract as the component schemas of OpenAPI 3.1. */
import type { TSchema } from "typebox";
import { objects } from "../../contract/lists/all.ts";
import { exampleOf } from "../../contract/members.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };
export type OpenApiObject = { readonly [name: string]: Json | undefined };

/** The bounds of a type or a format of which nothing closer is said. */
const usualBounds: Readonly<Record<string, OpenApiObject>> = {
  // A text of any language without control characters.
  string: { maxLength: 200, pattern: "^[^\\u0000-\\u001F\\u007F]*$" },
  date: { maxLength: 10 },
  "date-time": { maxLength: 24 },
  integer: { minimum: -1_000_000, maximum: 1_000_000 },
  array: { maxItems: 1000 },
};

export function componentSchemas(): Readonly<Record<string, OpenApiObject>> {
  return Object.fromEntries(
    [...objects].map(([name, schema]) => {
      const example = exampleOf({ ...schema, "x-here": undefined } as TSchema) as Json;
      return [name, { ...writeBody(schema as unknown as OpenApiObject), examples: [example] }];
    }),
  );
}

/** A schema of TypeBox as OpenAPI 3.1 writes it: an object with a name is a reference. */
export function writeSchema(schema: OpenApiObject): OpenApiObject {
  if (schema.anyOf !== undefined) return writeOrNull(schema.anyOf as readonly OpenApiObject[]);
  if (schema.title === undefined) return writeBody(schema);
  const { description } = (schema["x-here"] ?? {}) as OpenApiObject;
  return { $ref: `#/components/schemas/${schema.title}`, ...described(description) };
}

function writeBody(schema: OpenApiObject): OpenApiObject {
  // Our own objects are closed. The document leaves them open, because a later version may add members.
  const {
    description,
    title: _name,
    examples: _ofRow,
    additionalProperties: _closed,
    "x-here": _here,
    ...plain
  } = schema;
  const { enum: values, type, format, properties, items } = plain;
  const written = { ...plain, ...described(description) };
  if (values !== undefined) return { type: "string", ...written };
  if (properties !== undefined) {
    const members = Object.entries(properties as Readonly<Record<string, OpenApiObject>>);
    return { ...written, properties: Object.fromEntries(members.map(([name, member]) => [name, writeSchema(member)])) };
  }
  return {
    ...usualBounds[String(format ?? type)],
    ...(type === "integer" ? { format: "int32" } : {}),
    ...written,
    ...(items === undefined ? {} : { items: writeSchema(items as OpenApiObject) }),
  };
}

/** `x or null` is one type with two names; only a reference needs a real union. */
function writeOrNull(union: readonly OpenApiObject[]): OpenApiObject {
  const { $ref, ...written } = writeSchema(union.find(({ type }) => type !== "null") ?? {});
  if ($ref !== undefined) return { anyOf: [{ $ref }, { type: "null" }], ...written };
  const values = written.enum === undefined ? {} : { enum: [...(written.enum as readonly Json[]), null] };
  return { ...written, type: [written.type as string, "null"], ...values };
}

function described(description: Json | undefined): OpenApiObject {
  return description === undefined ? {} : { description: asSentence(description as string) };
}

/** A sentence of a fragment. A name of the API at its beginning stays as it is. */
export function asSentence(text: string): string {
  const isName = /^(?:[a-z]+_[a-z]+|mlb|json|csv)\b/.test(text);
  const sentence = isName ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return sentence.endsWith(".") ? sentence : `${sentence}.`;
}
