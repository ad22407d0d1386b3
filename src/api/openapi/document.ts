/** The machine-readable description of the API, made of the declarations that it describes. */
import { tags } from "../../contract/endpoint.ts";
import { type ErrorCode, entryOf, errorCodes } from "../../contract/errors.ts";
import { headers } from "../../contract/headers.ts";
import { programVersion } from "../../http/version.ts";
import { componentSchemas, type OpenApiObject } from "./components.ts";
import { paths } from "./operations.ts";
import { componentResponses } from "./responses.ts";

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
  /** Where people manage their keys. */
  readonly manageUrl: string;
  /** Where the API is, without a slash at the end; `/` when nobody knows. */
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
