/** The parts of the document that others refer to: the objects of the contract as OpenAPI 3.1 schemas, and every answer with its body and headers. */
import type { TSchema } from "typebox";
import { refusalTexts } from "../../access/plans.ts";
import { refusalMessages } from "../../access/refusal-messages.ts";
import { type Answer, asSentence, csvExample, type Endpoint } from "../../contract/endpoint.ts";
import { type ErrorCode, entryOf } from "../../contract/errors.ts";
import { cacheHeaders, type HeaderName, headerName, headersOf, onAll, toKnownKeys } from "../../contract/headers.ts";
import { objects } from "../../contract/lists/all.ts";
import { fileTypes } from "../../contract/lists/files.ts";
import { games } from "../../contract/lists/games.ts";
import { odds } from "../../contract/lists/odds.ts";
import { exampleOf } from "../../contract/members.ts";
import { NoSuchGame } from "../../query/refusals.ts";
import { ApiError, envelopeOf, toApiError, withManageUrl } from "../errors.ts";
import { rangeNotSatisfiable } from "../files.ts";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json | undefined };
export type OpenApiObject = { readonly [name: string]: Json | undefined };

/** The bounds of a type or a format of which nothing closer is said. */
const usualBounds: Readonly<Record<string, OpenApiObject>> = {
  // A text of any language without control characters.
  string: { maxLength: 200, pattern: "^[^\\u0000-\\u001F\\u007F]*$" },
  date: { maxLength: 10 },
  "date-time": { maxLength: 24 },
  integer: { minimum: -1_000_000, maximum: 1_000_000 },
  array: { maxItems: 1000 },
};

export function componentSchemas(): Readonly<Record<string, OpenApiObject>> {
  return Object.fromEntries(
    [...objects].map(([name, schema]) => {
      const example = exampleOf({ ...schema, "x-here": undefined } as TSchema) as Json;
      return [name, { ...writeBody(schema as unknown as OpenApiObject), examples: [example] }];
    }),
  );
}

/** A schema of TypeBox as OpenAPI 3.1 writes it: an object with a name is a reference. */
export function writeSchema(schema: OpenApiObject): OpenApiObject {
  if (schema.anyOf !== undefined) return writeOrNull(schema.anyOf as readonly OpenApiObject[]);
  if (schema.title === undefined) return writeBody(schema);
  const { description } = (schema["x-here"] ?? {}) as OpenApiObject;
  return { $ref: `#/components/schemas/${schema.title}`, ...described(description) };
}

function writeBody(schema: OpenApiObject): OpenApiObject {
  // Our own objects are closed. The document leaves them open, because a later version may add members.
  const {
    description,
    title: _name,
    examples: _ofRow,
    additionalProperties: _closed,
    "x-here": _here,
    ...plain
  } = schema;
  const { enum: values, type, format, properties, items } = plain;
  const written = { ...plain, ...described(description) };
  if (values !== undefined) return { type: "string", ...written };
  if (properties !== undefined) {
    const members = Object.entries(properties as Readonly<Record<string, OpenApiObject>>);
    return { ...written, properties: Object.fromEntries(members.map(([name, member]) => [name, writeSchema(member)])) };
  }
  return {
    ...usualBounds[String(format ?? type)],
    ...(type === "integer" ? { format: "int32" } : {}),
    ...written,
    ...(items === undefined ? {} : { items: writeSchema(items as OpenApiObject) }),
  };
}

/** `x or null` is one type with two names; only a reference needs a real union. */
function writeOrNull(union: readonly OpenApiObject[]): OpenApiObject {
  const { $ref, ...written } = writeSchema(union.find(({ type }) => type !== "null") ?? {});
  if ($ref !== undefined) return { anyOf: [{ $ref }, { type: "null" }], ...written };
  const values = written.enum === undefined ? {} : { enum: [...(written.enum as readonly Json[]), null] };
  return { ...written, type: [written.type as string, "null"], ...values };
}

function described(description: Json | undefined): OpenApiObject {
  return description === undefined ? {} : { description: asSentence(description as string) };
}

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
  416: { name: "RangeNotSatisfiable", codes: ["range_not_satisfiable"], headers: [...toKnownKeys, "Content-Range"] },
  429: { name: "TooManyRequests", codes: ["rate_limited", "quota_exceeded"], headers: [...toKnownKeys, "Retry-After"] },
  500: { name: "InternalError", codes: ["internal"], headers: toKnownKeys },
  503: { name: "Unavailable", codes: ["unavailable"], headers: [...toKnownKeys, "Retry-After"] },
};

function notModified(...more: readonly HeaderName[]): OpenApiObject {
  return {
    description: "What If-None-Match names is still the answer. It counts against the quota.",
    headers: headerReferences([...onAll, ...toKnownKeys, ...more]),
  };
}

