/** The page of an endpoint as Markdown, of the OpenAPI document: samples, what it takes and answers, and what can go wrong. */
import { type ErrorCode, entryOf } from "../../contract/errors.ts";
import type { CodeSample } from "./article.ts";
import { componentName, type OpenApi, type OpenApiParameter, type OpenApiSchema } from "./open-api.ts";
import { type DocsPage, writtenAddress } from "./pages.ts";
import { endpointSamples } from "./samples.ts";

/** @param path such as `/v1/games/{game_id}`. */
export function endpointMarkdown(document: OpenApi, path: string): string {
  const { headers } = document.components;
  const operation = document.paths[path]?.get;
  if (operation === undefined) throw new Error(`the document has no ${path}`);
  const { summary, description, parameters, responses } = operation;
  const good = responses["200"];
  const json = good?.content?.["application/json"];
  const csv = good?.["x-content-on-request"]?.["text/csv"];
  const sent = Object.entries(good?.headers ?? {}).map(([name, { $ref }]) => {
    const { description = "", schema } = headers[componentName($ref)] ?? {};
    return { name, meaning: description, example: schema?.examples?.[0] };
  });
  const heads = sent.flatMap(({ name, example }) => (example === undefined ? [] : [`${name}: ${example}`]));
  const fields = answerFields(document, componentName(json?.schema.$ref));
  const samples = endpointSamples(path, operation, writtenAddress);
  return [
    `# ${summary}`,
    `\`GET ${path}\``,
    description,
    ...samples.map(fence),
    "The samples take your key from `API_KEY`.",
    "## Parameters",
    parameters.length === 0
      ? "It takes none."
      : markdownTable(["parameter", "type", "meaning"], parameters.map(parameterRow)),
    "## Answer",
    ...(json === undefined
      ? // A file is not shown, and the headers say what it is.
        [fence({ language: "http", code: ["HTTP/1.1 200 OK", ...heads].join("\n") }), "The bytes of the file."]
      : [fence({ language: "json", code: JSON.stringify(exampleIn(json), null, 2) })]),
    ...(csv === undefined ? [] : [fence({ language: "csv", code: String(exampleIn(csv)) })]),
    ...(json === undefined ? [] : [fieldTable(fields)]),
    markdownTable(
      ["header", "meaning"],
      sent.map(({ name, meaning }) => [code(name), meaning]),
    ),
    "## Errors",
    markdownTable(["code", "status", "when, and what to do"], errorRows(document, path)),
    "",
  ].join("\n\n");
}

/** The page of the reference, with all endpoints by their tags at its end. */
export function referenceOverview(markdown: string, { tags, paths }: OpenApi, pages: readonly DocsPage[]): string {
  const lists = tags.map(({ name, description }) => {
    const own = pages.filter(({ endpoint }) => endpoint !== null && paths[endpoint]?.get.tags[0] === name);
    const items = own.map(({ endpoint, path, summary }) => `- [\`${endpoint}\`](${path}) ${summary}`);
    // The tag that is called like the whole reference has a name of its own.
    return `## ${name === "Reference" ? "Basics" : name}\n\n${description}\n\n${items.join("\n")}\n`;
  });
  return `${markdown}\n${lists.join("\n")}`;
}

function exampleIn({ examples = {} }: { readonly examples?: Readonly<Record<string, { readonly value: unknown }>> }) {
  return Object.values(examples)[0]?.value;
}

function parameterRow({ name, in: place, required, description, schema }: OpenApiParameter): readonly string[] {
  const { minimum, maximum, default: usual } = schema;
  const facts = [
    withValues(description, schema),
    required ? "Required." : "",
    place === "path" ? "It stands in the path." : "",
    minimum === undefined || maximum === undefined ? "" : `${minimum} to ${maximum}.`,
    usual === undefined ? "" : `${usual} when absent.`,
  ];
  return [code(name), typeOf(schema), facts.filter((fact) => fact !== "").join(" ")];
}

/** A description with those values of an enumeration that it does not tell about, as in "`spread`: by how much". */
function withValues(description: string, schema: OpenApiSchema): string {
  const others = (schema.enum ?? []).filter((value) => value !== null && !description.includes(`\`${value}\`:`));
  return others.length === 0 ? description : `${description} ${others.map((value) => `\`${value}\``).join("; ")}.`;
}

/** The errors of an endpoint, with the messages of their examples. */
function errorRows({ paths, components }: OpenApi, path: string): readonly (readonly string[])[] {
  const answers = Object.entries(paths[path]?.get.responses ?? {}).filter(([status]) => Number(status) >= 400);
  return answers.flatMap(([status, { $ref }]) => {
    const { examples = {} } = components.responses[componentName($ref)]?.content?.["application/json"] ?? {};
    const errors = Object.values(examples).map(
      ({ value }) => (value as { readonly error: { readonly code: ErrorCode; readonly message: string } }).error,
    );
    return [...Map.groupBy(errors, (error) => error.code)].map(([name, ofCode]) => {
      const { when, remedy } = entryOf(name);
      const messages = ofCode.map(({ message }) => `“${message.replaceAll(/[\\*_<[`]/g, "\\$&")}”`);
      return [code(name), status, [when, remedy, ...messages].join(" ")];
    });
  });
}

type AnswerField = {
  /** Dotted path from the object that was asked for; `[]` stands for every element of a list. */
  readonly path: string;
  /** In words: `list of objects`, `integer or null`. */
  readonly type: string;
  readonly meaning: string;
};

/** The fields of a component in the order of the answers. */
export function answerFields({ components }: OpenApi, component: string): readonly AnswerField[] {
  const { schemas } = components;
  const follow = (written: OpenApiSchema): OpenApiSchema => {
    const real = written.anyOf?.find((each) => each.type !== "null") ?? written;
    return real.$ref === undefined ? real : (schemas[componentName(real.$ref)] ?? {});
  };
  const fieldsOf = ({ properties = {} }: OpenApiSchema, before: string): readonly AnswerField[] =>
    Object.entries(properties).flatMap(([name, written]) => {
      const schema = follow(written);
      const path = before + name;
      const items = schema.items === undefined ? null : follow(schema.items);
      const type = items === null ? typeOf(schema) : `list of ${typeOf(items)}s`.replace("anys", "values");
      const isNullable = written.anyOf !== undefined || [schema.type].flat().includes("null");
      // The member's own description goes before that of the component that it refers to.
      const meaning = withValues(written.description ?? schema.description ?? "", schema);
      const field = { path, type: isNullable ? `${type} or null` : type, meaning };
      return [field, ...fieldsOf(items ?? schema, items === null ? `${path}.` : `${path}[].`)];
    });
  return fieldsOf(schemas[component] ?? {}, "");
}

function typeOf(schema: OpenApiSchema): string {
  if (schema.type === undefined) return "any";
  const [type = ""] = [schema.type].flat().filter((each) => each !== "null");
  if (schema.format === "date" || schema.format === "date-time") return schema.format;
  return type === "array" ? "list" : type;
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
