/** The operations of the document: every endpoint of the contract with its parameters, and a text for people. */
import { documentedPath, type Endpoint } from "../../contract/endpoint.ts";
import { enumTexts } from "../../contract/enum-texts.ts";
import { endpoints } from "../../contract/lists/all.ts";
import type { Parameter } from "../../contract/parameter.ts";
import { namesOfChoice } from "../../contract/read-parameters.ts";
import { asSentence, type OpenApiObject, writeSchema } from "./components.ts";
import { responsesOf } from "./responses.ts";

const paging =
  "Pass `next_cursor` back as `cursor` with the same filters until it is null; `limit` and `format` may change between " +
  "pages.";
const csv = "CSV comes with `format=csv` or `Accept: text/csv`; its next cursor is in `X-Next-Cursor`.";

export function paths(): OpenApiObject {
  const operationOf = (endpoint: Endpoint): OpenApiObject => ({
    operationId: endpoint.operation,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: descriptionOf(endpoint),
    parameters: parametersOf(endpoint),
    responses: responsesOf(endpoint),
  });
  return Object.fromEntries(endpoints.map((each) => [documentedPath(each.path), { get: operationOf(each) }]));
}

function descriptionOf({ sentence, details, oneOf, isPaged, hasCsv }: Endpoint): string {
  const needed = oneOf.length === 0 ? "" : `At least one of ${namesOfChoice(oneOf, "`")} is required.`;
  return [sentence, details, needed, isPaged ? paging : "", hasCsv ? csv : ""].filter((part) => part !== "").join(" ");
}

function parametersOf({ inPath, parameters }: Endpoint): readonly OpenApiObject[] {
  return [
    ...Object.entries(inPath).map(([name, parameter]) => parameterOf("path", name, parameter)),
    ...Object.entries(parameters).map(([name, parameter]) => parameterOf("query", name, parameter)),
  ];
}

/**
 * Documentation pages fill forms in with the `example` of a parameter. Only what makes a good first request is given as
 * one; the rest are examples of the schema, which are only shown.
 */
function parameterOf(place: "path" | "query", name: string, parameter: Parameter<unknown>): OpenApiObject {
  const { meaning, example, required, schema } = parameter;
  const { description: _ofAnswers, ...written } = writeSchema(schema as unknown as OpenApiObject);
  const values = (enumTexts as Readonly<Record<string, string>>)[name];
  const isTried = required || name === "season";
  return {
    name,
    in: place,
    required,
    description: values === undefined ? asSentence(meaning) : `${asSentence(meaning)} ${values}.`,
    schema: isTried ? written : { ...written, examples: [example] },
    ...(isTried ? { example } : {}),
  };
}
