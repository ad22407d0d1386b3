/** The fields of an answer, as a tree, from the schemas of the OpenAPI document. */
import { nameOf, type Schema, type Schemas } from "./open-api.ts";

export type Field = {
  /** Dotted path from the object that was asked for; `[]` stands for every element of a list. */
  readonly path: string;
  readonly name: string;
  /** `string`, `integer`, `number`, `boolean`, `date`, `date-time`, `object`, `list`, `any`. */
  readonly type: string;
  /** The type of the elements of a list. */
  readonly elements: string | null;
  /** The only values there are; null: there is no such list. */
  readonly values: readonly string[] | null;
  readonly isNullable: boolean;
  readonly meaning: string;
  readonly members: readonly Field[];
};

type Resolved = { readonly schema: Schema; readonly meaning: string; readonly isNullable: boolean };

/** Follows a reference. The member's own description goes before that of the component that it refers to. */
function resolve(schemas: Schemas, written: Schema): Resolved {
  const real = written.anyOf?.find((each) => each.type !== "null") ?? written;
  const schema = real.$ref === undefined ? real : (schemas[nameOf(real.$ref)] ?? {});
  return {
    schema,
    meaning: written.description ?? schema.description ?? "",
    isNullable: written.anyOf !== undefined || [schema.type].flat().includes("null") || schema.type === undefined,
  };
}

export function typeOf(schema: Schema): string {
  if (schema.type === undefined) return "any";
  const [type = ""] = [schema.type].flat().filter((each) => each !== "null");
  if (schema.format === "date" || schema.format === "date-time") return schema.format;
  return type === "array" ? "list" : type;
}

function valuesOf(schema: Schema): readonly string[] | null {
  return schema.enum?.filter((each) => each !== null).map(String) ?? null;
}

/** The fields of a component in the order of the answers. */
export function fieldsOf(schemas: Schemas, component: string): readonly Field[] {
  return membersOf(schemas, schemas[component] ?? {}, "");
}

/** Every field and then its members, as a list. */
export function flattened(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) => [field, ...flattened(field.members)]);
}

function membersOf(schemas: Schemas, schema: Schema, before: string): readonly Field[] {
  return Object.entries(schema.properties ?? {}).map(([name, written]) => fieldAt(schemas, before, name, written));
}

function fieldAt(schemas: Schemas, before: string, name: string, written: Schema): Field {
  const { schema, meaning, isNullable } = resolve(schemas, written);
  const path = before + name;
  const items = schema.items === undefined ? null : resolve(schemas, schema.items).schema;
  const within = items === null ? `${path}.` : `${path}[].`;
  return {
    path,
    name,
    isNullable,
    meaning,
    type: typeOf(schema),
    elements: items === null ? null : typeOf(items),
    values: valuesOf(schema),
    members: membersOf(schemas, items ?? schema, within),
  };
}
