/** How the lines of all books moved from capture to capture, as steps. */

import * as Plot from "@observablehq/plot";
import type { LineRow } from "../../contract/lists/lines.ts";
import { impliedProbability } from "../../domain/american-odds.ts";
import { signedText } from "../frame/formats.ts";
import { ink } from "../pictures/draw.ts";
import { chart } from "../ui/chart.ts";
import { type Html, html } from "../ui/html.ts";
import { lineText, minutesText } from "../ui/words.ts";
import type { BookLines, ShownMarket, Stand } from "./game-view.ts";

type Valued = Pick<Stand, "line" | "first">;

/** The mark of an opening or a close in a picture of lines. */
type Measure = {
  readonly kind: "line" | "price";
  /** Of the axis, such as `DAL line`. */
  readonly label: string;
  of(stand: Valued): number | null;
  text(stand: Valued): string;
  readonly tick: (value: number) => string;
};

/**
 * Lines, where a market has them and they differ. Moneylines have none, and run lines are nearly always 1.5: of those the
 * price of one side says more, and it is drawn as the probability that it implies, in which -105 and +105 are neighbours.
 */
function measureOf(market: ShownMarket, stands: readonly Valued[], side: string): Measure {
  const lines = new Set(stands.map(({ line }) => line).filter((line) => line !== null));
  if (market !== "moneyline" && lines.size > 1) {
    return {
      kind: "line",
      label: market === "total" ? "line" : `${side} line`,
      of: ({ line }) => line,
      text: ({ line }) => lineText(line, market),
      tick: (value) => lineText(value, market),
    };
  }
  return {
    kind: "price",
    label: `${side} price as implied chance`,
    of: ({ first }) => (first === null ? null : impliedProbability(first)),
    text: ({ first }) => signedText(first),
    tick: (value) => `${Math.round(value * 100)}%`,
  };
}

const lineSteps = [0.5, 1, 2, 5, 10];
const mostTicks = 6;

/** Lines stand at halves and wholes, so that their ticks do too; of prices, Plot finds the ticks. */
function ticksOf({ kind }: Measure, [from, to]: readonly [number, number]): number | number[] {
  const step = lineSteps.find((each) => (to - from) / each <= mostTicks);
  if (kind === "price" || step === undefined) return mostTicks - 1;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step);
}

/** A run of equal captures, as the picture and its table show it. */
type Run = {
  readonly book: string;
  readonly name: string;
  readonly line: number | null;
  readonly first: number | null;
  readonly second: number | null;
  readonly captures: number;
  readonly which: string;
  /** Whether a rule says that it cannot be true: then it is in the table, and not drawn. */
  readonly isDoubted: boolean;
  /** Minutes before the start; null where a source states no times. */
  readonly from: number | null;
  readonly to: number | null;
};

export function runsOf(rows: readonly LineRow[], books: readonly BookLines[]): readonly Run[] {
  const names = new Map(books.map(({ book, name }) => [book, name]));
  return rows.map((row) => {
    const { book, line, captures, doubt, minutes_before_start: to, first_seen: since, last_seen: until } = row;
    const lastedMs = since === null || until === null ? 0 : Date.parse(until) - Date.parse(since);
    const which = [...(row.is_open ? ["open"] : []), ...(row.is_close ? ["close"] : [])].join(", ") || "–";
    return {
      ...{ book, name: names.get(book) ?? book, line, captures, isDoubted: doubt !== null },
      first: row.home_price ?? row.over_price,
      second: row.away_price ?? row.under_price,
      which: doubt === null ? which : "left out: it cannot be true",
      ...{ to, from: to === null ? null : to + lastedMs / 60_000 },
    };
  });
}

/** With more books than this, dashes and symbols do not tell their lines apart. */
const mostNamed = 3;
const series = [
  { stroke: ink.series[0], symbol: "circle" },
  { stroke: ink.series[1], symbol: "square", strokeDasharray: "7 3" },
  { stroke: ink.series[2], symbol: "triangle", strokeDasharray: "2 3" },
] as const;

/** The books in colour: the one that the visitor has chosen, or the first that moved, in the order of the API. */
export function namedBooks(runs: readonly Run[], chosen: string | null): readonly string[] {
  if (chosen !== null) return [chosen];
  const moved = [...Map.groupBy(runs, ({ book }) => book)].filter(([, own]) => own.length > 1).map(([book]) => book);
  return moved.slice(0, mostNamed);
}

/** So far beside each other are the lines of so many books; those after them begin at the first place again. */
const besidePx = 1.5;
const mostBeside = 7;

type Point = { readonly book: string; readonly minutes: number; readonly at: number; readonly title: string };

/** A run that has a time is one point or two, with the words of its row in the table. */
function pointsOf(runs: readonly Run[], { kind, of, text }: Measure): readonly Point[] {
  return runs.flatMap((run) => {
    const { book, name, from, to, isDoubted } = run;
    const at = of(run);
    if (at === null || from === null || to === null || isDoubted) return [];
    const shown = kind === "line" ? `${text(run)} at ${signedText(run.first)} / ${signedText(run.second)}` : text(run);
    const first = { book, minutes: from, at, title: `${name}: ${shown}, ${timesText(run)}` };
    return from === to ? [first] : [first, { ...first, minutes: to }];
  });
}

