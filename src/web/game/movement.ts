/** How the lines of all books moved from capture to capture, as steps. */

import * as Plot from "@observablehq/plot";
import type { LineRow } from "../../contract/lists/lines.ts";
import { impliedProbability } from "../../domain/american-odds.ts";
import { signedText } from "../frame/formats.ts";
import { drawPicture, ink, narrowPx, type PictureWords } from "../pictures/draw.ts";
import type { Html } from "../ui/html.ts";
import type { BookLines, Stand } from "./book-lines.ts";
import { beforeText, lineText, type ShownMarket } from "./words.ts";

/** What a picture of lines shows of an opening or a close. */
type Measure = {
  readonly kind: "line" | "price";
  /** Of the axis, such as `DAL line`. */
  readonly label: string;
  of(stand: Pick<Stand, "line" | "first">): number | null;
  text(stand: Pick<Stand, "line" | "first">): string;
  readonly tick: (value: number) => string;
};

/**
 * Lines, where a market has them and they differ. Moneylines have none, and run lines are nearly always 1.5: of those the
 * price of one side says more, and it is drawn as the probability that it implies, in which -105 and +105 are neighbours.
 */
export function measureOf(
  market: ShownMarket,
  stands: readonly Pick<Stand, "line" | "first">[],
  side: string,
): Measure {
  const lines = new Set(stands.map(({ line }) => line).filter((line) => line !== null));
  if (market !== "moneyline" && lines.size > 1) {
    const text = ({ line }: Pick<Stand, "line" | "first">) => lineText(line, market);
    return {
      kind: "line",
      label: market === "total" ? "line" : `${side} line`,
      of: ({ line }) => line,
      text,
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
export type Run = {
  readonly book: string;
  readonly name: string;
  readonly line: number | null;
  readonly first: number | null;
  readonly second: number | null;
  readonly captures: number;
  readonly isOpen: boolean;
  readonly isClose: boolean;
  /** Whether a rule says that it cannot be true: then it is in the table, and not drawn. */
  readonly isDoubted: boolean;
  /** Minutes before the start; null where a source states no times. */
  readonly from: number | null;
  readonly to: number | null;
};

export function runsOf(rows: readonly LineRow[], books: readonly BookLines[]): readonly Run[] {
  const names = new Map(books.map(({ book, name }) => [book, name]));
  return rows.map((row) => {
    const to = row.minutes_before_start;
    const lastedMs =
      row.first_seen === null || row.last_seen === null ? 0 : Date.parse(row.last_seen) - Date.parse(row.first_seen);
    return {
      book: row.book,
      name: names.get(row.book) ?? row.book,
      line: row.line,
      captures: row.captures,
      first: row.home_price ?? row.over_price,
      second: row.away_price ?? row.under_price,
      ...{
        isOpen: row.is_open,
        isClose: row.is_close,
        isDoubted: row.doubt !== null,
        to,
        from: to === null ? null : to + lastedMs / 60_000,
      },
    };
  });
}

/** With more books than this, dashes and symbols do not tell their lines apart. */
const mostNamed = 3;
const dashes = ["", "7 3", "2 3"] as const;
const symbols = ["circle", "square", "triangle"] as const;

/** The books in colour: the one that the visitor has chosen, or the first that moved, in the order of the API. */
export function namedBooks(runs: readonly Run[], chosen: string | null): readonly string[] {
  if (chosen !== null) return [chosen];
  const moved = [...Map.groupBy(runs, ({ book }) => book)].filter(([, own]) => own.length > 1).map(([book]) => book);
  return moved.slice(0, mostNamed);
}

/** So far beside each other are the lines of so many books; those after them begin at the first place again. */
const besidePx = 1.5;
const mostBeside = 7;

type Point = {
  readonly book: string;
  readonly name: string;
  readonly minutes: number;
  readonly at: number;
  readonly title: string;
};

function pointsOf(runs: readonly Run[], measure: Measure): readonly Point[] {
  return runs.flatMap((run) => {
    const at = measure.of(run);
    if (at === null || run.from === null || run.to === null || run.isDoubted) return [];
    const title = runText(run, measure);
    const first = { book: run.book, name: run.name, minutes: run.from, at, title };
    return run.from === run.to ? [first] : [first, { ...first, minutes: run.to }];
  });
}

/** The same words as the row of the table. */
function runText(run: Run, { kind, text }: Measure): string {
  const shown = kind === "line" ? `${text(run)} at ${signedText(run.first)} / ${signedText(run.second)}` : text(run);
  return `${run.name}: ${shown}, ${timesText(run)}`;
}

export function timesText({ from, to }: Run): string {
  if (from === null || to === null) return "no time stated";
  return from === to ? `${beforeText(to)} before` : `${beforeText(from)} to ${beforeText(to)} before`;
}

const hour = 60;
const day = 24 * hour;
const tickMinutes = [28 * day, 14 * day, 7 * day, 3 * day, day, 6 * hour, hour, 0];

type MovementOptions = {
  readonly measure: Measure;
  readonly named: readonly string[];
  readonly consensus: BookLines | null;
  readonly words: PictureWords;
  readonly width: number;
};

export function drawMovement(runs: readonly Run[], options: MovementOptions): Html {
  const { measure, named, consensus, words, width } = options;
  // On a phone there is no room for names at the ends of the lines.
  const hasLabels = width > narrowPx;
  const points = pointsOf(runs, measure);
  const longest = Math.max(...points.map(({ minutes }) => minutes), hour);
  const of = (book: string) => points.filter((point) => point.book === book);
  const quietBooks = [...new Set(points.map(({ book }) => book))].filter((book) => !named.includes(book));
  const ends = consensus === null ? [] : consensusEnds(consensus, measure, longest);
  const ats = [...points.map(({ at }) => at), ...ends.map(({ at }) => at)];
  const [least, most] = [Math.min(...ats), Math.max(...ats)];
  const room = measure.kind === "line" ? 0.5 : Math.max(0.01, (most - least) * 0.1);
  const labels = endLabels(
    [
      ...ends.filter(({ isOpen }) => !isOpen).map(({ at }) => ({ name: "Consensus", at })),
      ...named.flatMap((book) => of(book).slice(-1)).map(({ name, at }) => ({ name, at })),
    ],
    (most - least + 2 * room) * 0.07,
  );
  const domain = [least - room, most + room] as const;
  const ticks = ticksOf(measure, domain);
  const stepped = { x: "minutes", y: "at", z: "book", curve: "step-after" } as const;
  return drawPicture(
    {
      width,
      height: 290,
      marginLeft: 44,
      marginRight: hasLabels ? 118 : 22,
      marginTop: 28,
      marginBottom: 34,
      x: {
        type: "pow",
        exponent: 0.4,
        domain: [longest, 0],
        ticks: tickMinutes.filter((minutes) => minutes <= longest),
        tickFormat: (minutes: number) => (minutes === 0 ? "start" : beforeText(minutes)),
        tickSize: 0,
        label: null,
      },
      y: {
        domain,
        grid: true,
        ticks,
        tickFormat: measure.tick,
        tickSize: 0,
        label: measure.label,
        labelArrow: "none",
      },
      marks: [
        Plot.gridY({ stroke: ink.grid, strokeOpacity: 1, ticks }),
        Plot.ruleX([0], { stroke: ink.edge }),
        // Books at the same line would hide each other.
        ...quietBooks.map((book, index) =>
          Plot.line(of(book), {
            ...stepped,
            stroke: ink.quiet,
            strokeWidth: 1,
            strokeOpacity: 0.45,
            dy: besidePx * ((index % mostBeside) - (mostBeside - 1) / 2),
          }),
        ),
        ...named.flatMap((book, index) => {
          const stroke = ink.series[index % ink.series.length];
          const dash = dashes[index % dashes.length];
          const own = of(book);
          return [
            Plot.line(own, {
              ...stepped,
              strokeWidth: 2.5,
              ...(stroke === undefined ? {} : { stroke }),
              ...(dash === "" || dash === undefined ? {} : { strokeDasharray: dash }),
            }),
            Plot.dot(own.slice(-1), {
              x: "minutes",
              y: "at",
              r: 4.5,
              symbol: symbols[index % symbols.length] ?? "circle",
              ...(stroke === undefined ? {} : { fill: stroke }),
            }),
          ];
        }),
        // These dots are invisible. They carry the words that are shown when somebody points at a run.
        Plot.dot(points, { x: "minutes", y: "at", r: 4, fill: ink.text, fillOpacity: 0, title: "title" }),
        Plot.dot(ends, {
          x: "minutes",
          y: "at",
          r: 6,
          symbol: "diamond" as const,
          title: "title",
          strokeWidth: 2,
          stroke: ink.accent,
          fill: ({ isOpen }: ConsensusEnd) => (isOpen ? ink.card : ink.accent),
        }),
        Plot.text(hasLabels ? labels : [], {
          x: 0,
          y: "at",
          text: "text",
          textAnchor: "start",
          dx: 14,
          fill: ink.text,
        }),
      ],
    },
    words,
  );
}

/** The names at the ends of lines, moved down where they would stand on each other. */
function endLabels(ends: readonly { readonly name: string; readonly at: number }[], nearest: number) {
  let above = Number.POSITIVE_INFINITY;
  return ends
    .toSorted((a, b) => b.at - a.at)
    .map(({ name, at }) => {
      above = Math.min(at, above - nearest);
      return { at: above, text: name };
    });
}

type ConsensusEnd = {
  readonly minutes: number;
  readonly at: number;
  readonly title: string;
  readonly isOpen: boolean;
};

/** The consensus is no single capture and has no times: it stands at both ends. */
function consensusEnds({ open, close }: BookLines, measure: Measure, longest: number): readonly ConsensusEnd[] {
  return [
    { stand: open, minutes: longest, isOpen: true },
    { stand: close, minutes: 0, isOpen: false },
  ].flatMap(({ stand, minutes, isOpen }) => {
    const at = measure.of(stand);
    const title = `Consensus, ${isOpen ? "open" : "close"}: ${measure.text(stand)}`;
    return at === null ? [] : [{ minutes, at, title, isOpen }];
  });
}
