/** The page of an endpoint as Markdown, made of the contract: samples, what it takes and answers, and what can go wrong. */
import type { TSchema } from "typebox";
import { asSentence, csvExample, descriptionOf, type Endpoint, parameterText, tags } from "../../contract/endpoint.ts";
import { type ErrorCode, entryOf } from "../../contract/errors.ts";
import { headerName, headers, headersOf } from "../../contract/headers.ts";
import { type AnySchema, exampleOf, withoutNull } from "../../contract/members.ts";
import type { Parameter } from "../../contract/parameter.ts";
import { endpointSamples } from "../get-this/request.ts";
import type { CodeSample } from "./article.ts";
import { allPages, endpointAt, writtenAddress } from "./pages.ts";

/** The errors of an endpoint, each with messages that a caller may meet. */
export type ErrorsOf = (
  endpoint: Endpoint,
) => readonly { readonly status: string; readonly code: ErrorCode; readonly messages: readonly string[] }[];

/** @param path as callers read it, such as `/v1/games/{game_id}`. */
export function endpointMarkdown(path: string, endpoint: Endpoint, errorsOf: ErrorsOf): string {
  const { summary, answer, inPath, parameters, hasCsv } = endpoint;
  const sent = headersOf(endpoint).map((name) => ({ name: headerName(name), ...headers[name] }));
  const heads = sent.map(({ name, schema }) => `${name}: ${schema.examples[0]}`);
  const rows = [
    ...Object.entries(inPath).map((each) => parameterRow(each, "It stands in the path.")),
    ...Object.entries(parameters).map((each) => parameterRow(each, "")),
  ];
  return [
    `# ${summary}`,
    `\`GET ${path}\``,
    descriptionOf(endpoint),
    ...endpointSamples(path, endpoint, writtenAddress).map(fence),
    "The samples take your key from `API_KEY`.",
    "## Parameters",
    rows.length === 0 ? "It takes none." : markdownTable(["parameter", "type", "meaning"], rows),
    "## Answer",
    ...(answer === null
      ? // A file is not shown, and the headers say what it is.
        [fence({ language: "http", code: ["HTTP/1.1 200 OK", ...heads].join("\n") }), "The bytes of the file."]
      : [
          fence({ language: "json", code: JSON.stringify(exampleOf(answer as TSchema), null, 2) }),
          ...(hasCsv ? [fence({ language: "csv", code: csvExample(answer) })] : []),
          fieldTable(fieldsOf(answer)),
        ]),
    markdownTable(
      ["header", "meaning"],
      sent.map(({ name, description }) => [code(name), description]),
    ),
    "## Errors",
    markdownTable(
      ["code", "status", "when, and what to do"],
      errorsOf(endpoint).map(({ status, code: name, messages }) => {
        const { when, remedy } = entryOf(name);
        const quoted = messages.map((message) => `“${message.replaceAll(/[\\*_<[`]/g, "\\$&")}”`);
        return [code(name), status, [when, remedy, ...quoted].join(" ")];
      }),
    ),
    "",
  ].join("\n\n");
}

/** The page of the reference, with all endpoints by their tags at its end. */
export function referenceOverview(markdown: string): string {
  const lists = Object.entries(tags).map(([tag, description]) => {
    const own = allPages.filter(({ endpoint }) => endpointAt.get(endpoint ?? "")?.tag === tag);
    const items = own.map(({ endpoint, path, summary }) => `- [\`${endpoint}\`](${path}) ${summary}`);
    // The tag that is called like the whole reference has a name of its own.
    return `## ${tag === "Reference" ? "Basics" : tag}\n\n${description}\n\n${items.join("\n")}\n`;
  });
  return `${markdown}\n${lists.join("\n")}`;
}

function parameterRow([name, parameter]: readonly [string, Parameter<unknown>], more: string): readonly string[] {
  const schema: AnySchema & Bounds = parameter.schema;
  const { minimum, maximum, default: usual } = schema;
  const facts = [
    withValues(parameterText(name, parameter), schema),
    parameter.required ? "Required." : "",
    more,
    minimum === undefined || maximum === undefined ? "" : `${minimum} to ${maximum}.`,
    usual === undefined ? "" : `${usual} when absent.`,
  ];
  return [code(name), typeOf(schema), facts.filter((fact) => fact !== "").join(" ")];
}

type Bounds = { readonly minimum?: number; readonly maximum?: number; readonly default?: string | number | boolean };

/** A description with those values of an enumeration that it does not tell about, as in "`spread`: by how much". */
function withValues(description: string, { enum: values = [] }: AnySchema): string {
  const others = values.filter((value) => !description.includes(`\`${value}\`:`));
  return others.length === 0 ? description : `${description} ${others.map((value) => `\`${value}\``).join("; ")}.`;
}

type AnswerField = {
  /** Dotted path from the object that was asked for; `[]` stands for every element of a list. */
  readonly path: string;
  /** In words: `list of objects`, `integer or null`. */
  readonly type: string;
  readonly meaning: string;
};

/** The fields of an object in the order of the answers. */
export function fieldsOf({ properties = {} }: AnySchema, before = ""): readonly AnswerField[] {
  return Object.entries(properties).flatMap(([name, written]) => {
    const schema = withoutNull(written);
    const path = before + name;
    const items = schema.items === undefined ? null : withoutNull(schema.items);
    const type = items === null ? typeOf(schema) : `list of ${typeOf(items)}s`.replace("anys", "values");
    // The meaning of an object in this place goes before its meaning anywhere.
    const meaning = withValues(asSentence(schema["x-here"]?.description ?? schema.description ?? ""), schema);
    const field = { path, type: written.anyOf === undefined ? type : `${type} or null`, meaning };
    return [field, ...fieldsOf(items ?? schema, items === null ? `${path}.` : `${path}[].`)];
  });
}

function typeOf({ type, format, enum: values }: AnySchema): string {
  if (format === "date" || format === "date-time") return format;
  return type === "array" ? "list" : (type ?? (values === undefined ? "any" : "string"));
}

export function fieldTable(fields: readonly AnswerField[]): string {
  return markdownTable(
    ["field", "type", "meaning"],
    fields.map(({ path, type, meaning }) => [code(path), type, meaning]),
  );
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.trim().replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

const code = (text: string) => `\`${text}\``;

const fence = ({ language, code }: CodeSample) => `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
