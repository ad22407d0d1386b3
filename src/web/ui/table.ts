/** A table in a box that scrolls by itself. The first cell of each row names the row. */
import { type Hole, Html, html } from "./html.ts";

export type Column = {
  readonly head: Hole;
  /** Classes of its cells: `number`, and `second` for what stands on the second line of a row where the window is narrow. */
  readonly look?: string;
  /** Null: the table can be sorted by it, and is not. */
  readonly sorted?: "ascending" | "descending";
};

/** The text of a cell, or more than that: `look` is a class beside those of its column. */
export type Cell = Hole | { readonly text: Hole; readonly look?: string; readonly title?: string };

type Row = { readonly cells: readonly Cell[]; readonly look?: string };

export type Table = {
  /** The name of the box for readers of the screen. */
  readonly name: string;
  /** Null: the heading above says it. */
  readonly caption?: string;
  /** Classes of the table beside `data`. */
  readonly look?: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (Row | readonly Cell[])[];
};

export function table({ name, caption, look = "", columns, rows }: Table): Html {
  const heads = columns.map(({ head, look: of = "", sorted }) => {
    const order = sorted === undefined ? "" : html` aria-sort="${sorted}"`;
    return html`<th scope="col"${classOf(of)}${order}>${head}</th>`;
  });
  const lines = rows.map((row) => {
    const { cells, look: of = "" } = "cells" in row ? row : { cells: row };
    return html`<tr${classOf(of)}>${cells.map((cell, place) => cellOf(cell, place, columns[place]?.look ?? ""))}</tr>
`;
  });
  return html`<div class="table" tabindex="0" role="group" aria-label="${name}"><table${classOf(`data ${look}`)}>${caption === undefined ? "" : html`<caption class="hidden">${caption}</caption>`}
<thead><tr>${heads}</tr></thead>
<tbody>${lines}</tbody></table></div>`;
}

function cellOf(cell: Cell, place: number, ofColumn: string): Html {
  const { text, look = "", title } = isMore(cell) ? cell : { text: cell };
  const more = html`${classOf(`${ofColumn} ${look}`)}${title === undefined ? "" : html` title="${title}"`}`;
  return place === 0 ? html`<th scope="row"${more}>${text}</th>` : html`<td${more}>${text}</td>`;
}

function isMore(cell: Cell): cell is Exclude<Cell, Hole> {
  return typeof cell === "object" && !(cell instanceof Html) && "text" in cell;
}

function classOf(names: string): Html | "" {
  return names.trim() === "" ? "" : html` class="${names.trim()}"`;
}
