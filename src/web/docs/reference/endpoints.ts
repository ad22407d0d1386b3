/** The pages of the reference say this of each endpoint. It is read from the OpenAPI document. */
import { type ErrorCode, entryOf } from "../../../contract/errors.ts";
import { pageOfEndpoint } from "../pages.ts";
import {
  componentName,
  type OpenApi,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
  type OpenApiSchema,
  type OpenApiSchemas,
} from "./open-api.ts";

/** A value of an enumeration; without a meaning where the document tells none. */
type DescribedValue = { readonly value: string; readonly meaning: string };

export type ReferenceParameter = ReturnType<typeof parameterOf>;
export type ReferenceEndpoint = ReturnType<typeof endpointAt>;
export type EndpointGroup = ReturnType<typeof endpointGroups>[number];

/** The endpoints in the order of the document, by its tags. */
export function endpointGroups(document: OpenApi) {
  const endpoints = Object.entries(document.paths).map(([path, { get }]) => ({
    tag: get.tags[0],
    endpoint: endpointAt(document, path, get),
  }));
  return document.tags
    .map(({ name, description }) => ({
      name,
      description,
      endpoints: endpoints.filter(({ tag }) => tag === name).map(({ endpoint }) => endpoint),
    }))
    .filter((group) => group.endpoints.length > 0);
}

/** @param path such as `/v1/games/{game_id}`. */
function endpointAt(document: OpenApi, path: string, operation: OpenApiOperation) {
  const { operationId, summary, description, parameters, responses } = operation;
  const good = responses["200"];
  const json = good?.content?.["application/json"];
  const csv = good?.["x-content-on-request"]?.["text/csv"];
  const component = componentName(json?.schema.$ref ?? "");
  return {
    page: pageOfEndpoint(path),
    path,
    operationId,
    summary,
    description,
    parameters: parameters.map(parameterOf),
    fields: answerFields(document.components.schemas, component),
    headers: Object.entries(good?.headers ?? {}).map(([name, { $ref }]) => {
      const { description = "", schema } = document.components.headers[componentName($ref)] ?? {};
      return { name, meaning: description, example: String(schema?.examples?.[0] ?? "") };
    }),
    errors: Object.entries(responses).flatMap(([status, response]) => errorsOf(document, Number(status), response)),
    /** Null: the endpoint answers with the bytes of a file. */
    exampleJson: json === undefined ? null : JSON.stringify(firstOf(json.examples) ?? null, null, 2),
    /** Null: the endpoint answers JSON alone, or with a file. */
    exampleCsv: csv === undefined ? null : String(firstOf(csv.examples)),
  };
}

function firstOf(examples: Readonly<Record<string, { readonly value: unknown }>> = {}): unknown {
  return Object.values(examples)[0]?.value;
}

function parameterOf({ name, in: place, required, description, schema, example }: OpenApiParameter) {
  const { minimum, maximum, default: usual } = schema;
  const [meaning, described] = valuesIn(description);
  const others = (schema.enum ?? [])
    .filter((value) => value !== null && !described.some((each) => each.value === String(value)))
    .map((value): DescribedValue => ({ value: String(value), meaning: "" }));
  return {
    ...{ name, place, meaning, isRequired: required, type: typeOf(schema) },
    /** Such as `1 to 1000`; empty where nothing is bounded that a reader would ask about. */
    bounds: minimum === undefined || maximum === undefined ? "" : `${minimum} to ${maximum}`,
    default: usual === undefined ? null : String(usual),
    example: String(example ?? schema.examples?.[0] ?? ""),
    /** Whether the example belongs into a first request. */
    isTried: example !== undefined,
    values: [...described, ...others],
  };
}

/** Takes the meanings of values from the end of a description: `a market. \`spread\`: by how much; \`total\`: …`. */
export function valuesIn(description: string): [text: string, values: readonly DescribedValue[]] {
  const start = description.search(/`[^`]+`: /);
  if (start === -1) return [description, []];
  const values = description
    .slice(start)
    .replace(/\.$/, "")
    .split(/; (?=`)/)
    .map((each) => /^`([^`]+)`: (.*)$/.exec(each))
    .map((found) => ({ value: found?.[1] ?? "", meaning: found?.[2] ?? "" }));
  return [description.slice(0, start).trimEnd().replace(/;$/, "."), values];
}

/** The errors of an answer, with the messages of its examples. */
function errorsOf(document: OpenApi, status: number, { $ref = "" }: OpenApiResponse) {
  if (status < 400) return [];
  const { content } = document.components.responses[componentName($ref)] ?? {};
  const examples = Object.values(content?.["application/json"]?.examples ?? {}).map(
    ({ value }) => (value as { readonly error: { readonly code: ErrorCode; readonly message: string } }).error,
  );
  return [...Map.groupBy(examples, ({ code }) => code)].map(([code, ofCode]) => {
    const { when, remedy } = entryOf(code);
    return { status, code, when: `${when} ${remedy}`, messages: ofCode.map(({ message }) => message) };
  });
}

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

function typeOf(schema: OpenApiSchema): string {
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
