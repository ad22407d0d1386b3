/** A chart: a picture with its caption, what it says for those who do not see it, and the same numbers as a table. */
import * as Plot from "@observablehq/plot";
import { drawnForWindows, drawPicture, ink, narrowPx } from "../pictures/draw.ts";
import { type Hole, type Html, html } from "./html.ts";
import { type Cell, type Table, table } from "./parts.ts";

export type Chart = {
  readonly name: string;
  /** A sentence that tells what is drawn: people who do not see it hear this, and then the table. */
  readonly says: string;
  /** More than the name says, in small letters. */
  readonly caption?: Hole;
  /** The scales; null: the marks have axes and a grid of their own. */
  readonly x: Plot.ScaleOptions | null;
  readonly y: Plot.ScaleOptions | null;
  /** From the background to the foreground. */
  readonly marks: readonly Plot.Markish[];
  readonly table: { readonly columns: Table["columns"]; readonly rows: readonly (readonly Cell[])[] };
  /** A chart over the whole width is drawn for narrow windows and for wide ones. */
  readonly isWide?: boolean;
  /** The text in the place of a picture that cannot be drawn. */
  readonly instead?: Html | null;
};

const axis = { label: null, tickSize: 0 };
/** About so many lines of the grid. */
const ticks = 5;

export function chart(of: Chart): Html {
  const { name, says, caption, x, y, marks, isWide = false, instead = null } = of;
  const draw = (width: number): Html => {
    const grid = { stroke: ink.grid, strokeOpacity: 1, ticks: y?.ticks ?? ticks };
    return drawPicture(
      {
        width,
        height: isWide ? 290 : 220,
        marginLeft: 44,
        marginRight: isWide ? 22 : 12,
        marginBottom: 24,
        marginTop: 26,
        ...(x === null ? {} : { x: { ...axis, ...x } }),
        ...(y === null ? {} : { y: { ...axis, ticks, ...y } }),
        marks: [...(y === null ? [] : [Plot.gridY(grid as Plot.GridYOptions)]), ...marks],
      },
      { title: name, description: says },
    );
  };
  return html`<figure class="picture">
<figcaption>${name}${caption === undefined ? "" : html` <small>${caption}</small>`}</figcaption>
${instead ?? (isWide ? drawnForWindows(draw) : draw(narrowPx))}
<details><summary>Show as a table</summary>
${table({ name, caption: name, ...of.table })}</details>
</figure>`;
}
