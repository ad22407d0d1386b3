/** The page of an endpoint: what it takes, what it answers, what can go wrong, samples, and a form to try it. */
import { type Html, html } from "../../ui/html.ts";
import { codeBlock, codeTabs, idsOf } from "../code.ts";
import type { DocsContent, PageSection } from "../content.ts";
import { type ArticleHeading, headingHtml, type RenderedArticle, renderInline, renderMarkdown } from "../markdown.ts";
import { referencePath } from "../pages.ts";
import {
  answerExample,
  type EndpointError,
  type EndpointGroup,
  type ReferenceEndpoint,
  type ReferenceHeader,
} from "./endpoints.ts";
import { fieldAnchor, fieldList, parameterAnchor, parameterList, typeText } from "./field-list.ts";
import { flatFields } from "./fields.ts";
import { endpointSamples } from "./samples.ts";
import { tryForm } from "./try-form.ts";

const parts = {
  try: { id: "try-it", text: "Try it", depth: 2 },
  parameters: { id: "parameters", text: "Parameters", depth: 2 },
  answer: { id: "answer", text: "Answer", depth: 2 },
  errors: { id: "errors", text: "Errors", depth: 2 },
} as const satisfies Readonly<Record<string, ArticleHeading>>;

const heading = ({ depth, id, text }: ArticleHeading) => headingHtml(depth, id, text);

/** @param address of the server, without a slash at its end. */
export function endpointPage(endpoint: ReferenceEndpoint, group: EndpointGroup, address: string): DocsContent {
  const { path, summary, description, parameters, fields, exampleJson, exampleCsv } = endpoint;
  const ids = idsOf("code");
  const [first, rest] = firstSentence(description);
  const answers = [answerExample(endpoint), ...(exampleCsv === null ? [] : [{ language: "csv", code: exampleCsv }])];
  const article = html`<header class="endpoint-head"><p class="hint"><a href="${referencePath}">Reference</a> / ${groupTitle(group)}</p>
<h1 id="top">${summary}</h1>
<p class="route"><span class="method">GET</span> <code>${path}</code></p>
<nav class="parts" aria-label="On this page">${Object.values(parts).map(({ id, text }) => html`<a href="#${id}">${text}</a>`)}</nav>
<p class="lead">${renderInline(first)}</p>
${rest === "" ? "" : html`<p>${renderInline(rest)}</p>`}</header>
<section class="samples" aria-label="Samples"><h2>Request</h2>
${codeTabs(endpointSamples(endpoint, address), ids)}<p class="hint">The samples take your key from <code>API_KEY</code>.</p>
<h2>Answer</h2>
${answers.length === 1 ? answers.map((each) => codeBlock(each, ids)) : codeTabs(answers, ids, "Format")}</section>
<div class="endpoint-text">
${heading(parts.try)}${tryForm(endpoint, address, ids)}
${heading(parts.parameters)}${parameters.length === 0 ? html`<p>It takes none.</p>` : parameterList(parameters)}
${heading(parts.answer)}${exampleJson === null ? html`<p>The bytes of the file.</p>` : fieldList(fields)}
${headerList(endpoint.headers)}
${heading(parts.errors)}${errorTable(endpoint.errors)}</div>
`;
  return {
    path: endpoint.page,
    title: summary,
    article,
    canTry: true,
    summary: endpointSummary(endpoint),
    // They stand in the head of the article.
    headings: [],
    sections: sectionsOf(endpoint),
  };
}

/** The first sentence of a description, and what follows it. */
function firstSentence(description: string): [first: string, rest: string] {
  const end = /\.(?= |$)/.exec(description)?.index ?? description.length - 1;
  return [description.slice(0, end + 1), description.slice(end + 1).trim()];
}

const longLine = 120;

/** One line for lists of endpoints. */
export function endpointSummary({ description }: Pick<ReferenceEndpoint, "description">): string {
  const first = firstSentence(description)[0].replaceAll("`", "");
  return first.length > longLine ? first.replace(/: .*$/, ".") : first;
}

/** The tag that is called like the whole reference has a name of its own on the pages. */
function groupTitle({ name }: Pick<EndpointGroup, "name">): string {
  return name === "Reference" ? "Basics" : name;
}

function headerList(headers: readonly ReferenceHeader[]): Html {
  const items = headers.map(
    ({ name, meaning }) =>
      html`<li><p class="name"><code>${name}</code></p><div class="meaning"><p>${renderInline(meaning)}</p></div></li>
`,
  );
  return html`<details class="inside"><summary>${String(headers.length)} headers</summary>
<ul class="fields inner">
${items}</ul></details>`;
}

function errorTable(errors: readonly EndpointError[]): Html {
  const rows = errors.map(
    ({
      status,
      code,
      when,
      messages,
    }) => html`<li id="error-${code}" data-code="${code}"><p class="name"><span class="status-code">${String(status)}</span> <code>${code}</code></p>
<div class="meaning"><p data-when>${renderInline(when)}</p><details class="inside"><summary>${messages.length === 1 ? "An example" : "Examples"}</summary><ul class="messages">${messages.map((each) => html`<li><q>${each}</q></li>`)}</ul></details></div></li>
`,
  );
  // They are nearly those of every endpoint, and open when they are asked for, by a click, by their address, or by a search in the page.
  const codes = errors.map(({ status, code }) => `${status} ${code}`).join(", ");
  return html`<details class="inside"><summary><span>${codes}</span></summary>
<ul class="fields">
${rows}</ul></details>
`;
}

function sectionsOf(endpoint: ReferenceEndpoint): readonly PageSection[] {
  const { path, description, parameters, fields, errors } = endpoint;
  const plain = (markdown: string) => markdown.replaceAll("`", "");
  return [
    { anchor: "", title: path, text: plain(description) },
    ...parameters.map((each) => ({
      anchor: parameterAnchor(each),
      title: each.name,
      of: `parameter of ${path}`,
      text: plain([each.meaning, ...each.values.map(({ value, meaning }) => `${value}: ${meaning}`)].join(" ")),
    })),
    ...flatFields(fields).map((each) => ({
      anchor: fieldAnchor(each),
      title: each.path.replace(/^data(\[\])?\./, ""),
      of: `field of ${path}`,
      text: plain(`${typeText(each)}. ${each.meaning}`),
    })),
    ...errors.map(({ status, code, when }) => ({
      anchor: `error-${code}`,
      title: `${status} ${code}`,
      of: `error of ${path}`,
      text: plain(when),
    })),
  ];
}

const groupAnchor = (name: string) => `group-${name.toLowerCase()}`;

/** @param markdown ends with a table of the endpoints, in the place of which the page has its groups. */
export function referenceOverview(markdown: string, groups: readonly EndpointGroup[]): RenderedArticle {
  const intro = renderMarkdown(markdown.slice(0, markdown.search(/^\| endpoint /m)));
  const lists = groups.map(
    ({
      name,
      description,
      endpoints,
    }) => html`${headingHtml(2, groupAnchor(name), groupTitle({ name }))}<p>${renderInline(description)}</p>
<ul class="endpoints">
${endpoints.map(
  (endpoint) =>
    html`<li><a href="${endpoint.page}"><span class="method">GET</span> <code>${endpoint.path}</code></a> <span>${endpointSummary(endpoint)}</span></li>
`,
)}</ul>
`,
  );
  const headings = groups.map(({ name }) => ({ id: groupAnchor(name), text: groupTitle({ name }), depth: 2 }));
  return { html: html`${intro.html}${lists}`, headings: [...intro.headings, ...headings] };
}
