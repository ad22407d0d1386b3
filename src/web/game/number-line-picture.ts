/** Draws a line of numbers: the sides of the close in two colours, and open, close and result in three shapes. */
import * as Plot from "@observablehq/plot";
import { drawPicture, figure, ink, narrowPx } from "../pictures/draw.ts";
import type { Mark, NumberLine } from "./number-lines.ts";

/** The picture with its table. */
export function numberLineFigure(line: NumberLine): string {
  const picture = drawPicture({ width: narrowPx, height: 176, ...plotOfNumberLine(line) }, line.words);
  return figure(picture, line.words, {
    columns: [
      { name: "Mark", isNumber: false },
      { name: "Consensus or result", isNumber: false },
      { name: `Where the ${line.unit} equals it`, isNumber: true },
    ],
    rows: line.marks.map(({ name, at, text }) => [name, text, line.place(at)]),
  });
}

/** Rows of words above and below the line, which is at 0. */
const rows = { sides: 2.55, Result: 1.5, Close: -1.25, Open: -2.25 } as const;

/** The plot without a size, so that the share picture draws the same; `scale` makes all of it larger. */
export function plotOfNumberLine(line: NumberLine, scale = 1): Plot.PlotOptions {
  const { marks, axis, isAroundZero } = line;
  const ats = [...marks.map(({ at }) => at), ...(isAroundZero ? [0] : [])];
  const [least, most] = [Math.min(...ats), Math.max(...ats)];
  const room = Math.max(3, (most - least) * 0.22);
  const domain = [Math.floor(least - room), Math.ceil(most + room)] as const;
  return {
    marginLeft: 8 * scale,
    marginRight: 8 * scale,
    marginTop: 6 * scale,
    marginBottom: 36 * scale,
    x: { domain, axis: null },
    y: { domain: [-2.7, 3], axis: null },
    marks: [
      Plot.axisX({
        ticks: 6,
        tickSize: 4 * scale,
        tickPadding: 3 * scale,
        fontSize: 12 * scale,
        label: axis,
        labelAnchor: "center",
        labelOffset: 34 * scale,
        labelArrow: "none",
        // Only whole numbers are labelled, because no team scores half a point.
        tickFormat: (value: number) => (Number.isInteger(value) ? String(Math.abs(value)) : ""),
      }),
      ...sidesOf(line, domain, scale),
      ...marks.flatMap((mark) => stem(mark, scale)),
      ...marks.toSorted((a, b) => layers.indexOf(a.name) - layers.indexOf(b.name)).map((mark) => shape(mark, scale)),
      ...marks.map((mark) => words(mark, marks, domain, scale)),
    ],
  };
}

/** Marks are drawn in this order, so that a close at the place of the opening stands inside its ring. */
const layers = ["Open", "Close", "Result"] as const satisfies readonly Mark["name"][];

type Domain = readonly [from: number, to: number];

function sidesOf({ marks, left, right }: NumberLine, [from, to]: Domain, scale: number): Plot.Markish[] {
  const close = marks.find(({ name }) => name === "Close");
  const bar = { y: 0, x1: "from", x2: "to", strokeWidth: 8 * scale };
  if (close === undefined) return [Plot.ruleY([{ from, to }], { ...bar, stroke: ink.edge })];
  const side = { y: rows.sides, fontSize: 12 * scale };
  return [
    Plot.ruleY([{ from, to: close.at }], { ...bar, stroke: ink.series[1], strokeOpacity: 0.45 }),
    Plot.ruleY([{ from: close.at, to }], { ...bar, stroke: ink.series[0], strokeOpacity: 0.45 }),
    Plot.text([`← ${left}`], { ...side, x: from, textAnchor: "start", fill: ink.series[1] }),
    Plot.text([`${right} →`], { ...side, x: to, textAnchor: "end", fill: ink.series[0] }),
  ];
}

function stem(mark: Mark, scale: number): Plot.Markish[] {
  const stroke = mark.name === "Result" ? ink.text : ink.quiet;
  const look = { stroke, strokeWidth: scale, strokeDasharray: `${2 * scale} ${3 * scale}` };
  return [Plot.ruleX([mark], { x: "at", y1: 0, y2: rows[mark.name] * 0.72, ...look })];
}

function shape(mark: Mark, scale: number): Plot.Markish {
  const looks = {
    Open: { r: 6, symbol: "circle", fill: ink.card, stroke: ink.text, strokeWidth: 2 * scale },
    Close: { r: 5, symbol: "square", fill: ink.text },
    Result: { r: 8, symbol: "diamond", fill: ink.accent, stroke: ink.card, strokeWidth: 2 * scale },
  } as const;
  const { r, ...look } = looks[mark.name];
  return Plot.dot([mark], {
    ...look,
    x: "at",
    y: 0,
    r: r * scale,
    title: ({ name, text }: Mark) => `${name}: ${text}`,
  });
}

function words(mark: Mark, marks: readonly Mark[], domain: Domain, scale: number): Plot.Markish {
  return Plot.text([mark], {
    x: "at",
    y: rows[mark.name],
    text: ({ name, text }: Mark) => `${name}: ${text}`,
    ...{
      textAnchor: anchorOf(mark, marks, domain),
      fontSize: 12 * scale,
      fontWeight: mark.name === "Open" ? 400 : 700,
    },
    // A stroke in the colour of the background separates the words from a stem behind them.
    fill: ink.text,
    stroke: ink.card,
    strokeWidth: 4 * scale,
  });
}

/** Words end or begin at the edge of the picture; open and close go to either side of each other. */
function anchorOf({ name, at }: Mark, marks: readonly Mark[], [from, to]: Domain): "start" | "middle" | "end" {
  const share = (at - from) / (to - from);
  if (share < 0.3) return "start";
  if (share > 0.7) return "end";
  const other = marks.find((each) => each.name === (name === "Open" ? "Close" : "Open"));
  if (name === "Result" || other === undefined || other.at === at) return "middle";
  return at < other.at ? "end" : "start";
}
