/** The fields of an answer, as a tree, from the schemas of the OpenAPI document. */
import { componentName, type OpenApiSchema, type OpenApiSchemas } from "./open-api.ts";

export type AnswerField = {
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
  readonly members: readonly AnswerField[];
};

type Resolved = { readonly schema: OpenApiSchema; readonly meaning: string; readonly isNullable: boolean };

/** Follows a reference. The member's own description goes before that of the component that it refers to. */
function resolve(schemas: OpenApiSchemas, written: OpenApiSchema): Resolved {
  const real = written.anyOf?.find((each) => each.type !== "null") ?? written;
  const schema = real.$ref === undefined ? real : (schemas[componentName(real.$ref)] ?? {});
  return {
    schema,
    meaning: written.description ?? schema.description ?? "",
    isNullable: written.anyOf !== undefined || [schema.type].flat().includes("null") || schema.type === undefined,
  };
}

export function typeOf(schema: OpenApiSchema): string {
  if (schema.type === undefined) return "any";
  const [type = ""] = [schema.type].flat().filter((each) => each !== "null");
  if (schema.format === "date" || schema.format === "date-time") return schema.format;
  return type === "array" ? "list" : type;
}

function valuesOf(schema: OpenApiSchema): readonly string[] | null {
  return schema.enum?.filter((each) => each !== null).map(String) ?? null;
}

/** The fields of a component in the order of the answers. */
export function answerFields(schemas: OpenApiSchemas, component: string): readonly AnswerField[] {
  return membersOf(schemas, schemas[component] ?? {}, "");
}

/** Every field and then its members, as a list. */
export function flatFields(fields: readonly AnswerField[]): readonly AnswerField[] {
  return fields.flatMap((field) => [field, ...flatFields(field.members)]);
}

function membersOf(schemas: OpenApiSchemas, schema: OpenApiSchema, before: string): readonly AnswerField[] {
  return Object.entries(schema.properties ?? {}).map(([name, written]) => fieldAt(schemas, before, name, written));
}

function fieldAt(schemas: OpenApiSchemas, before: string, name: string, written: OpenApiSchema): AnswerField {
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
