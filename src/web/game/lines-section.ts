/** The shown market of a period: on a line of numbers, book by book, and as it moved. */
import { html } from "ghtml";
import type { BetRow } from "../../contract/lists/bets.ts";
import { signedText } from "../frame/formats.ts";
import { drawnForWindows, figure, type PictureTable } from "../pictures/draw.ts";
import type { BookLines } from "./book-lines.ts";
import { drawBooks, type Measure, measureOf, pricesText } from "./book-picture.ts";
import { firstMovesText } from "./first-moves.ts";
import type { GameView, ShownLines } from "./game-view.ts";
import { drawMovement, namedBooks, type Run, runsOf, timesText } from "./movement.ts";
import { numberLineFigure } from "./number-line-picture.ts";
import { marginLine, totalLine } from "./number-lines.ts";
import { sidesOf } from "./sides.ts";
import { captureText, lineText, marketName, periodInWords, periodName } from "./words.ts";

export function numberLines({ game, consensusBets }: GameView, { period }: ShownLines): string {
  const of = (market: string, selection: string) =>
    consensusBets.find((bet) => bet.market === market && bet.selection === selection);
  const has = (bet: BetRow | undefined): bet is BetRow =>
    bet !== undefined && (bet.open.line !== null || bet.close.line !== null);
  const spread = of("spread", "home");
  const total = of("total", "over");
  const figures = [
    ...(has(spread) ? [numberLineFigure(marginLine(spread))] : []),
    ...(has(total) ? [numberLineFigure(totalLine(total))] : []),
  ];
  if (figures.length === 0) return "";
  return html`<section class="card" aria-labelledby="against-title">
<div class="card-head"><h2 id="against-title">The score against the lines</h2>
<p class="hint">${periodName(period, game.sport).long}, consensus of the published books</p></div>
<div class="pair">!${figures}</div></section>`;
}

const outcomes = { won: "Won", lost: "Lost", push: "Push" } as const;

export function booksSection(view: GameView, shown: ShownLines): string {
  const { market, period, books } = shown;
  const { sport } = view.game;
  const [first, second] = sidesOf(view, shown);
  const stands = books.flatMap(({ open, close }) => [open, close]);
  const measure = measureOf(market, stands, market === "total" ? "over" : first);
  const name = marketName(market, sport);
  const words = {
    title: `${name} of ${periodInWords(period, sport)}: ${measure.label}`,
    description: `From the opening (a ring) to the close (filled) of every book, the consensus first; ${measure.label}.`,
  };
  const hasLine = market !== "moneyline";
  // Where the window is narrow, the opening stands below the close.
  const heads = [
    ["Book", "book"],
    ...(["Open", "Close"] as const).flatMap((when) => {
      const look = when === "Open" ? "number second" : "number";
      const prices = `${first} / ${second}`;
      return hasLine ? [[when, look] as const, [prices, look] as const] : [[`${when} ${prices}`, look] as const];
    }),
    [`${first} bet`, ""],
  ] as const;
  const rows = books.map(
    ({
      name: bookName,
      isConsensus,
      open,
      close,
      result,
      books: count,
    }) => html`<tr!${isConsensus ? ' class="taken"' : ""}>
<th scope="row" class="book">${bookName}!${isConsensus ? html` <small>${count} ${count === 1 ? "book" : "books"}</small>` : ""}</th>
!${[open, close].map((stand) => {
      const look = stand === open ? " second" : "";
      const line = hasLine ? html`<td class="number line${look}">${lineText(stand.line, market)}</td>` : "";
      return html`!${line}<td class="number${look}" title="${captureText(stand.capturedAt)} UTC">${pricesText(stand)}</td>`;
    })}
<td>${result === null ? "–" : outcomes[result]}</td></tr>`,
  );
  return html`<section class="card" aria-labelledby="books-title">
<div class="card-head"><h2 id="books-title">From open to close, book by book</h2>
<p class="hint keys"><span class="key open">Open</span><span class="key close">Close</span><span class="key consensus">Consensus</span></p></div>
<div class="books">
<figure class="picture"><figcaption>${words.title}</figcaption>!${drawBooks(books, measure, words)}</figure>
<div class="table" tabindex="0" role="group" aria-label="Lines of every book"><table class="data books-table two-lines" data-beside="books">
<caption class="hidden">${words.title}, with prices</caption>
<thead><tr>!${heads.map(([head, look]) => html`<th scope="col" class="${look}">${head}</th>`)}</tr></thead>
<tbody>!${rows}</tbody></table></div>
</div></section>`;
}