export function componentResponses(manageUrl: string): OpenApiObject {
  const ofCode = errorExamples(manageUrl);
  const errors = Object.values(errorAnswers).map(({ name, codes, headers }) => {
    const bodies = codes.flatMap((code) =>
      Object.entries(ofCode[code]).map(([each, error]) => [each, { summary: error.message, value: envelopeOf(error) }]),
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
  return {
    NotModified: notModified(...cacheHeaders.public, "X-Sets-Today"),
    FileNotModified: notModified(...cacheHeaders.private),
    ...Object.fromEntries(errors),
  };
}

function headerReferences(names: readonly HeaderName[]): OpenApiObject {
  return Object.fromEntries(names.map((name) => [headerName(name), { $ref: `#/components/headers/${name}` }]));
}

function errorAnswersOf({ answer, inPath }: Endpoint) {
  const statuses = answer === null ? ["404", "416"] : Object.keys(inPath).length > 0 ? ["404"] : [];
  return Object.entries(errorAnswers).filter(
    ([status]) => (status !== "404" && status !== "416") || statuses.includes(status),
  );
}

/** The errors of an endpoint, each with messages that a caller may meet. */
export function errorsOf(endpoint: Endpoint, manageUrl: string) {
  const ofCode = errorExamples(manageUrl);
  return errorAnswersOf(endpoint).flatMap(([status, { codes }]) =>
    codes.map((code) => ({ status, code, messages: Object.values(ofCode[code]).map(({ message }) => message) })),
  );
}

export function responsesOf(endpoint: Endpoint): OpenApiObject {
  const { answer, caching } = endpoint;
  const references = errorAnswersOf(endpoint).map(([status, { name }]) => [
    status,
    { $ref: `#/components/responses/${name}` },
  ]);
  const notModified = { $ref: `#/components/responses/${caching === "private" ? "FileNotModified" : "NotModified"}` };
  return {
    ...(answer === null ? fileAnswers(endpoint) : { 200: dataAnswer(endpoint, answer) }),
    ...(caching === "none" ? {} : { 304: notModified }),
    ...Object.fromEntries(references),
  };
}

/** A file, or a part of it. */
function fileAnswers(endpoint: Endpoint): OpenApiObject {
  const headers = headersOf(endpoint);
  const bytes = { schema: { type: "string", format: "binary", maxLength: 2_147_483_647 } };
  const content = Object.fromEntries(Object.values(fileTypes).map((type) => [type, bytes]));
  return {
    200: { description: "The file.", headers: headerReferences(headers), content },
    206: {
      description: "The part of the file that `Range` asks for.",
      headers: headerReferences([...headers, "Content-Range"]),
      content,
    },
  };
}

function dataAnswer(endpoint: Endpoint, answer: Answer): OpenApiObject {
  const { hasCsv } = endpoint;
  const { title } = answer;
  const description = asSentence(answer.description ?? "");
  const json = {
    schema: { $ref: `#/components/schemas/${title}` },
    examples: { [title]: { summary: description, value: exampleOf(answer as TSchema) as Json } },
  };
  const csv = () => ({
    schema: csvSchema,
    examples: { csv: { summary: "The same as CSV.", value: csvExample(answer) } },
  });
  return {
    description: hasCsv ? `${description} ${csvText}` : description,
    headers: headerReferences(headersOf(endpoint)),
    content: { "application/json": json },
    ...(hasCsv ? { [csvExtension]: { "text/csv": csv() } } : {}),
  };
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

const csvSchema: OpenApiObject = {
  type: "string",
  description: "A header row, then a row per element of data; nested members are dotted columns, null is empty.",
  maxLength: 100_000_000,
  pattern: "^[^\\r\\n]+\\r\\n",
};

const exampleQuotaEnd = new Date("2026-11-01T00:00:00.000Z");

/** The examples of a code by name: what is thrown where a caller meets it. */
function errorExamples(manageUrl: string): Readonly<Record<ErrorCode, Readonly<Record<string, ApiError>>>> {
  const unauthorized = (message: string) => new ApiError("unauthorized", withManageUrl(message, manageUrl));
  const forbidden = (message: string) => new ApiError("forbidden", withManageUrl(message, manageUrl));
  return {
    invalid_param: {
      wrong_value: refusalOf(games, "sport=NFL"),
      unknown_parameter: refusalOf(games, "sport=nfl&seasons=2025"),
      unknown_team: refusalOf(games, "sport=nfl&team=eagles"),
      unknown_book: refusalOf(odds, "sport=nfl&season=2025&book=draftkings,fandual"),
      no_narrowing: refusalOf(odds, "sport=nfl"),
    },
    unauthorized: {
      no_key: unauthorized(refusalMessages.noKey),
      no_bearer: unauthorized(refusalMessages.noBearer),
      unknown_key: unauthorized(refusalMessages.unknownKey),
    },
    forbidden: {
      revoked: forbidden(refusalTexts.revoked),
      trial_ended: forbidden(refusalTexts.trial_ended),
      past_due: forbidden(refusalTexts.past_due),
      canceled: forbidden(refusalTexts.canceled),
    },
    not_found: { game: toApiError(new NoSuchGame()) },
    method_not_allowed: { other_method: new ApiError("method_not_allowed") },
    range_not_satisfiable: { behind_the_end: rangeNotSatisfiable(181_402) },
    rate_limited: { over_rate: new ApiError("rate_limited", refusalMessages.overRate(120, 17)) },
    quota_exceeded: {
      over_quota: new ApiError("quota_exceeded", refusalMessages.overQuota(100_000, exampleQuotaEnd)),
    },
    internal: { internal: new ApiError("internal") },
    unavailable: { archive: new ApiError("unavailable") },
  };
}

/** The error that an endpoint answers a query with. */
function refusalOf({ path, read }: typeof games | typeof odds, query: string): ApiError {
  try {
    read(query);
  } catch (thrown) {
    return toApiError(thrown);
  }
  throw new Error(`openapi: ${path}?${query} is no example of an error`);
}
