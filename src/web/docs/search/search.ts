/** Searching the docs: one index for the server's page of results and for the browsers that load it. */

import { setImmediate } from "node:timers/promises";
import MiniSearch from "minisearch";
import { type Entry, type Excerpt, find, indexOptions } from "../../assets/docs-find.js";
import { type Html, html } from "../../ui/html.ts";
import type { DocsContent, PageSection } from "../content.ts";

const mostResults = 30;

export type SearchAsked = {
  /** As `searchIndex` makes it. */
  readonly index: string;
  /** As it was typed. */
  readonly query: string;
  /** Those that are searched for. */
  readonly words: readonly string[];
};

/**
 * Makes the index, as JSON, which browsers load too. It renders every page, one at a time, so that what else this server answers
 * waits for no more than one of them.
 */
export async function searchIndex(contents: readonly (() => DocsContent)[]): Promise<string> {
  const index = new MiniSearch<Entry>(indexOptions);
  for (const content of contents) {
    const { path, title, sections } = content();
    const entries = sections.map(({ anchor, title: section, of = title, text }) => ({
      id: anchor === "" ? path : `${path}#${anchor}`,
      title: section,
      page: of,
      text,
    }));
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
 * The article of the page of results.
 * @param words of the query that are searched for.
 */
export function resultsArticle({ index: json, query, words }: SearchAsked): Html {
  if (words.length === 0) {
    return html`<h1 id="top">Search</h1>
<p>Type what you look for into the field, such as <a href="/docs/search?q=closing+line">closing line</a>, a field or an error code.</p>`;
  }
  const results = find(indexOf(json), words.join(" "), mostResults);
  const items = results.map(
    ({ url, title, page, excerpt }) => html`<li><a href="${url}">${title}</a> <span class="of-page">${page}</span>
<p>${excerptHtml(excerpt)}</p></li>
`,
  );
  return html`<h1 id="top">Search</h1>
<p role="status">${said(results.length, query)}</p>
<ol class="results">
${items}</ol>`;
}

function said(count: number, query: string): string {
  if (count === 0) return `Nothing is found for “${query}”. Try fewer or other words.`;
  const found =
    count === mostResults ? `The first ${count} sections` : count === 1 ? "One section" : `${count} sections`;
  return `${found} for “${query}”.`;
}

function excerptHtml(excerpt: Excerpt): Html {
  return html`${excerpt.map(({ text, isFound }) => (isFound ? html`<mark>${text}</mark>` : text))}`;
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

function entityText(whole: string, name: string): string {
  const [, code] = /^#(\d+)$/.exec(name) ?? [];
  return code === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(code));
}

function plainText(html: string): string {
  return html
    .replaceAll(/<pre[\s\S]*?<\/pre>|<button[\s\S]*?<\/button>/g, " ")
    .replaceAll(/<\/?(?:p|li|ul|ol|td|th|tr|table|div|blockquote|br|h\d)\b[^>]*>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(#?\w+);/g, entityText)
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** @param html of an article; its headings have ids. */
export function sectionsOf(html: string): readonly PageSection[] {
  const parts = html.split(/(?=<h[1-3] id=")/);
  return parts.flatMap((part) => {
    const [head, depth, id = "", inner = ""] = /^<h([1-3]) id="([^"]*)">([\s\S]*?)<\/h\1>/.exec(part) ?? [];
    if (head === undefined) return [];
    return [{ anchor: depth === "1" ? "" : id, title: plainText(inner), text: plainText(part.slice(head.length)) }];
  });
}

/** Far more than anybody types to find a page. */
export const mostQueryCharacters = 100;
/** Each word costs a walk through the index. Words of one letter are left out. */
export const mostQueryWords = 8;

export function searchForm(query: string): Html {
  return html`<form class="find" role="search" action="/docs/search" method="get">
<label class="hidden" for="find">Search the docs</label>
<input id="find" name="q" type="search" maxlength="${String(mostQueryCharacters)}" placeholder="Search the docs" autocomplete="off" spellcheck="false" value="${query}">
<kbd aria-hidden="true">/</kbd>
<div class="found" id="found" role="listbox" aria-label="Results" hidden></div>
<p class="hidden" role="status" data-find-status></p>
</form>`;
}
