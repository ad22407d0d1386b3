/**
 * Pictures of numbers as SVG text, drawn by Observable Plot on the server. A picture has no style of its own: colours are
 * the custom properties of base.css, so that it is right in light and in dark, and the strict policy of pages holds.
 */
import { hash } from "node:crypto";
import * as Plot from "@observablehq/plot";
import { parseHTML } from "linkedom";
import type { UnitsPoint } from "../../query/trends/tally.ts";
import { Html, html } from "../ui/html.ts";
import { countText, signedText } from "../ui/words.ts";

const { document } = parseHTML("<!doctype html><html><body></body></html>");

/** Colours of pictures. Series are told apart by the colour-blind, and pass contrast on a card. */
export const ink = {
  text: "var(--text)",
  quiet: "var(--quiet)",
  accent: "var(--accent)",
  grid: "var(--grid)",
  edge: "var(--edge)",
  card: "var(--card)",
  bad: "var(--bad)",
  series: ["var(--series-1)", "var(--series-2)", "var(--series-3)", "var(--series-4)"],
} as const;

/** The width of pictures on the narrowest of windows. Pictures are shown in their own size, so that all their words have one size. */
export const narrowPx = 300;
const widePx = 620;

/** Draws a picture for narrow windows and for wide ones; the style sheet shows the one that fits. */
export function drawnForWindows(draw: (widthPx: number) => Html): Html {
  return html`<div class="only-wide">${draw(widePx)}</div>
<div class="only-narrow">${draw(narrowPx)}</div>`;
}

/**
 * Draws a plot as an `svg` element.
 * @param options as for `Plot.plot`; `document`, `className` and `style` are set here.
 * @param words that name it, and a sentence that tells what it shows: people who do not see it read this, and then the table.
 */
export function drawPicture(options: Plot.PlotOptions, words: Readonly<Record<"title" | "description", string>>): Html {
  const { title, description } = words;
  const drawn = Plot.plot({ ...options, document, className: "plot" } as Plot.PlotOptions);
  drawn.querySelector("style")?.remove();
  // A picture is one image with one name; names of its parts would go against ARIA.
  for (const part of drawn.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  // The same picture is the same text, so that a page keeps its ETag.
  const id = `picture-${hash("sha256", `${options.width} ${title}${description}`, "base64url").slice(0, 8)}`;
  drawn.setAttribute("font-size", "12");
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-labelledby", `${id}-title ${id}-description`);
  const said = html`<title id="${id}-title">${title}</title><desc id="${id}-description">${description}</desc>`;
  return new Html(drawn.outerHTML.replace(">", () => `>${said.text}`));
}

/** The plot without a size, so that a card draws the same; `scale` makes all of it larger. */
export function plotOfUnits(points: readonly UnitsPoint[], scale = 1): Plot.PlotOptions {
  const place = { x: "bets", y: "units" } as const;
  const shown = [{ bets: 0, date: "", units: 0, low: 0, high: 0 }, ...points];
  const ticks = scale === 1 ? 5 : 3;
  const numbers = { label: null, tickSize: 0, fontSize: 12 * scale };
  return {
    marks: [
      Plot.gridY({ stroke: ink.grid, strokeOpacity: 1, ticks }),
      Plot.areaY(shown, { x: "bets", y1: "low", y2: "high", fill: ink.quiet, fillOpacity: 0.2 }),
      Plot.ruleY([0], { stroke: ink.text, strokeWidth: 1.4 * scale }),
      Plot.line(shown, { ...place, stroke: ink.series[0], strokeWidth: 2.2 * scale, strokeLinejoin: "round" }),
      Plot.dot(points.slice(-1), {
        ...place,
        r: 4.5 * scale,
        fill: ink.series[0],
        stroke: ink.card,
        strokeWidth: 1.5 * scale,
      }),
      Plot.axisX({
        ...numbers,
        // Numbers of five digits would touch each other.
        ticks: (points.at(-1)?.bets ?? 0) < 10_000 ? ticks : 3,
        tickFormat: (bets: number) => (Number.isInteger(bets) ? countText(bets) : ""),
      }),
      Plot.axisY({ ...numbers, ticks, tickFormat: (units: number) => signedText(units) }),
    ],
  };
}
