/** One row for each book: from its opening to its close, the consensus first. */
import * as Plot from "@observablehq/plot";
import { impliedProbability } from "../../domain/american-odds.ts";
import { signedText } from "../frame/formats.ts";
import { drawPicture, ink, narrowPx, type PictureWords } from "../pictures/draw.ts";
import type { BookLines, Stand } from "./book-lines.ts";
import { lineText, type ShownMarket } from "./words.ts";

/** What a picture of lines shows of an opening or a close. */
export type Measure = {
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
export function ticksOf({ kind }: Measure, [from, to]: readonly [number, number]): number | number[] {
  const step = lineSteps.find((each) => (to - from) / each <= mostTicks);
  if (kind === "price" || step === undefined) return mostTicks - 1;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step);
}

/** About as high as a row of the table beside it. */
const rowHeight = 32;

type End = { readonly name: string; readonly isConsensus: boolean; readonly at: number; readonly title: string };

export function drawBooks(books: readonly BookLines[], measure: Measure, words: PictureWords): string {
  const names = books.map(({ name }) => name);
  const ends = (when: "open" | "close"): End[] =>
    books.flatMap(({ name, isConsensus, [when]: stand }) => {
      const at = measure.of(stand);
      return at === null ? [] : [{ name, isConsensus, at, title: `${name}, ${when}: ${measure.text(stand)}` }];
    });
  const [opens, closes] = [ends("open"), ends("close")];
  const moves = opens.flatMap((open) => {
    const close = closes.find(({ name }) => name === open.name);
    return close === undefined ? [] : [{ name: open.name, from: open.at, to: close.at, isConsensus: open.isConsensus }];
  });
  const ats = [...opens, ...closes].map(({ at }) => at);
  const [least, most] = [Math.min(...ats), Math.max(...ats)];
  const room = measure.kind === "line" ? 0.75 : Math.max(0.01, (most - least) * 0.12);
  const domain = [least - room, most + room] as const;
  const ticks = ticksOf(measure, domain);
  const consensus = closes.filter(({ isConsensus }) => isConsensus);
  const strong = ({ isConsensus }: { readonly isConsensus: boolean }) => (isConsensus ? ink.accent : ink.text);
  return drawPicture(
    {
      width: narrowPx,
      height: 40 + names.length * rowHeight,
      marginLeft: 104,
      marginRight: 14,
      marginTop: 30,
      marginBottom: 6,
      x: {
        domain,
        axis: "top",
        grid: true,
        ticks,
        tickFormat: measure.tick,
        tickSize: 0,
        label: null,
      },
      y: { domain: names, label: null, tickSize: 0, tickPadding: 8 },
      marks: [
        Plot.gridX({ stroke: ink.grid, strokeOpacity: 1, ticks }),
        Plot.ruleX(consensus, { x: "at", stroke: ink.accent, strokeWidth: 1.5, strokeDasharray: "3 3" }),
        Plot.link(moves, {
          x1: "from",
          x2: "to",
          y1: "name",
          y2: "name",
          stroke: strong,
          strokeWidth: 2.5,
          strokeOpacity: 0.55,
        }),
        Plot.dot(closes, {
          x: "at",
          y: "name",
          r: 5,
          fill: strong,
          title: "title",
          symbol: ({ isConsensus }: End) => (isConsensus ? "diamond" : "circle"),
        }),
        Plot.dot(opens, {
          x: "at",
          y: "name",
          r: 5,
          fill: ink.card,
          stroke: strong,
          strokeWidth: 1.75,
          title: "title",
        }),
        // Where the opening is the close too, a small dot inside the ring says so.
        Plot.dot(
          moves.filter(({ from, to }) => from === to),
          { x: "to", y: "name", r: 2.25, fill: strong },
        ),
      ],
    },
    words,
  );
}

/** The prices of both sides, as `−110 / −110`. */
export function pricesText({ first, second }: Stand): string {
  return first === null && second === null ? "–" : `${signedText(first)} / ${signedText(second)}`;
}
