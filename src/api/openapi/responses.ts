/** Every answer of the document, with its body and the headers that it carries. */
import { type ErrorCode, entryOf } from "../error-table.ts";
import { limitHeaders } from "../limit-headers.ts";
import { errorExamples } from "./error-examples.ts";
import { csvExamples, examples } from "./examples.ts";
import { type HeaderName, headerReferences } from "./headers.ts";
import type { Json, JsonObject } from "./schemas.ts";

const onAll: readonly HeaderName[] = ["X-Request-Id", "Vary", "Access-Control-Allow-Origin"];
const toKnownKeys: readonly HeaderName[] = ["X-Dataset", ...limitHeaders];
const onCached: readonly HeaderName[] = ["ETag", "Cache-Control"];
const onCsv: readonly HeaderName[] = ["X-Next-Cursor", "Content-Disposition"];
/** With CSV, of lists that tell the newest revision. */
const onRevisionCsv: readonly HeaderName[] = ["X-Revision", "X-Archive"];

type ErrorAnswer = {
  readonly name: string;
  readonly codes: readonly ErrorCode[];
  readonly headers: readonly HeaderName[];
};

/** The errors by status. A 429 is one answer with two codes. */
const errorAnswers: Readonly<Record<string, ErrorAnswer>> = {
  400: { name: "BadRequest", codes: ["invalid_param"], headers: toKnownKeys },
  401: { name: "Unauthorized", codes: ["unauthorized"], headers: ["WWW-Authenticate"] },
  403: { name: "Forbidden", codes: ["forbidden"], headers: toKnownKeys },
  404: { name: "NotFound", codes: ["not_found"], headers: toKnownKeys },
  429: { name: "TooManyRequests", codes: ["rate_limited", "quota_exceeded"], headers: [...toKnownKeys, "Retry-After"] },
  500: { name: "InternalError", codes: ["internal"], headers: toKnownKeys },
  503: { name: "Unavailable", codes: ["unavailable"], headers: [...toKnownKeys, "Retry-After"] },
};

const notModified: JsonObject = {
  description: "What If-None-Match names is still the answer. It counts against the quota.",
  headers: headerReferences([...onAll, ...toKnownKeys, ...onCached, "X-Sets-Today"]),
};

export function componentResponses(manageUrl: string): JsonObject {
  const ofCode = errorExamples(manageUrl);
  const errors = Object.values(errorAnswers).map(({ name, codes, headers }) => {
    const bodies = codes.flatMap((code) =>
      Object.entries(ofCode[code]).map(([each, value]) => [each, { summary: value.error.message, value }]),
    );
    const answer = {
      description: codes.map((code) => `\`${code}\`: ${entryOf(code).when} ${entryOf(code).remedy}`).join(" "),
      headers: headerReferences([...onAll, "NoStore", ...headers]),
      content: {
        "application/json": { schema: { $ref: "#/components/schemas/Error" }, examples: Object.fromEntries(bodies) },
      },
    };
    return [name, answer];
  });
  return { NotModified: notModified, ...Object.fromEntries(errors) };
}

export type GoodAnswer = {
  readonly schema: string;
  readonly description: string;
  readonly canBeMissing?: true;
  /** Whether its `meta` tells the newest revision, and its CSV has the headers for that. */
  readonly hasRevision?: true;
};

/** The answers of an endpoint by status. */
export function responsesOf({ schema, description, canBeMissing, hasRevision }: GoodAnswer): JsonObject {
  const example = examples[schema] as Json;
  const json = {
    schema: { $ref: `#/components/schemas/${schema}` },
    examples: { [schema]: { summary: description, value: example } },
  };
  const table = csvExamples[schema];
  const csv = { schema: csvSchema, examples: { csv: { summary: "The same as CSV.", value: table } } };
  const isCsv = table !== undefined;
  const good = {
    description: isCsv ? `${description} ${csvText}` : description,
    headers: headerReferences([
      ...[...onAll, ...toKnownKeys, ...onCached, ...(isCsv ? [...onCsv, "X-Note" as const] : [])],
      ...(hasRevision ? onRevisionCsv : []),
      ...(schema === "TrendList" ? ["X-Sets-Today" as const] : []),
    ]),
    content: { "application/json": json },
    ...(isCsv ? { [csvExtension]: { "text/csv": csv } } : {}),
  };
  const errors = Object.entries(errorAnswers).filter(([status]) => status !== "404" || canBeMissing);
  const references = errors.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]);
  return { 200: good, 304: { $ref: "#/components/responses/NotModified" }, ...Object.fromEntries(references) };
}

/**
 * The CSV of a list stands beside `content`, in the same form. OpenAPI cannot say that `format` and `Accept` choose between
 * the media types of one status, so with both in `content` every generated client would take a page for an object or a
 * text, and no call would compile without a check. What a request without `format` is answered with is `content`.
 */
const csvExtension = "x-content-on-request";
const csvText =
  `With \`format=csv\` or \`Accept: text/csv\` the answer is a table of the media type \`text/csv\`, which ` +
  `\`${csvExtension}\` describes in the form of \`content\`.`;

const csvSchema: JsonObject = {
  type: "string",
  description: "A header row, then a row per element of data; nested members are dotted columns, null is empty.",
  maxLength: 100_000_000,
  pattern: "^[^\\r\\n]+\\r\\n",
};
