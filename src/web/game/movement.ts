/** How the lines of all books moved from capture to capture: as steps, as a table, and in sentences on who moved first. */
import * as Plot from "@observablehq/plot";
import { impliedProbability } from "../../domain/american-odds.ts";
import type { Quote } from "../../domain/fold.ts";
import { ink } from "../pictures/draw.ts";
import { chart } from "../ui/chart.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { card } from "../ui/parts.ts";
import { lineText, minutesText, pairText, signedText } from "../ui/words.ts";
import type { ShownLines } from "./view.ts";
import { firstMoveText } from "./words.ts";

type Run = ReturnType<typeof runsOf>[number];

/** The runs of equal captures, as the picture and its table show them. */
function runsOf({ runs, books }: ShownLines) {
  return runs.map((row) => {
    const { book, line, minutes_before_start: to, first_seen: since, last_seen: until } = row;
    const lastedMs = since === null || until === null ? 0 : Date.parse(until) - Date.parse(since);
    return {
      row,
      name: books.find((each) => each.book === book)?.name ?? book,
      line,
      // In minutes before the start; null where a source states no times.
      to,
      from: to === null ? null : to + lastedMs / 60_000,
      first: row.home_price ?? row.over_price,
      second: row.away_price ?? row.under_price,
    };
  });
}

type LinkTo = (book: string | null) => string;

/** @param chosen the book that shall be in colour; null: none. @param linkTo the address of this page with another book in colour. */
export function movementSection(shown: ShownLines, chosen: string | null, linkTo: LinkTo): Html {
  const runs = runsOf(shown);
  if (runs.length === 0) return noHtml;
  const named = namedBooks(runs, chosen);
  const chips = shown.books.map(({ book, name }) => {
    const look = named.includes(book) ? ` series-${named.indexOf(book) + 1}` : "";
    const current = book === chosen ? html` aria-current="true"` : "";
    return html`<li><a class="chip${look}" href="${linkTo(book)}"${current}>${name}</a></li>`;
  });
  const all = chosen === null ? "" : html`<li><a class="chip" href="${linkTo(null)}">Show several</a></li>`;
  const title = "How the lines moved";
  const hint = "Times before the start; the last hours are drawn wider, and books at one line beside each other";
  return card(
    { id: "movement-title", title, hint, look: "movement" },
    html`<div class="beside">${movementChart(runs, shown, named)}
<div><nav aria-label="Book in colour"><ul class="chips">${chips}${all}</ul></nav>
${firstMoves(shown)}</div></div>`,
  );
}

/** With more books than this, dashes and symbols do not tell their lines apart. */
const mostNamed = 3;
const series = [
  { stroke: ink.series[0], symbol: "circle" },
  { stroke: ink.series[1], symbol: "square", strokeDasharray: "7 3" },
  { stroke: ink.series[2], symbol: "triangle", strokeDasharray: "2 3" },
] as const;

/** The books in colour: the one that the visitor has chosen, or the first that moved, in the order of the API. */
function namedBooks(runs: readonly Run[], chosen: string | null): readonly string[] {
  if (chosen !== null) return [chosen];
  const byBook = [...Map.groupBy(runs, ({ row }) => row.book)];
  return byBook.flatMap(([book, own]) => (own.length > 1 ? [book] : [])).slice(0, mostNamed);
}

/** Three first moves are shown, those that most books followed; the API has the others. */
function firstMoves({ moves, market, side }: ShownLines): Html {
  if (moves.length === 0) return noHtml;
  const followed = new Set(moves.toSorted((a, b) => b.followers - a.followers).slice(0, 3));
  const told = moves.filter((move) => followed.has(move));
  const items = told.map((move) => html`<li>${firstMoveText(move, market, side)}</li>`);
  return html`<h3>Who moved first</h3>
<ul class="first-moves">${items}</ul>
<p class="hint">As far as captures show it: seconds are between captures.</p>`;
}

/**
 * The values that are drawn: lines, where a market has them and they differ. Moneylines have none, and run lines are nearly always 1.5: of those
 * the price of one side says more, and it is drawn as the probability that it implies, in which -105 and +105 are neighbours.
 */
function measureOf({ market, side, books, consensus }: ShownLines, runs: readonly Run[]) {
  const stands = [consensus, ...books].flatMap(({ open, close }) => [open, close]);
  const lines = new Set([...stands, ...runs].flatMap(({ line }) => line ?? []));
  const isLine = market !== "moneyline" && lines.size > 1;
  const ofLine = market === "total" ? "line" : `${side} line`;
  const chanceOf = (price: number | null) => (price === null ? null : impliedProbability(price));
  return {
    isLine,
    label: isLine ? ofLine : `${side} price as implied chance`,
    of: ({ line, first }: Quote) => (isLine ? line : chanceOf(first)),
    text: ({ line, first }: Quote) => (isLine ? lineText(line, market) : signedText(first)),
    tick: (value: number) => (isLine ? lineText(value, market) : `${Math.round(value * 100)}%`),
  };
}

type Measure = ReturnType<typeof measureOf>;

