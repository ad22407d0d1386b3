/** The Markdown twin of an endpoint's page. */
import { answerExample, type ReferenceEndpoint } from "./endpoints.ts";
import { typeText } from "./field-list.ts";
import { flatFields } from "./fields.ts";
import { endpointSamples } from "./samples.ts";

/** @param address of the server, without a slash at its end. */
export function endpointMarkdown(endpoint: ReferenceEndpoint, address: string): string {
  const { path, summary, description, parameters, fields, errors, exampleJson } = endpoint;
  const example = answerExample(endpoint);
  return [
    `# ${summary}`,
    `\`GET ${path}\``,
    description,
    "## Parameters",
    parameters.length === 0
      ? "It takes none."
      : table(
          ["parameter", "type", "required", "bounds", "default", "meaning"],
          parameters.map((each) => [
            `\`${each.name}\``,
            each.type,
            each.isRequired ? "yes" : "no",
            each.bounds,
            each.default ?? "",
            [each.meaning, ...each.values.map(({ value, meaning }) => `\`${value}\` ${meaning}`)].join(" "),
          ]),
        ),
    "## Answer",
    exampleJson === null
      ? "The bytes of the file."
      : table(
          ["field", "type", "meaning"],
          flatFields(fields).map((each) => [`\`${each.path}\``, typeText(each), each.meaning]),
        ),
    fence(example.language, example.code),
    "## Errors",
    table(
      ["status", "code", "when, and what to do"],
      errors.map(({ status, code, when }) => [String(status), `\`${code}\``, when]),
    ),
    "## Samples",
    ...endpointSamples(endpoint, address).map(({ language, code }) => fence(language, code)),
    "",
  ].join("\n\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.trim().replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

const fence = (language: string, code: string) => `\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
