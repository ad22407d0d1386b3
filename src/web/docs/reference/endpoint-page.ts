/** The page of an endpoint as Markdown: what it takes, what it answers, what can go wrong, and samples; and its form. */

import { type Html, html } from "../../ui/html.ts";
import type { AnswerField, ReferenceEndpoint } from "./endpoints.ts";
import type { OpenApi } from "./open-api.ts";
import { endpointSamples, requestOf } from "./samples.ts";

/** @param address of the server, without a slash at its end. */
export function endpointMarkdown(endpoint: ReferenceEndpoint, address: string): string {
  const { path, summary, description, parameters, fields, headers, errors, exampleJson, exampleCsv } = endpoint;
  return [
    `# ${summary}`,
    `\`GET ${path}\``,
    description,
    ...endpointSamples(endpoint, address).map(({ language, code }) => fence(language, code)),
    "The samples take your key from `API_KEY`.",
    "## Parameters",
    parameters.length === 0
      ? "It takes none."
      : markdownTable(
          ["parameter", "type", "meaning"],
          parameters.map(({ name, type, meaning }) => [code(name), type, meaning]),
        ),
    "## Answer",
    exampleJson === null ? fence("http", headOf(endpoint)) : fence("json", exampleJson),
    ...(exampleCsv === null ? [] : [fence("csv", exampleCsv)]),
    exampleJson === null ? "The bytes of the file." : markdownTable(["field", "type", "meaning"], fields.map(fieldRow)),
    markdownTable(
      ["header", "meaning"],
      headers.map(({ name, meaning }) => [code(name), meaning]),
    ),
    "## Errors",
    markdownTable(
      ["code", "status", "when, and what to do"],
      errors.map(({ status, code: own, when, messages }) => [
        code(own),
        String(status),
        [when, ...messages.map(saying)].join(" "),
      ]),
    ),
    "",
  ].join("\n\n");
}

/** A file is not shown, and the headers say what it is. */
function headOf({ headers }: ReferenceEndpoint): string {
  const lines = headers.filter(({ example }) => example !== "").map(({ name, example }) => `${name}: ${example}`);
  return ["HTTP/1.1 200 OK", ...lines].join("\n");
}

export function fieldRow({ path, type, meaning }: AnswerField): readonly string[] {
  return [code(path), type, meaning];
}

function code(text: string): string {
  return `\`${text}\``;
}

function saying(message: string): string {
  return `“${message.replaceAll(/[\\*_<[`]/g, "\\$&")}”`;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.trim().replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");
}

const fence = (language: string, text: string) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

const longLine = 120;

/** One line for lists of endpoints: the first sentence of the description. */
export function endpointSummary({ description }: Pick<ReferenceEndpoint, "description">): string {
  const first = description.replace(/(?<=\.)(?: .*)?$/s, "").replaceAll("`", "");
  return first.length > longLine ? first.replace(/: .*$/, ".") : first;
}

/** The page of the reference, with all endpoints by their tags at its end. */
export function referenceOverview(
  markdown: string,
  { tags }: OpenApi,
  endpoints: readonly ReferenceEndpoint[],
): string {
  const lists = tags.map(({ name, description }) => {
    const own = endpoints.filter(({ tag }) => tag === name);
    const items = own.map((each) => `- [\`${each.path}\`](${each.page}) ${endpointSummary(each)}`);
    // The tag that is called like the whole reference has a name of its own.
    return `## ${name === "Reference" ? "Basics" : name}\n\n${description}\n\n${items.join("\n")}\n`;
  });
  return `${markdown}\n${lists.join("\n")}`;
}

export function tryForm(endpoint: ReferenceEndpoint): Html {
  return html`<h2 id="try-it"><a class="anchor" href="#try-it">Try it</a></h2>
<noscript><p>The form needs JavaScript, because it sends the key in a header. The samples above ask the same.</p></noscript>
<form class="card try" data-try autocomplete="off" hidden>
<label for="try-key">API key</label>
<input id="try-key" name="key" type="password" maxlength="100" placeholder="gl_live_…" autocomplete="off" spellcheck="false" required>
<p class="hint">The key goes to this server alone, and is forgotten when you leave the page. <a href="/manage">Make a key</a></p>
<label for="try-request">Request, with its parameters</label>
<input id="try-request" name="request" value="${requestOf(endpoint)}" spellcheck="false" required>
<p class="actions"><button class="primary">Send the request</button>
<span class="hint">Costs one request of the quota.</span></p>
<p role="status" data-status></p>
<pre tabindex="0" aria-label="Body of the answer" data-body hidden></pre>
</form>
`;
}
