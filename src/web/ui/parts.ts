/** The parts of which pages are made. */
import { type Hole, type Html, html, noHtml } from "./html.ts";

type Card = {
  /** Of the heading, in the page. */
  readonly id: string;
  readonly title: Hole;
  /** The text beside the heading in small letters. */
  readonly hint?: Hole;
  /** Classes beside `card`. */
  readonly look?: string;
};

/** A part of a page with a heading of its own. */
export function card({ id, title, hint, look = "" }: Card, body: Hole): Html {
  return html`<section class="${`card ${look}`.trim()}" aria-labelledby="${id}">
<div class="card-head"><h2 id="${id}">${title}</h2>${hint === undefined ? "" : html`<p class="hint">${hint}</p>`}</div>
${body}</section>`;
}

export type Column = {
  readonly head: Hole;
  /** Classes of its cells: `number`, and `second` for what stands on the second line of a row where the window is narrow. */
  readonly look?: string;
  /** Null: the table can be sorted by it, and is not. */
  readonly sorted?: "ascending" | "descending";
};

/** The text of a cell, or more than that: `look` is a class beside those of its column. */
export type Cell = Hole | { readonly text: Hole; readonly look?: string; readonly title?: string };

export type Table = {
  /** The name of the box for readers of the screen. */
  readonly name: string;
  /** Null: the heading above says it. */
  readonly caption?: string;
  /** Classes of the table beside `data`. */
  readonly look?: string;
  /** A text alone is the head of a column without a look. */
  readonly columns: readonly (string | Column)[];
  readonly rows: readonly ({ readonly cells: readonly Cell[]; readonly look?: string } | readonly Cell[])[];
};

/** A table in a box that scrolls by itself. The first cell of each row names the row. */
export function table({ name, caption, look = "", columns, rows }: Table): Html {
  const all = columns.map((column): Column => (typeof column === "string" ? { head: column } : column));
  const heads = all.map(({ head, look: of = "", sorted }) => {
    const order = sorted === undefined ? "" : html` aria-sort="${sorted}"`;
    return html`<th scope="col"${classOf(of)}${order}>${head}</th>`;
  });
  const lines = rows.map((row) => {
    const { cells, look: of = "" } = "cells" in row ? row : { cells: row };
    return html`<tr${classOf(of)}>${cells.map((cell, place) => cellOf(cell, place, all[place]?.look ?? ""))}</tr>
`;
  });
  return html`<div class="table" tabindex="0" role="group" aria-label="${name}"><table${classOf(`data ${look}`)}>${caption === undefined ? "" : html`<caption class="hidden">${caption}</caption>`}
<thead><tr>${heads}</tr></thead>
<tbody>${lines}</tbody></table></div>`;
}

function cellOf(cell: Cell, place: number, ofColumn: string): Html {
  const isMore = typeof cell === "object" && "text" in cell && !("isHtml" in cell);
  const { text, look = "", title } = isMore ? cell : { text: cell };
  const more = html`${classOf(`${ofColumn} ${look}`)}${title === undefined ? "" : html` title="${title}"`}`;
  return place === 0 ? html`<th scope="row"${more}>${text}</th>` : html`<td${more}>${text}</td>`;
}

function classOf(names: string): Html | "" {
  return names.trim() === "" ? "" : html` class="${names.trim()}"`;
}

/** A value with the words for it. */
export type Choice = readonly [value: string, text: string];

/** A choice that shows its value where the value is none of the usual ones. */
export function choiceField(name: string, label: string, value: string, choices: readonly Choice[]): Html {
  const all = choices.some(([each]) => each === value) ? choices : [...choices, [value, value] as const];
  const options = all.map(
    ([each, text]) => html`<option value="${each}"${each === value ? html` selected` : ""}>${text}</option>`,
  );
  return html`<select name="${name}" aria-label="${label}">${options}</select>`;
}

/** A field that is typed, with its label above it. @param wrong what is wrong with it; null: nothing. */
export function textField(
  name: string,
  label: Hole,
  attributes: Readonly<Record<string, string | number>>,
  wrong: string | null = null,
): Html {
  const more = Object.entries(attributes).map(([each, value]) => html` ${each}="${value}"`);
  const mark = wrong === null ? noHtml : html` aria-invalid="true" aria-describedby="${name}-wrong"`;
  const said = wrong === null ? noHtml : html`<p id="${name}-wrong" class="field-wrong">${wrong}</p>`;
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}"${more}${mark}>${said}</div>`;
}

/**
 * Text that a button copies; the page's script shows it. The text scrolls, also by keyboard.
 * @param label such as `API key`. @param language lines of a shell are broken, code is not.
 */
export function snippet(id: string, label: string, text: Hole, language = "sh"): Html {
  return html`<div class="snippet"><pre tabindex="0" role="group" aria-label="${label}"><code id="${id}" class="language-${language}">${text}</code></pre>
<button type="button" class="copy small" data-copy="${id}" aria-label="Copy ${label}" hidden>Copy</button></div>
`;
}

type Sample = readonly [name: string, content: Html];

/** Samples of which one is shown. @param kind of what is chosen, which the browser remembers. @param group that no other tabs of the page have. */
export function tabsOf(kind: "Language" | "Format", group: string, samples: readonly Sample[]): Html {
  const tabs = samples.map(
    ([name, content], at) =>
      html`<details name="${group}" data-tab="${name}"${at === 0 ? html` open` : ""}><summary>${name}</summary>
${content}</details>
`,
  );
  return html`<div class="tabs" data-tabs="${kind}">${tabs}</div>
`;
}

type Tab = { readonly href: string; readonly text: Hole; readonly isCurrent: boolean };

/** Links of which one is the page that is shown. @param name what is chosen, for readers of the screen. */
export function tabbar(name: string, tabs: readonly Tab[]): Html {
  const items = tabs.map(
    ({ href, text, isCurrent }) =>
      html`<li><a href="${href}"${isCurrent ? html` aria-current="true"` : ""}>${text}</a></li>`,
  );
  return html`<nav aria-label="${name}"><ul class="tabbar">${items}</ul></nav>`;
}

/** A link to what comes before or after what is shown. */
export function stepLink(href: string, rel: "prev" | "next", text: Hole): Html {
  const words = rel === "prev" ? html`← ${text}` : html`${text} →`;
  return html`<a class="button small" rel="${rel}" href="${href}"><span>${words}</span></a>`;
}

/** The way in for who may not see what was asked for. */
export function signInAction(manageUrl: string): Html {
  return html`<p class="actions"><a class="button primary" href="${manageUrl}">Sign in or start a trial</a></p>`;
}
