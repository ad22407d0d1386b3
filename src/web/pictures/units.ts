/** The units that a set of bets has won, bet by bet, as a line beside what chance alone gives. */
import * as Plot from "@observablehq/plot";
import type { UnitsPoint } from "../../query/trends/tally.ts";
import { countText, signedText } from "../frame/formats.ts";
import { ink } from "./draw.ts";

/** The plot without a size, so that a card draws the same; `scale` makes all of it larger. */
export function plotOfUnits(points: readonly UnitsPoint[], scale = 1): Plot.PlotOptions {
  const last = points.at(-1);
  const shown = [{ bets: 0, date: "", units: 0, low: 0, high: 0 }, ...points];
  const ticks = scale === 1 ? 5 : 3;
  const numbers = { label: null, tickSize: 0, fontSize: 12 * scale };
  return {
    marks: [
      Plot.gridY({ stroke: ink.grid, strokeOpacity: 1, ticks }),
      Plot.areaY(shown, { x: "bets", y1: "low", y2: "high", fill: ink.quiet, fillOpacity: 0.2 }),
      Plot.ruleY([0], { stroke: ink.text, strokeWidth: 1.4 * scale }),
      Plot.line(shown, {
        x: "bets",
        y: "units",
        stroke: ink.series[0],
        strokeWidth: 2.2 * scale,
        strokeLinejoin: "round",
      }),
      Plot.dot(last === undefined ? [] : [last], {
        x: "bets",
        y: "units",
        r: 4.5 * scale,
        fill: ink.series[0],
        stroke: ink.card,
        strokeWidth: 1.5 * scale,
      }),
      Plot.axisX({
        ...numbers,
        // Numbers of five digits would touch each other.
        ticks: (last?.bets ?? 0) < 10_000 ? ticks : 3,
        tickFormat: (bets: number) => (Number.isInteger(bets) ? countText(bets) : ""),
      }),
      Plot.axisY({ ...numbers, ticks, tickFormat: (units: number) => signedText(units) }),
    ],
  };
}
