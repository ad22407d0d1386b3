/** The fields of an answer, each before its members, from the schemas of the OpenAPI document. */
import { componentName, type OpenApiSchema, type OpenApiSchemas } from "./open-api.ts";

export type AnswerField = {
  /** Dotted path from the object that was asked for; `[]` stands for every element of a list. */
  readonly path: string;
  /** `string`, `integer`, `number`, `boolean`, `date`, `date-time`, `object`, `list`, `any`. */
  readonly type: string;
  /** The type of the elements of a list. */
  readonly elements: string | null;
  /** The only values there are; null: there is no such list. */
  readonly values: readonly string[] | null;
  readonly isNullable: boolean;
  readonly meaning: string;
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

/** The fields of a component in the order of the answers. */
export function answerFields(schemas: OpenApiSchemas, component: string): readonly AnswerField[] {
  return fieldsOf(schemas, schemas[component] ?? {}, "");
}

function fieldsOf(schemas: OpenApiSchemas, { properties = {} }: OpenApiSchema, before: string): readonly AnswerField[] {
  return Object.entries(properties).flatMap(([name, written]) => {
    const { schema, meaning, isNullable } = resolve(schemas, written);
    const path = before + name;
    const items = schema.items === undefined ? null : resolve(schemas, schema.items).schema;
    const values = schema.enum?.filter((each) => each !== null).map(String) ?? null;
    const elements = items === null ? null : typeOf(items);
    const field = { path, isNullable, meaning, type: typeOf(schema), elements, values };
    return [field, ...fieldsOf(schemas, items ?? schema, items === null ? `${path}.` : `${path}[].`)];
  });
}