function timesText({ from, to }: Run): string {
  if (from === null || to === null) return "no time stated";
  return from === to ? `${minutesText(to)} before` : `${minutesText(from)} to ${minutesText(to)} before`;
}

const hour = 60;
const day = 24 * hour;
const tickMinutes = [28 * day, 14 * day, 7 * day, 3 * day, day, 6 * hour, hour, 0];

type Shown = {
  /** The name of what is drawn, such as `Spread of the first half`. */
  readonly name: string;
  readonly market: ShownMarket;
  readonly books: readonly BookLines[];
  readonly sides: readonly [string, string];
  /** Whose line or price is drawn. */
  readonly side: string;
  readonly named: readonly string[];
};

export function movementChart(runs: readonly Run[], { name, market, books, sides, side, named }: Shown): Html {
  const measure = measureOf(market, [...books.flatMap(({ open, close }) => [open, close]), ...runs], side);
  const points = pointsOf(runs, measure);
  const longest = Math.max(...points.map(({ minutes }) => minutes), hour);
  const consensus = books.find(({ isConsensus }) => isConsensus);
  const ends = consensus === undefined ? [] : consensusEnds(consensus, measure, longest);
  const ats = [...points, ...ends].map(({ at }) => at);
  const [least, most] = [Math.min(...ats), Math.max(...ats)];
  const room = measure.kind === "line" ? 0.5 : Math.max(0.01, (most - least) * 0.1);
  const domain = [least - room, most + room] as const;
  const of = (book: string) => points.filter((point) => point.book === book);
  const stepped = { x: "minutes", y: "at", z: "book", curve: "step-after" } as const;
  const quiet = [...new Set(points.map(({ book }) => book))].filter((book) => !named.includes(book));
  const marks = [
    Plot.ruleX([0], { stroke: ink.edge }),
    // Books at the same line would hide each other.
    ...quiet.map((book, index) => {
      const dy = besidePx * ((index % mostBeside) - (mostBeside - 1) / 2);
      return Plot.line(of(book), { ...stepped, stroke: ink.quiet, strokeWidth: 1, strokeOpacity: 0.45, dy });
    }),
    ...named.flatMap((book, index) => {
      const { symbol, ...look } = series[index % series.length] ?? series[0];
      return [
        Plot.line(of(book), { ...stepped, strokeWidth: 2.5, ...look }),
        Plot.dot(of(book).slice(-1), { x: "minutes", y: "at", r: 4.5, symbol, fill: look.stroke }),
      ];
    }),
    // These dots are invisible. They carry the words that are shown when somebody points at a run.
    Plot.dot(points, { x: "minutes", y: "at", r: 4, fill: ink.text, fillOpacity: 0, title: "title" }),
    Plot.dot(ends, {
      ...{ x: "minutes", y: "at", r: 6, symbol: "diamond" as const, title: "title" },
      ...{ strokeWidth: 2, stroke: ink.accent },
      fill: ({ isOpen }: (typeof ends)[number]) => (isOpen ? ink.card : ink.accent),
    }),
  ];
  return chart({
    name: `${name}: ${measure.label}, capture by capture`,
    says: `Each book's ${measure.label} as steps over the time before the start. The consensus stands at both ends.`,
    caption: "Diamonds: the consensus, hollow at the open and full at the close.",
    x: {
      type: "pow",
      exponent: 0.4,
      domain: [longest, 0],
      ticks: tickMinutes.filter((minutes) => minutes <= longest),
      tickFormat: (minutes: number) => (minutes === 0 ? "start" : minutesText(minutes)),
    },
    y: { domain, ticks: ticksOf(measure, domain), tickFormat: measure.tick, label: measure.label, labelArrow: "none" },
    isWide: true,
    marks,
    instead: runs.some(({ from }) => from !== null)
      ? null
      : html`<p class="hint">The sources of these lines state no times.</p>`,
    table: runTable(runs, market, sides),
  });
}

/** The consensus is no single capture and has no times: it stands at both ends. */
function consensusEnds({ open, close }: BookLines, measure: Measure, longest: number) {
  return [
    { stand: open, minutes: longest, isOpen: true },
    { stand: close, minutes: 0, isOpen: false },
  ].flatMap(({ stand, minutes, isOpen }) => {
    const at = measure.of(stand);
    const title = `Consensus, ${isOpen ? "open" : "close"}: ${measure.text(stand)}`;
    return at === null ? [] : [{ minutes, at, title, isOpen }];
  });
}

function runTable(runs: readonly Run[], market: ShownMarket, [first, second]: Shown["sides"]) {
  const hasLine = market !== "moneyline";
  const columns = [
    { head: "Book" },
    { head: "Seen" },
    ...(hasLine ? [{ head: "Line", look: "number" }] : []),
    { head: `${first} / ${second}`, look: "number" },
    { head: "Captures", look: "number" },
    { head: "Which" },
  ];
  const rows = runs.map((run) => [
    run.name,
    timesText(run),
    ...(hasLine ? [lineText(run.line, market)] : []),
    `${signedText(run.first)} / ${signedText(run.second)}`,
    run.captures,
    run.which,
  ]);
  return { columns, rows };
}
