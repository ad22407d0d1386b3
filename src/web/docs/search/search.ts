/** Searching the docs: the index of all their pages, and the page of results. */

import { setImmediate } from "node:timers/promises";
import MiniSearch from "minisearch";
import { type Html, html } from "../../ui/html.ts";
import type { DocsContent } from "../markdown.ts";

const mostResults = 30;

type SearchAsked = {
  /** As `searchIndex` makes it. */
  readonly index: string;
  /** As it was typed. */
  readonly query: string;
  /** Those that are searched for. */
  readonly words: readonly string[];
};

/** A section of a page. */
type Entry = {
  /** Its address. */
  readonly id: string;
  readonly title: string;
  /** The name of the page or section that a result is of. */
  readonly page: string;
  readonly text: string;
};

/** People ask in sentences, and these words of them are everywhere. */
const ofQuestions: ReadonlySet<string> = new Set(
  "a an and are can do does how i in is it my of on the to what when where which who why".split(" "),
);

const indexOptions = {
  /** Null: the word is not looked for. One thing and several are the same word. */
  processTerm(term: string): string | null {
    const word = term.toLowerCase();
    return ofQuestions.has(word) ? null : word.replace(/(?<=sh|ch|ss|x)es$|(?<=\w\w[^s])s$/, "");
  },
  fields: ["title", "page", "text"],
  storeFields: ["title", "page", "text"],
  searchOptions: { prefix: true, boost: { title: 3, page: 1.5 } },
};

/**
 * Makes the index, as JSON. It renders every page, one at a time, so that what else this server answers waits for no more than one
 * of them.
 */
export async function searchIndex(contents: readonly DocsContent[]): Promise<string> {
  const index = new MiniSearch<Entry>(indexOptions);
  for (const content of contents) {
    const entries = entriesOf(content);
    await setImmediate();
    await index.addAllAsync(entries);
  }
  return JSON.stringify(index);
}

let lastRead: { readonly json: string; readonly index: MiniSearch<Entry> } | null = null;

function indexOf(json: string): MiniSearch<Entry> {
  if (lastRead?.json !== json) lastRead = { json, index: MiniSearch.loadJSON<Entry>(json, indexOptions) };
  return lastRead.index;
}

/**
 * The article of the page of results: the sections with all of the words, else those with any, however they are spelled.
 * @param words of the query that are searched for.
 */
export function draw(_snapshot: unknown, { index: json, query, words }: SearchAsked): string {
  if (words.length === 0) {
    return html`<h1 id="top">Search</h1>
<p>Type what you look for into the field, such as <a href="/docs/search?q=closing+line">closing line</a>, a field or an error code.</p>`
      .text;
  }
  const index = indexOf(json);
  const strict = index.search(words.join(" "), { combineWith: "AND" });
  const found = strict.length > 0 ? strict : index.search(words.join(" "), { combineWith: "OR", fuzzy: 0.2 });
  const results = found.slice(0, mostResults);
  const items = results.map(
    ({ id, title, page, text, terms }) => html`<li><a href="${id}">${title}</a> <span class="hint">${page}</span>
<p>${excerptOf(text, terms)}</p></li>
`,
  );
  return html`<h1 id="top">Search</h1>
<p role="status">${said(results.length, query)}</p>
<ol class="results">
${items}</ol>`.text;
}

function said(count: number, query: string): string {
  if (count === 0) return `Nothing is found for “${query}”. Try fewer or other words.`;
  const found =
    count === mostResults ? `The first ${count} sections` : count === 1 ? "One section" : `${count} sections`;
  return `${found} for “${query}”.`;
}

const before = 40;
const length = 160;

/** The text around the first word that was found, with the words marked. */
function excerptOf(text: string, terms: readonly string[]): Html {
  const words = terms.map((term) => term.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${words.join("|")})`, "giu");
  const from = Math.max(0, text.search(pattern) - before);
  const start = from === 0 ? 0 : text.indexOf(" ", from) + 1;
  const isCut = start + length < text.length;
  const cut = isCut ? text.slice(start, start + length).replace(/ [^ ]*$/, "") : text.slice(start);
  const pieces = ((start > 0 ? "… " : "") + cut + (isCut ? " …" : "")).split(pattern);
  return html`${pieces.map((piece, at) => (at % 2 === 1 ? html`<mark>${piece}</mark>` : piece))}`;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

function entityText(whole: string, name: string): string {
  const [, code] = /^#(\d+)$/.exec(name) ?? [];
  return code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code));
}

function plainText(markup: string): string {
  return markup
    .replaceAll(/<pre[\s\S]*?<\/pre>|<button[\s\S]*?<\/button>/g, " ")
    .replaceAll(/<\/?(?:p|li|ul|ol|td|th|tr|table|div|blockquote|br|h\d)\b[^>]*>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(#?\w+);/g, entityText)
    .replaceAll(/\s+/g, " ")
    .trim();
}

const rowKinds: Readonly<Record<string, string>> = { param: "parameter", field: "field", error: "error" };

/** The sections of a page: below its headings, and the rows of a reference that have an address. */
function entriesOf({ path, title, render }: DocsContent): readonly Entry[] {
  const { html: article } = render();
  return article.text.split(/(?=<(?:h[1-3]|tr)\b[^>]* id=")/).flatMap((part): readonly Entry[] => {
    const [head, name, id = "", inner = ""] =
      /^<(h[1-3]|tr)\b[^>]* id="([^"]*)"[^>]*>([\s\S]*?)<\/\1>/.exec(part) ?? [];
    if (head === undefined) return [];
    const anchor = name === "h1" ? path : `${path}#${id}`;
    if (name !== "tr")
      return [{ id: anchor, title: plainText(inner), page: title, text: plainText(part.slice(head.length)) }];
    const [kind = "", row = ""] = [id.slice(0, id.indexOf("-")), id.slice(id.indexOf("-") + 1)];
    return [
      { id: anchor, title: row.replace(/^data\./, ""), page: `${rowKinds[kind]} of ${title}`, text: plainText(inner) },
    ];
  });
}

/** Far more than anybody types to find a page. */
export const mostQueryCharacters = 100;
/** Each word costs a walk through the index. Words of one letter are left out. */
export const mostQueryWords = 8;

export function searchForm(query: string): Html {
  return html`<form class="find" role="search" action="/docs/search" method="get">
<label class="hidden" for="find">Search the docs</label>
<input id="find" name="q" type="search" maxlength="${mostQueryCharacters}" placeholder="Search the docs" autocomplete="off" spellcheck="false" value="${query}">
</form>`;
}