const lineSteps = [0.5, 1, 2, 5, 10];
const mostTicks = 6;

/** Lines stand at halves and wholes, so that their ticks do too; of prices, Plot finds the ticks. */
function ticksOf({ isLine }: Measure, [from, to]: readonly [number, number]): number | number[] {
  const step = lineSteps.find((each) => (to - from) / each <= mostTicks);
  if (!isLine || step === undefined) return mostTicks - 1;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step);
}

/** A run that has a time is one point or two, with the words of its row in the table. One that is in doubt is in the table alone. */
function pointsOf(runs: readonly Run[], { isLine, of, text }: Measure) {
  return runs.flatMap((run) => {
    const { row, name, from, to } = run;
    const at = of(run);
    if (at === null || from === null || to === null || row.doubt !== null) return [];
    const said = isLine ? `${text(run)} at ${pairText(run.first, run.second)}` : text(run);
    const first = { book: row.book, minutes: from, at, title: `${name}: ${said}, ${timesText(run)}` };
    return from === to ? [first] : [first, { ...first, minutes: to }];
  });
}

const hour = 60;
const day = 24 * hour;
const tickMinutes = [28 * day, 14 * day, 7 * day, 3 * day, day, 6 * hour, hour, 0];

const diamond = { r: 6, symbol: "diamond", strokeWidth: 2, stroke: ink.accent } as const;

/** So far beside each other are the lines of so many books; those after them begin at the first place again. */
const besidePx = 1.5;
const mostBeside = 7;

function movementChart(runs: readonly Run[], shown: ShownLines, named: readonly string[]): Html {
  const measure = measureOf(shown, runs);
  const points = pointsOf(runs, measure);
  const longest = Math.max(...points.map(({ minutes }) => minutes), hour);
  // The consensus is no single capture and has no times: it stands at both ends.
  const { open, close } = shown.consensus;
  const ends = [
    { at: measure.of(open), minutes: longest, fill: ink.card, title: `Consensus, open: ${measure.text(open)}` },
    { at: measure.of(close), minutes: 0, fill: ink.accent, title: `Consensus, close: ${measure.text(close)}` },
  ].flatMap((end) => (end.at === null ? [] : { ...end, at: end.at }));
  const ats = [...points, ...ends].map(({ at }) => at);
  const [least, most] = [Math.min(...ats), Math.max(...ats)];
  const room = measure.isLine ? 0.5 : Math.max(0.01, (most - least) * 0.1);
  const domain = [least - room, most + room] as const;
  const of = (book: string) => points.filter((point) => point.book === book);
  const place = { x: "minutes", y: "at" } as const;
  const stepped = { ...place, z: "book", curve: "step-after" } as const;
  const quiet = [...new Set(points.map(({ book }) => book))].filter((book) => !named.includes(book));
  const marks = [
    Plot.ruleX([0], { stroke: ink.edge }),
    // Books at the same line would hide each other.
    ...quiet.map((book, index) => {
      const dy = besidePx * ((index % mostBeside) - (mostBeside - 1) / 2);
      return Plot.line(of(book), { ...stepped, stroke: ink.quiet, strokeWidth: 1, strokeOpacity: 0.45, dy });
    }),
    ...named.flatMap((book, index) => {
      const { symbol, ...look } = series[index] ?? series[0];
      return [
        Plot.line(of(book), { ...stepped, strokeWidth: 2.5, ...look }),
        Plot.dot(of(book).slice(-1), { ...place, r: 4.5, symbol, fill: look.stroke }),
      ];
    }),
    // These dots are invisible. They carry the words that are shown when somebody points at a run.
    Plot.dot(points, { ...place, r: 4, fill: ink.text, fillOpacity: 0, title: "title" }),
    Plot.dot(ends, { ...place, ...diamond, fill: "fill", title: "title" }),
  ];
  return chart({
    name: `${shown.name}: ${measure.label}, capture by capture`,
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
    table: runTable(runs, shown),
  });
}

function timesText({ from, to }: Run): string {
  if (from === null || to === null) return "no time stated";
  return from === to ? `${minutesText(to)} before` : `${minutesText(from)} to ${minutesText(to)} before`;
}

function runTable(runs: readonly Run[], { market, sides }: ShownLines) {
  const hasLine = market !== "moneyline";
  const columns = [
    "Book",
    "Seen",
    ...(hasLine ? [{ head: "Line", look: "number" }] : []),
    { head: sides.join(" / "), look: "number" },
    { head: "Captures", look: "number" },
    "Which",
  ];
  const rows = runs.map((run) => {
    const { doubt, is_open: isOpen, is_close: isClose, captures } = run.row;
    const which = [isOpen ? "open" : "", isClose ? "close" : ""].filter((each) => each !== "").join(", ") || "–";
    return [
      run.name,
      timesText(run),
      ...(hasLine ? [lineText(run.line, market)] : []),
      pairText(run.first, run.second),
      captures,
      doubt === null ? which : "left out: it cannot be true",
    ];
  });
  return { columns, rows };
}
