/** Searching the docs: one index for the server's page of results and for the browsers that load it. */
import { setImmediate } from "node:timers/promises";
import { html } from "ghtml";
import MiniSearch from "minisearch";
import { type Entry, type Excerpt, find, indexOptions } from "../../assets/docs-find.js";
import type { DocsContent } from "../content.ts";

export type DocsSearch = {
  /**
   * The article of the page of results.
   * @param words of the query that are searched for.
   */
  results(query: string, words: readonly string[]): string;
  /** What browsers load. */
  readonly json: string;
};

const mostResults = 30;

/** Renders every page, one at a time, so that what else this server answers waits for no more than one of them. */
export async function openSearch(contents: readonly (() => DocsContent)[]): Promise<DocsSearch> {
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
  return {
    json: JSON.stringify(index),
    results: (query, words) => resultsArticle(index, query, words),
  };
}

function resultsArticle(index: MiniSearch<Entry>, query: string, words: readonly string[]): string {
  if (words.length === 0) {
    return html`<h1 id="top">Search</h1>
<p>Type what you look for into the field, such as <a href="/docs/search?q=closing+line">closing line</a>, a field or an error code.</p>`;
  }
  const results = find(index, words.join(" "), mostResults);
  const items = results.map(
    ({ url, title, page, excerpt }) => html`<li><a href="${url}">${title}</a> <span class="of-page">${page}</span>
<p>!${excerptHtml(excerpt)}</p></li>
`,
  );
  return html`<h1 id="top">Search</h1>
<p role="status">${said(results.length, query)}</p>
<ol class="results">
!${items}</ol>`;
}

function said(count: number, query: string): string {
  if (count === 0) return `Nothing is found for “${query}”. Try fewer or other words.`;
  const found =
    count === mostResults ? `The first ${count} sections` : count === 1 ? "One section" : `${count} sections`;
  return `${found} for “${query}”.`;
}

function excerptHtml(excerpt: Excerpt): string {
  return excerpt.map(({ text, isFound }) => (isFound ? html`<mark>${text}</mark>` : html`${text}`)).join("");
}
