/**
 * The types of the TypeScript client as `src/contract/` has them: the rows of answers, the filters of endpoints, and a module with the
 * endpoints and the codes of errors.
 */
import { documentedPath, type Endpoint } from "../../src/contract/endpoint.ts";
import { errorCodes } from "../../src/contract/errors.ts";
import { endpoints, objects } from "../../src/contract/lists/all.ts";
import { type AnySchema, withoutNull } from "../../src/contract/members.ts";
import type { Parameter } from "../../src/contract/parameter.ts";

const written = "Written by scripts/write-clients.ts out of the contract of /v1. Do not edit.";

type Schema = AnySchema & { readonly required?: readonly string[]; readonly pattern?: string };

const quotedUnion = (values: readonly (string | number)[]) => values.map((value) => JSON.stringify(value)).join(" | ");

/** A member's type as TypeScript writes it. */
function typeOf(schema: Schema): string {
  const plain = withoutNull(schema);
  const orNull = plain === schema ? "" : " | null";
  if (plain.title !== undefined) return plain.title + orNull;
  if (plain.enum !== undefined) return quotedUnion(plain.enum) + orNull;
  if (plain.items !== undefined) {
    const element = typeOf(plain.items);
    return `readonly ${element.includes(" ") ? `(${element})` : element}[]${orNull}`;
  }
  if (plain.type === undefined) return "unknown";
  return (plain.type === "integer" ? "number" : plain.type) + orNull;
}

/** A comment ends at the first star and slash, which no sentence of ours has. */
const comment = (text: string | undefined, indent = "  ") => (text === undefined ? "" : `${indent}/** ${text} */\n`);

/** A member as the formatter has it, which breaks a union that is longer than a line. */
function memberLine(key: string, type: string): string {
  const line = `  readonly ${key}: ${type};`;
  return line.length <= 120
    ? line
    : `  readonly ${key}:\n${type
        .split(" | ")
        .map((value) => `    | ${value}`)
        .join("\n")};`;
}

function rowType(name: string, schema: Schema): string {
  const members = Object.entries(schema.properties ?? {}).map(([member, of]) => {
    const about = of["x-here"]?.description ?? withoutNull(of).description ?? of.description;
    const key = /^[a-z]\w*$/i.test(member) ? member : JSON.stringify(member);
    const optional = schema.required?.includes(member) ? "" : "?";
    return comment(about) + memberLine(`${key}${optional}`, typeOf(of));
  });
  return `${comment(schema.description, "")}export type ${name} = {\n${members.join("\n")}\n};`;
}

const answerNames = new Set(["Error", ...endpoints.flatMap(({ answer }) => answer?.title ?? [])]);

/** Envelopes of answers are the client's own, and errors are thrown. */
const isRow = ([name]: readonly [string, unknown]) => !answerNames.has(name) && name !== "ErrorDetail";

function rowsFile(): string {
  const types = [...objects].filter(isRow).map(([name, schema]) => rowType(name, schema as Schema));
  return `/** The rows of every answer. ${written} */\n\n${types.join("\n\n")}\n`;
}

/** The name of a method: `listTeamGames` is `teamGames`. */
function methodOf({ operation }: Endpoint): string {
  if (operation === "listEndpoints") return "contents";
  return operation.replace(/^(list|get)(.)/, (_, _verb, first: string) => first.toLowerCase());
}

const typeName = (method: string) => `${method.charAt(0).toUpperCase()}${method.slice(1)}Filters`;

/** The client sees to these parameters itself, by its paging and reading. */
const ownParameters = new Set(["limit", "cursor", "format", "key", "expires", "signature"]);

function parameterType({ schema }: Parameter<unknown>): string {
  const { enum: values, type, pattern = "" } = schema as Schema;
  if (values !== undefined) {
    return values.join() === "true,false" ? "boolean" : quotedUnion(values);
  }
  if (type === "integer" || type === "number") return "number";
  return pattern.includes("(,") ? "string | readonly string[]" : "string";
}

function filtersType(endpoint: Endpoint): string {
  const own = Object.entries(endpoint.parameters).filter(([name]) => !ownParameters.has(name));
  if (own.length === 0) return "";
  const members = own.map(([name, parameter]) => {
    const type = parameterType(parameter);
    const line = parameter.required ? memberLine(name, type) : memberLine(`${name}?`, `${type} | undefined`);
    return comment(parameter.meaning) + line;
  });
  const need = endpoint.oneOf.length === 0 ? "" : ` One of ${endpoint.oneOf.join(", ")} is needed.`;
  const about = `Filters of ${documentedPath(endpoint.path)}.${need}`;
  return `${comment(about, "")}export type ${typeName(methodOf(endpoint))} = {\n${members.join("\n")}\n};\n\n`;
}

function filtersFile(): string {
  return `/** The filters of every endpoint. ${written} */\n\n${endpoints.map(filtersType).join("").trimEnd()}\n`;
}

function endpointsFile(): string {
  const table = endpoints.map((endpoint) => {
    const facts = `path: ${JSON.stringify(documentedPath(endpoint.path))}, isPaged: ${endpoint.isPaged}`;
    return `  ${comment(endpoint.sentence, "").trimEnd()}\n  ${methodOf(endpoint)}: { ${facts} },`;
  });
  return `/** The endpoints and the codes of errors. ${written} */

/** Every endpoint by the name of its method. */
export const endpoints = {
${table.join("\n")}
} as const;

/** The codes of errors. A later version of the server may have more. */
export const errorCodes = [
${errorCodes.map((code) => `  ${JSON.stringify(code)},`).join("\n")}
] as const;
`;
}

/** The text of each file, by its path below clients/. */
export const typescriptFiles: Readonly<Record<string, () => string>> = {
  "typescript/types/api-rows.d.ts": rowsFile,
  "typescript/types/api-filters.d.ts": filtersFile,
  "typescript/src/api-endpoints.ts": endpointsFile,
};
