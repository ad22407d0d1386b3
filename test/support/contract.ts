/** Checks answers against every word of the OpenAPI document. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { openApiDocument } from "../../src/api/openapi/document.ts";
import { type Answer, apiUrl, manageUrl } from "./api.ts";

type Reference = { readonly $ref?: string };
type HeaderEntry = Reference & { readonly required?: boolean; readonly schema: { readonly type: string } };
export type ResponseEntry = Reference & {
  readonly headers?: Readonly<Record<string, HeaderEntry>>;
  readonly content?: Content;
  readonly "x-content-on-request"?: Content;
};
type Content = Readonly<Record<string, { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }>>;
export type ParameterEntry = {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>> & {
    readonly enum?: readonly string[];
    readonly examples?: readonly unknown[];
  };
  readonly example?: unknown;
};
export type OperationEntry = {
  readonly operationId: string;
  readonly parameters: readonly ParameterEntry[];
  readonly responses: Readonly<Record<string, ResponseEntry>>;
};
export type Document = {
  readonly paths: Readonly<Record<string, { readonly get: OperationEntry }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, { readonly examples: readonly unknown[] }>>;
    readonly responses: Readonly<Record<string, ResponseEntry>>;
    readonly headers: Readonly<Record<string, HeaderEntry>>;
  };
};

/** The document as it is published. */
export const contract = openApiDocument({ manageUrl, apiUrl }) as unknown as Document;

/**
 * The document, held more strictly than callers should: no member and no error code that it does not list, and the media
 * types that a request can ask for beside the one that it gets otherwise.
 */
function strictly(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strictly);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, name === "examples" ? inner : strictly(inner)]);
  const written = Object.fromEntries(entries);
  if (written.type === "object" && written.properties !== undefined) written.additionalProperties = false;
  if (written["x-extensible-enum"] !== undefined) written.enum = written["x-extensible-enum"];
  if (written["x-content-on-request"] !== undefined) {
    written.content = { ...written.content, ...written["x-content-on-request"] };
  }
  return written;
}

export const strictContract = strictly(contract) as Document;

const ajv = new Ajv2020({ strict: false, allErrors: false });
ajvFormats.default(ajv);
ajv.addSchema(strictContract as unknown as Record<string, unknown>, "openapi");
ajv.addSchema(contract as unknown as Record<string, unknown>, "published");
const compiled = new Map<string, ValidateFunction>();

/** What is wrong with a value, by the schema at a pointer into the document held strictly; null when nothing is. */
export function problemWith(pointer: string, value: unknown): string | null {
  return problemIn(`openapi${encodeURI(pointer)}`, value);
}

/** What is wrong with a value by the document as callers get it; null when nothing is. */
export function publishedProblemWith(pointer: string, value: unknown): string | null {
  return problemIn(`published${encodeURI(pointer)}`, value);
}

function problemIn(reference: string, value: unknown): string | null {
  const validate = compiled.get(reference) ?? ajv.compile({ $ref: reference });
  compiled.set(reference, validate);
  return validate(value) ? null : `${reference}: ${ajv.errorsText(validate.errors)}`;
}

export function pointerTo(...names: readonly string[]): string {
  return `#/${names.map((name) => name.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;
}

/** Headers of HTTP, of browsers and of the connection, which are not part of the contract. */
const housekeeping = new Set(
  (
    "content-type content-length date connection keep-alive transfer-encoding allow access-control-expose-headers " +
    "content-security-policy cross-origin-resource-policy referrer-policy x-content-type-options"
  ).split(" "),
);

/** Returns an entry and its pointer; follows a reference first. */
function follow<Entry extends Reference>(entry: Entry, pointer: string): { entry: Entry; pointer: string } {
  if (entry.$ref === undefined) return { entry, pointer };
  const names = entry.$ref.slice(2).split("/");
  const target = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], strictContract);
  return { entry: target as Entry, pointer: entry.$ref };
}

/** Returns what is wrong with an answer to GET or HEAD of a documented path. */
export function problemsWithAnswer(path: string, method: string, answer: Answer): string[] {
  const { responses } = strictContract.paths[path]?.get ?? { responses: {} };
  const documented: ResponseEntry | undefined = responses[answer.status as keyof typeof responses];
  if (documented === undefined) return [`${answer.status} is not documented for ${path}`];
  const from = pointerTo("paths", path, "get", "responses", String(answer.status));
  const { entry, pointer } = follow(documented, from);
  return [...headerProblems(entry, pointer, answer), ...bodyProblems(entry, pointer, method, answer)];
}

function headerProblems({ headers = {} }: ResponseEntry, at: string, answer: Answer): string[] {
  const problems: string[] = [];
  const named = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  for (const name of Object.keys(answer.headers)) {
    if (!named.has(name) && !housekeeping.has(name)) problems.push(`header ${name} is not documented at ${at}`);
  }
  for (const [name, reference] of Object.entries(headers)) {
    const { entry, pointer } = follow(reference, `${at}/headers/${name}`);
    const text = answer.headers[name.toLowerCase()];
    if (text === undefined && entry.required) problems.push(`header ${name} is missing (${at})`);
    if (text === undefined) continue;
    const problem = problemWith(`${pointer}/schema`, entry.schema.type === "integer" ? Number(text) : text);
    if (problem !== null) problems.push(`header ${name}: ${problem}`);
  }
  return problems;
}

function bodyProblems({ content }: ResponseEntry, at: string, method: string, answer: Answer): string[] {
  if (content === undefined || method === "HEAD")
    return answer.text === "" ? [] : [`a body where there is none: ${at}`];
  const mediaType = answer.headers["content-type"]?.split(";", 1)[0] ?? "";
  if (!(mediaType in content)) return [`${mediaType} is not documented at ${at}`];
  const value = mediaType === "application/json" ? JSON.parse(answer.text) : answer.text;
  const problem = problemWith(`${at}/content/${mediaType.replace("/", "~1")}/schema`, value);
  return problem === null ? [] : [problem];
}

/** Returns what is wrong with an answer to a method or a path that the document does not list. */
export function problemsWithRefusal(method: string, answer: Answer): string[] {
  if (![400, 401, 403, 404, 405, 429].includes(answer.status)) return [`${answer.status} to what is not documented`];
  if (method === "HEAD") return answer.text === "" ? [] : ["a body to HEAD"];
  const problem = problemWith("#/components/schemas/Error", JSON.parse(answer.text));
  return problem === null ? [] : [problem];
}
