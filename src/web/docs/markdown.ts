/** Markdown to HTML. The text is ours, so it is trusted; no page has inline script or style. */

import { Marked, type Token, type Tokens } from "marked";
import { Html, html } from "../ui/html.ts";
import { type CodeIds, codeBlock, codeTabs, idsOf } from "./code.ts";

export type ArticleHeading = { readonly id: string; readonly text: string; readonly depth: number };

export type RenderedArticle = {
  readonly html: Html;
  /** Without the title of the page. */
  readonly headings: readonly ArticleHeading[];
};

/** A page before the frame is put around it. */
export type DocsContent = {
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly markdown: () => string;
  readonly render: () => RenderedArticle;
  /** The form that asks the API; nothing on most pages. */
  readonly form: Html;
};

/** As GitHub makes them: the same Markdown has the same anchors there. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** The heading itself is the link to its section, so that a page can be cited by section. */
function headingHtml(depth: number, id: string, inner: Html | string): Html {
  const content = depth === 1 ? inner : html`<a class="anchor" href="#${id}">${inner}</a>`;
  return html`<h${String(depth)} id="${id}">${content}</h${String(depth)}>
`;
}

/** Returns the address of the page about a piece of code, such as a path of the API; null: there is none. */
export type PageOf = (code: string) => string | null;

/** Rows of a reference can be linked to: by the head of their first column, what stands before the name of the row. */
const rowPrefixes: Readonly<Record<string, string>> = { parameter: "param", field: "field", code: "error" };

/** @param hasRowIds whether each parameter, field and error has an address of its own. */
export function renderMarkdown(markdown: string, pageOf: PageOf = () => null, hasRowIds = false): RenderedArticle {
  const headings: ArticleHeading[] = [];
  const ids = idsOf("code");
  /** Inside of headings and links nothing else is a link. */
  let linked = 0;
  const inLink = <Result>(render: () => Result): Result => {
    linked++;
    try {
      return render();
    } finally {
      linked--;
    }
  };
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }) {
        const id = anchorOf(text);
        const plain = text.replaceAll(/[`*]/g, "");
        if (depth > 1) headings.push({ id, text: plain, depth });
        return headingHtml(
          depth,
          id,
          inLink(() => inline(this.parser, tokens)),
        ).text;
      },
      link({ href, tokens }) {
        const inner = inLink(() => inline(this.parser, tokens));
        return html`<a href="${href}">${inner}</a>`.text;
      },
      codespan({ text }) {
        const page = linked > 0 ? null : pageOf(text);
        // A long path of a field breaks after its dots.
        const code = html`<code>${new Html(html`${text}`.text.replaceAll(/\.(?=\w)/g, ".<wbr>"))}</code>`;
        return (page === null ? code : html`<a href="${page}">${code}</a>`).text;
      },
      code: ({ text, lang = "" }) => codeBlock({ language: lang, code: text }, ids).text,
      table({ header, rows }) {
        const prefix = hasRowIds ? rowPrefixes[header[0]?.text ?? ""] : undefined;
        const idOf = (name: string) => (prefix === undefined ? "" : `${prefix}-${name.replaceAll(/`|\[\]/g, "")}`);
        return tableHtml(header, rows, idOf, (tokens) => inline(this.parser, tokens)).text;
      },
    },
  });
  return { html: new Html(marked.parser(withTabs(marked.lexer(markdown), ids))), headings };
}

function inline(parser: { parseInline(tokens: Token[]): string }, tokens: Token[]): Html {
  return new Html(parser.parseInline(tokens));
}

/** Longer texts make a table one of words, which a phone shows as a list of its rows. */
const wordyCharacters = 60;
/** Shorter texts share a line there. */
const shortCharacters = 40;

/**
 * A wide table scrolls in its own box, with a tab stop so that it does by keyboard too. Roles are written out, because a
 * browser takes a table that is laid out in another way for none.
 */
function tableHtml(
  header: readonly Tokens.TableCell[],
  rows: readonly (readonly Tokens.TableCell[])[],
  idOf: (name: string) => string,
  inline: (tokens: Token[]) => Html,
): Html {
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
    const cells = row.map(
      (cell, index) =>
        html`<td role="cell"${classOf(cell)} data-column="${header[index]?.text.replaceAll("`", "") ?? ""}">${inline(cell.tokens)}</td>`,
    );
    const id = idOf(row[0]?.text ?? "");
    return html`<tr role="row"${id === "" ? "" : html` id="${id}"`}>${cells}</tr>
`;
  });
  return html`<div class="table${isWordy ? html` wordy` : ""}" tabindex="0"><table role="table"><thead role="rowgroup"><tr role="row">${head}</tr></thead>
<tbody role="rowgroup">
${body}</tbody></table></div>
`;
}

/** Fences that follow each other in several languages are the same sample: they become tabs. */
function withTabs(tokens: readonly Token[], ids: CodeIds): Token[] {
  const out: Token[] = [];
  let run: Tokens.Code[] = [];
  const endRun = () => {
    const samples = run.map(({ lang = "", text }) => ({ language: lang, code: text }));
    const isSame = new Set(samples.map(({ language }) => language)).size === run.length && run.length > 1;
    if (isSame) {
      const { text } = codeTabs(samples, ids);
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
