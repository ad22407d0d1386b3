/** The machine-readable description of the API, made of the declarations that it describes. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { descriptionOf, documentedPath, type Endpoint, isTried, parameterText, tags } from "../../contract/endpoint.ts";
import { type ErrorCode, entryOf, errorCodes } from "../../contract/errors.ts";
import { headers } from "../../contract/headers.ts";
import { endpoints } from "../../contract/lists/all.ts";
import type { Parameter } from "../../contract/parameter.ts";
import { matchesEtag, wantsGzip } from "../../http/representation.ts";
import { servedFile } from "../../http/send.ts";
import { programVersion } from "../../http/version.ts";
import { componentResponses, componentSchemas, type OpenApiObject, responsesOf, writeSchema } from "./components.ts";

function rowOf(code: ErrorCode): string {
  const { status, when, remedy } = entryOf(code);
  return `| ${status} | \`${code}\` | ${when} | ${remedy} |`;
}

const about = `Completed games with final scores, graded results and betting lines: consensus and per
book, opening and closing. Historical data only: a game appears once it is final.

**Keys.** Send yours as \`Authorization: Bearer <key>\` or as \`X-API-Key: <key>\`; with both, \`Authorization\` counts.
Only this document needs none.

**Changes.** A new version of the service may add endpoints, optional parameters, members of objects and error codes:
ignore what you do not know.

**Requests.** GET and HEAD. Other methods are 405 \`method_not_allowed\`; unknown paths are 404 \`not_found\`. A parameter
that is unknown, empty or given twice is 400 \`invalid_param\`.

**Checks** come in this order: key (401), standing (403), rate (429), quota (429), parameters (400), existence (404).

**Lines.** Odds are American, whole numbers. A spread is the home side's: negative means home is favored.

**Errors.**

| status | code | when | what to do |
|---|---|---|---|
${errorCodes.map(rowOf).join("\n")}
`;

const securitySchemes = {
  bearer: { type: "http", scheme: "bearer", description: "The API key: `Authorization: Bearer <key>`." },
  apiKey: { type: "apiKey", in: "header", name: "X-API-Key", description: "The API key: `X-API-Key: <key>`." },
};

export type DocumentFacts = {
  readonly manageUrl: string;
  /** Where the API is, without a slash at the end; `/` when nobody has said it: the server that the document came from. */
  readonly apiUrl: string;
};

export function openApiDocument({ manageUrl, apiUrl }: DocumentFacts): OpenApiObject {
  return {
    openapi: "3.1.0",
    info: {
      title: "Gradeline",
      version: programVersion(),
      summary: "Graded betting history.",
      description: about,
      contact: { name: "Gradeline", url: manageUrl },
      license: { name: "Proprietary: for use in your own product, not for resale of the data", identifier: licenseId },
    },
    servers: [
      { url: apiUrl, description: "Production: the server that this document came from.", "x-internal": "false" },
    ],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: paths(),
    components: { schemas: componentSchemas(), responses: componentResponses(manageUrl), headers, securitySchemes },
  };
}

const licenseId = "LicenseRef-Gradeline";

function paths(): OpenApiObject {
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
  const { example, required, schema } = parameter;
  const { description: _ofAnswers, ...written } = writeSchema(schema as unknown as OpenApiObject);
  const isExample = isTried(name, parameter);
  return {
    name,
    in: place,
    required,
    description: parameterText(name, parameter),
    schema: isExample ? written : { ...written, examples: [example] },
    ...(isExample ? { example } : {}),
  };
}

export const openApiPath = "/v1/openapi.json";

/** Returns the function that answers GET and HEAD; it adds to the headers that it is given. */
export function openApiSender(
  facts: DocumentFacts,
): (request: IncomingMessage, response: ServerResponse, headers: readonly string[]) => Promise<void> {
  const { type, etag, body } = servedFile(
    "application/json; charset=utf-8",
    Buffer.from(JSON.stringify(openApiDocument(facts))),
  );
  return async (request, response, headers) => {
    const { "if-none-match": ifNoneMatch, "accept-encoding": acceptEncoding } = request.headers;
    const sent = [...headers, "etag", etag, "cache-control", "public, max-age=900", "vary", "Accept-Encoding"];
    if (matchesEtag(ifNoneMatch, etag)) {
      response.writeHead(304, sent).end();
      return;
    }
    const isCompressed = wantsGzip(acceptEncoding, body.plain.length);
    const bytes = isCompressed ? await body.gzipped() : body.plain;
    if (isCompressed) sent.push("content-encoding", "gzip");
    response.writeHead(200, [...sent, "content-type", type, "content-length", String(bytes.length)]).end(bytes);
  };
}
