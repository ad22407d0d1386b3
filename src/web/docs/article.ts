/** Markdown to HTML, its code coloured. The text is ours, so it is trusted; no page has inline script or style. */
import { Marked, type Token, type Tokens } from "marked";
import { Html, html } from "../ui/html.ts";
import { snippet, tabsOf } from "../ui/parts.ts";

export type CodeSample = { readonly language: string; readonly code: string };

type ArticleHeading = { readonly id: string; readonly text: string; readonly depth: number };

export type Article = {
  readonly html: Html;
  /** Without the title of the page. */
  readonly headings: readonly ArticleHeading[];
};

/** As people call the languages. The name is what the browser remembers as chosen, on all pages. */
const languageNames: Readonly<Record<string, string>> = {
  sh: "curl",
  python: "Python",
  r: "R",
  sql: "DuckDB",
  ts: "TypeScript",
  json: "JSON",
  csv: "CSV",
  http: "HTTP",
};

/** Rows of a reference can be linked to: by the head of their first column, what stands before the name of the row. */
const rowPrefixes: Readonly<Record<string, string>> = { parameter: "param", field: "field", code: "error" };

/**
 * @param pageOf the address of the page about a piece of code, such as a path of the API; null: there is none.
 * @param hasRowIds whether each parameter, field and error has an address of its own.
 */
export function renderMarkdown(markdown: string, pageOf: (code: string) => string | null, hasRowIds: boolean): Article {
  const headings: ArticleHeading[] = [];
  let ids = 0;
  const nextId = () => `code-${++ids}`;
  /** Inside of headings and links nothing else is a link. */
  let linked = 0;
  const codeBlock = ({ language, code }: CodeSample) =>
    snippet(nextId(), languageNames[language] ?? "code", coloured(code), language);
  const codeTabs = (samples: readonly CodeSample[]): Html => {
    const isFormat = samples.every(({ language }) => language === "json" || language === "csv");
    const tabs = samples.map((each) => [languageNames[each.language] ?? each.language, codeBlock(each)] as const);
    return tabsOf(isFormat ? "Format" : "Language", nextId(), tabs);
  };
  const marked = new Marked({
    // Our text has no such blocks, and the first page would wait until their patterns are compiled: 10 ms of the processor.
    tokenizer: { lheading: () => undefined, html: () => undefined, def: () => undefined },
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text);
        if (depth > 1) headings.push({ id, text: text.replaceAll(/[`*]/g, ""), depth });
        linked++;
        const inner = new Html(this.parser.parseInline(tokens));
        linked--;
        // The heading itself is the link to its section, so that a page can be cited by section.
        const content = depth === 1 ? inner : html`<a class="anchor" href="#${id}">${inner}</a>`;
        return `<h${depth} id="${id}">${content.text}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        linked++;
        const inner = new Html(this.parser.parseInline(tokens));
        linked--;
        return html`<a href="${href}">${inner}</a>`.text;
      },
      codespan({ text }) {
        const page = linked > 0 ? null : pageOf(text);
        // A long path of a field breaks after its dots.
        const code = html`<code>${new Html(html`${text}`.text.replaceAll(/\.(?=\w)/g, ".<wbr>"))}</code>`;
        return (page === null ? code : html`<a href="${page}">${code}</a>`).text;
      },
      code: ({ text, lang = "" }) => codeBlock({ language: lang, code: text }).text,
      table(table) {
        return tableHtml(table, hasRowIds, (tokens) => new Html(this.parser.parseInline(tokens))).text;
      },
    },
  });
  return { html: new Html(marked.parser(withTabs(marked.lexer(markdown), codeTabs))), headings };
}

/** As GitHub makes them: the same Markdown has the same anchors there. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** The address of a row in its page: `field-home.score`; null: rows of such a table have none. */
export function rowIdOf({ header: [head] }: Tokens.Table, name: string): string | null {
  const prefix = rowPrefixes[head?.text ?? ""];
  return prefix === undefined ? null : `${prefix}-${name.replaceAll(/`|\[\]/g, "")}`;
}

/** Comments and texts in quotes, in all languages of the samples. */
const commentOrText = /((?<!\S)(?:#|--|\/\/)(?:\s.*)?$|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\n])*')/gm;

/** Code with what is said in it apart from what is done. */
function coloured(code: string): Html {
  const pieces = code.replace(/\n$/, "").split(commentOrText);
  return html`${pieces.map((piece, at) => {
    const kind = /^["']/.test(piece) ? "string" : "comment";
    return at % 2 === 0 ? piece : html`<span class="code-${kind}">${piece}</span>`;
  })}`;
}

/** Longer texts make a table one of words, which a phone shows as a list of its rows. */
const wordyCharacters = 60;
/** Shorter texts share a line there. */
const shortCharacters = 40;

/**
 * A wide table scrolls in its own box, with a tab stop so that it does by keyboard too. Roles are written out, because a
 * browser takes a table that is laid out in another way for none.
 */
function tableHtml(table: Tokens.Table, hasRowIds: boolean, inline: (tokens: Token[]) => Html): Html {
  const { header, rows } = table;
  const isWordy = rows.some((row) => row.length > 2 && row.some(({ text }) => text.length > wordyCharacters));
  // GFM's alignment attribute is presentation; numbers are aligned by a class.
  const classOf = ({ align, text }: Tokens.TableCell) => {
    const names = [align ?? "", isWordy && text.length <= shortCharacters ? "short" : ""].filter(Boolean);
    return names.length === 0 ? "" : html` class="${names.join(" ")}"`;
  };
  const head = header.map(
    (cell) => html`<th scope="col" role="columnheader"${classOf(cell)}>${inline(cell.tokens)}</th>`,
  );
  const body = rows.map((row) => {
    const cells = row.map((cell, at) => {
      const column = header[at]?.text.replaceAll("`", "") ?? "";
      return html`<td role="cell"${classOf(cell)} data-column="${column}">${inline(cell.tokens)}</td>`;
    });
    const id = hasRowIds ? rowIdOf(table, row[0]?.text ?? "") : null;
    return html`<tr role="row"${id === null ? "" : html` id="${id}"`}>${cells}</tr>
`;
  });
  return html`<div class="table${isWordy ? html` wordy` : ""}" tabindex="0"><table role="table"><thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">
${body}</tbody></table></div>
`;
}

/** Fences that follow each other in several languages are the same sample: they become tabs. */
function withTabs(tokens: readonly Token[], codeTabs: (samples: readonly CodeSample[]) => Html): Token[] {
  const out: Token[] = [];
  let run: Tokens.Code[] = [];
  const endRun = () => {
    const samples = run.map(({ lang = "", text }) => ({ language: lang, code: text }));
    if (run.length > 1 && new Set(samples.map(({ language }) => language)).size === run.length) {
      const { text } = codeTabs(samples);
      out.push({ type: "html", raw: text, text, block: true, pre: false });
    } else out.push(...run);
    run = [];
  };
  for (const token of tokens) {
    if (token.type === "code") run.push(token as Tokens.Code);
    else if (token.type !== "space" || run.length === 0) {
      endRun();
      out.push(token);
    }
  }
  endRun();
  return out;
}
