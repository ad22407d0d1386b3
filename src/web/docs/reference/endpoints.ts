/** The pages of the reference say this of each endpoint. It is read from the OpenAPI document. */
import { type ErrorCode, entryOf } from "../../../contract/errors.ts";
import { type EndpointAddress, endpointAddresses } from "../pages.ts";
import {
  componentName,
  type OpenApi,
  type OpenApiParameter,
  type OpenApiResponse,
  type OpenApiSchema,
  type OpenApiSchemas,
} from "./open-api.ts";

export type ReferenceEndpoint = ReturnType<typeof endpointAt>;

/** The endpoints in the order of the navigation. */
export function endpointsOf(document: OpenApi): readonly ReferenceEndpoint[] {
  return endpointAddresses(document).map((address) => endpointAt(document, address));
}

function endpointAt(document: OpenApi, address: EndpointAddress) {
  const { operationId, summary, description, parameters, responses } = address.operation;
  const good = responses["200"];
  const json = good?.content?.["application/json"];
  const csv = good?.["x-content-on-request"]?.["text/csv"];
  const component = componentName(json?.schema.$ref ?? "");
  return {
    ...address,
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
  const facts = [
    withValues(description, schema),
    required ? "Required." : "",
    place === "path" ? "It stands in the path." : "",
    minimum === undefined || maximum === undefined ? "" : `${minimum} to ${maximum}.`,
    usual === undefined ? "" : `${usual} when absent.`,
  ];
  return {
    ...{ name, place, type: typeOf(schema), meaning: facts.filter((fact) => fact !== "").join(" ") },
    example: String(example ?? schema.examples?.[0] ?? ""),
    /** Whether the example belongs into a first request. */
    isTried: example !== undefined,
  };
}

/** A description with those values of an enumeration that it does not tell about, as in "`spread`: by how much". */
function withValues(description: string, schema: OpenApiSchema): string {
  const others = (schema.enum ?? []).filter((value) => value !== null && !description.includes(`\`${value}\`:`));
  return others.length === 0 ? description : `${description} ${others.map((value) => `\`${value}\``).join("; ")}.`;
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
  /** In words: `list of objects`, `integer or null`. */
  readonly type: string;
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
    const type = items === null ? typeOf(schema) : `list of ${typeOf(items)}s`.replace("anys", "values");
    const field = {
      ...{ path, type: isNullable && type !== "any" ? `${type} or null` : type },
      meaning: withValues(meaning, schema),
    };
    return [field, ...fieldsOf(schemas, items ?? schema, items === null ? `${path}.` : `${path}[].`)];
  });
}
