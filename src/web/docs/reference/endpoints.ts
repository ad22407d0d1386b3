/** The pages of the reference say this of each endpoint. It is read from the OpenAPI document. */
import { type ErrorCode, entryOf } from "../../../contract/errors.ts";
import { pageOfEndpoint } from "../addresses.ts";
import type { CodeSample } from "../code.ts";
import { type AnswerField, answerFields, typeOf } from "./fields.ts";
import {
  componentName,
  type OpenApi,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
} from "./open-api.ts";

/** A value of an enumeration; without a meaning where the document tells none. */
export type DescribedValue = { readonly value: string; readonly meaning: string };

export type ReferenceParameter = {
  readonly name: string;
  readonly place: "path" | "query";
  readonly isRequired: boolean;
  readonly type: string;
  /** Such as `1 to 1000`; empty where nothing is bounded that a reader would ask about. */
  readonly bounds: string;
  /** Inclusive, of numbers alone. */
  readonly range: readonly [least: number, most: number] | null;
  readonly maxLength: number | null;
  readonly default: string | null;
  readonly example: string;
  /** Whether the example belongs into a first request. */
  readonly isTried: boolean;
  readonly meaning: string;
  readonly values: readonly DescribedValue[];
  /** The values that a form offers; null: any text. */
  readonly choices: readonly string[] | null;
};

type EndpointError = {
  readonly status: number;
  readonly code: string;
  /** When it comes and what to do. Markdown of one line. */
  readonly when: string;
  /** Messages as they are sent. */
  readonly messages: readonly string[];
};

type ReferenceHeader = { readonly name: string; readonly meaning: string; readonly example: string };

export type ReferenceEndpoint = {
  /** The address of its page. */
  readonly page: string;
  /** Such as `/v1/games/{game_id}`. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  /** Markdown of one paragraph. */
  readonly description: string;
  readonly parameters: readonly ReferenceParameter[];
  readonly fields: readonly AnswerField[];
  readonly headers: readonly ReferenceHeader[];
  readonly errors: readonly EndpointError[];
  /** Null: the endpoint answers with the bytes of a file. */
  readonly exampleJson: string | null;
  /** Null: the endpoint answers JSON alone, or with a file. */
  readonly exampleCsv: string | null;
};

/** The body of a good answer as an example; of a file there is none to be read, and its headers say what it is. */
export function answerExample({ exampleJson, headers }: ReferenceEndpoint): CodeSample {
  if (exampleJson !== null) return { language: "json", code: exampleJson };
  const lines = headers.filter(({ example }) => example !== "").map(({ name, example }) => `${name}: ${example}`);
  return { language: "http", code: ["HTTP/1.1 200 OK", ...lines].join("\n") };
}

export type EndpointGroup = {
  readonly name: string;
  readonly description: string;
  readonly endpoints: readonly ReferenceEndpoint[];
};

/** The endpoints in the order of the document, by its tags. */
export function endpointGroups(document: OpenApi): readonly EndpointGroup[] {
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

function endpointAt(document: OpenApi, path: string, operation: OpenApiOperation): ReferenceEndpoint {
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
    exampleJson: json === undefined ? null : JSON.stringify(firstOf(json.examples) ?? null, null, 2),
    exampleCsv: csv === undefined ? null : String(firstOf(csv.examples)),
  };
}

function firstOf(examples: Readonly<Record<string, { readonly value: unknown }>> = {}): unknown {
  return Object.values(examples)[0]?.value;
}

function parameterOf({
  name,
  in: place,
  required,
  description,
  schema,
  example,
}: OpenApiParameter): ReferenceParameter {
  const { minimum, maximum, maxLength = null, default: usual } = schema;
  const range = minimum === undefined || maximum === undefined ? null : ([minimum, maximum] as const);
  const [meaning, values] = valuesIn(description);
  const choices = schema.enum?.filter((each) => each !== null).map(String) ?? null;
  return {
    name,
    place,
    range,
    maxLength,
    meaning,
    choices,
    isRequired: required,
    type: typeOf(schema),
    bounds: range === null ? "" : `${range[0]} to ${range[1]}`,
    default: usual === undefined ? null : String(usual),
    example: String(example ?? schema.examples?.[0] ?? ""),
    isTried: example !== undefined,
    values: values.length > 0 ? values : (choices ?? []).map((value) => ({ value, meaning: "" })),
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
function errorsOf(document: OpenApi, status: number, { $ref = "" }: OpenApiResponse): readonly EndpointError[] {
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
