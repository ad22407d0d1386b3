/** Searching the docs: the index of all their pages, and the page of results. */
import { setImmediate } from "node:timers/promises";
import { lexer, type Tokens } from "marked";
import MiniSearch from "minisearch";
import { type Html, html } from "../ui/html.ts";
import { counted } from "../ui/words.ts";
import { anchorOf, rowIdOf } from "./article.ts";
import { allPages, type DocsPage } from "./pages.ts";

const mostResults = 30;

type SearchAsked = {
  /** As `searchIndex` makes it. */
  readonly index: string;
  /** As it was typed. */
  readonly query: string;
  /** Those that are searched for. */
  readonly words: readonly string[];
};

/** A section of a page, or a row of a reference. */
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

/** Makes the index, as JSON. It reads a page at a time, so that what else this server answers waits for no more than one of them. */
export async function searchIndex(markdownOf: (page: DocsPage) => string): Promise<string> {
  const index = new MiniSearch<Entry>(indexOptions);
  for (const page of allPages) {
    await setImmediate();
    await index.addAllAsync(entriesOf(page, markdownOf(page)));
  }
  return JSON.stringify(index);
}

let lastRead: { readonly json: string; readonly index: MiniSearch<Entry> } | null = null;

/** The article of the page of results: the sections with all of the words, else those with any, however they are spelled. */
export function draw(_snapshot: unknown, { index: json, query, words }: SearchAsked): string {
  if (words.length === 0) {
    return html`<h1 id="top">Search</h1>
<p>Type what you look for into the field, such as <a href="/docs/search?q=closing+line">closing line</a>, a field or an error code.</p>`
      .text;
  }
  if (lastRead?.json !== json) lastRead = { json, index: MiniSearch.loadJSON<Entry>(json, indexOptions) };
  const { index } = lastRead;
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
  return `${count === mostResults ? "The first " : ""}${counted(count, "section")} for “${query}”.`;
}

const before = 40;
const length = 160;

/** The text around the first word that was found, with the words marked. */
function excerptOf(text: string, terms: readonly string[]): Html {
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(${terms.map(RegExp.escape).join("|")})`, "giu");
  const from = Math.max(0, text.search(pattern) - before);
  const start = from === 0 ? 0 : text.indexOf(" ", from) + 1;
  const isCut = start + length < text.length;
  const cut = isCut ? text.slice(start, start + length).replace(/ [^ ]*$/, "") : text.slice(start);
  const pieces = ((start > 0 ? "… " : "") + cut + (isCut ? " …" : "")).split(pattern);
  return html`${pieces.map((piece, at) => (at % 2 === 1 ? html`<mark>${piece}</mark>` : piece))}`;
}

const rowKinds: Readonly<Record<string, string>> = { param: "parameter", field: "field", error: "error" };

/** The sections of a page, and the rows of a reference that have an address. Samples are not searched. */
function entriesOf({ path, title: page, endpoint }: DocsPage, markdown: string): readonly Entry[] {
  const sections: { id: string; title: string; parts: string[] }[] = [];
  const rows: Entry[] = [];
  for (const token of lexer(markdown)) {
    if (token.type === "heading" && token.depth <= 3) {
      const id = token.depth === 1 ? path : `${path}#${anchorOf(token.text)}`;
      sections.push({ id, title: plainText(token.text), parts: [] });
    } else if (token.type === "table") {
      const table = token as Tokens.Table;
      for (const cells of table.rows) {
        const id = endpoint === null ? null : rowIdOf(table, cells[0]?.text ?? "");
        const text = plainText(cells.map((cell) => cell.text).join(" "));
        if (id === null) sections.at(-1)?.parts.push(text);
        else {
          const [kind = "", name = ""] = [id.slice(0, id.indexOf("-")), id.slice(id.indexOf("-") + 1)];
          const title = name.replace(/^data\./, "");
          rows.push({ id: `${path}#${id}`, title, page: `${rowKinds[kind]} of ${page}`, text });
        }
      }
    } else if (token.type !== "code" && token.type !== "space") sections.at(-1)?.parts.push(plainText(token.raw));
  }
  return [...sections.map(({ id, title, parts }) => ({ id, title, page, text: parts.join(" ") })), ...rows];
}

/** Markdown without its marks. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/<\/?[a-z][^>]*>/g, "")
    .replaceAll(/\*\*|`|\\(?=[\W_])|^(?:[-*>] |\d+\. )/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}