export type MovementChoice = {
  readonly book: string | null;
  /** The address of this page with another book in colour; null: with none chosen. */
  readonly linkTo: (book: string | null) => string;
};

export function movementSection(view: GameView, shown: ShownLines, { book, linkTo }: MovementChoice): string {
  const { market, period, books } = shown;
  const { sport } = view.game;
  const runs = runsOf(shown.runs, books);
  if (runs.length === 0) return "";
  const sides = sidesOf(view, shown);
  const measure = measureOf(
    market,
    [...books.flatMap(({ open, close }) => [open, close]), ...runs],
    movementSide(shown, sides),
  );
  const named = namedBooks(runs, book);
  const timed = runs.filter(({ from }) => from !== null);
  const what = `${marketName(market, sport)} of ${periodInWords(period, sport)}`;
  const words = {
    title: `${what}: ${measure.label}, capture by capture`,
    description: `Each book's ${measure.label} as steps over the time before the start. The consensus stands at both ends.`,
  };
  const consensus = books.find(({ isConsensus }) => isConsensus) ?? null;
  const pictures =
    timed.length === 0
      ? html`<p class="hint">The sources of these lines state no times.</p>`
      : drawnForWindows((width) => drawMovement(runs, { measure, named, consensus, words, width }));
  return html`<section class="card movement" aria-labelledby="movement-title">
<div class="card-head"><h2 id="movement-title">How the lines moved</h2>
<p class="hint">Times before the start; the last hours are drawn wider, and books at one line beside each other</p></div>
!${firstMovesText(shown, movementSide(shown, sides))}
!${figure(pictures, words, runTable(runs, shown, measure, sides))}
!${chips(books, named, book, linkTo)}
</section>`;
}

function movementSide({ market }: ShownLines, [first]: readonly [string, string]): string {
  return market === "total" ? "over" : first;
}

function chips(
  books: readonly BookLines[],
  named: readonly string[],
  chosen: string | null,
  linkTo: MovementChoice["linkTo"],
) {
  const links = books
    .filter(({ isConsensus }) => !isConsensus)
    .map(({ book, name }) => {
      const place = named.indexOf(book);
      const look = place === -1 ? "" : ` series-${place + 1}`;
      const current = book === chosen ? ' aria-current="true"' : "";
      return html`<li><a class="chip${look}" href="${linkTo(book)}"!${current}>${name}</a></li>`;
    });
  const all = chosen === null ? "" : html`<li><a class="chip" href="${linkTo(null)}">Show several</a></li>`;
  return html`<nav aria-label="Book in colour"><ul class="chips">!${links}!${all}</ul></nav>`;
}

function runTable(
  runs: readonly Run[],
  { market }: ShownLines,
  _measure: Measure,
  [first, second]: readonly [string, string],
): PictureTable {
  const hasLine = market !== "moneyline";
  const columns = [
    { name: "Book", isNumber: false },
    { name: "Seen", isNumber: false },
    ...(hasLine ? [{ name: "Line", isNumber: true }] : []),
    { name: `${first} / ${second}`, isNumber: true },
    { name: "Captures", isNumber: true },
    { name: "Which", isNumber: false },
  ];
  const rows = runs.map((run) => [
    run.name,
    timesText(run),
    ...(hasLine ? [lineText(run.line, market)] : []),
    `${signedText(run.first)} / ${signedText(run.second)}`,
    String(run.captures),
    run.isDoubted
      ? "left out: it cannot be true"
      : [...(run.isOpen ? ["open"] : []), ...(run.isClose ? ["close"] : [])].join(", ") || "–",
  ]);
  return { columns, rows };
}
