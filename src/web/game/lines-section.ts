/** The shown market of a period: book by book, and as it moved. */

import { signedText } from "../frame/formats.ts";
import { drawnForWindows, figure, type PictureTable } from "../pictures/draw.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { type BookLines, pricesText } from "./book-lines.ts";
import { firstMovesText } from "./first-moves.ts";
import type { GameView, ShownLines } from "./game-view.ts";
import { drawMovement, measureOf, namedBooks, type Run, runsOf, timesText } from "./movement.ts";
import { sidesOf } from "./verdicts.ts";
import { captureText, lineText, marketName, periodInWords } from "./words.ts";

const outcomes = { won: "Won", lost: "Lost", push: "Push" } as const;

export function booksSection(view: GameView, shown: ShownLines): Html {
  const { market, period, books } = shown;
  const { sport } = view.game;
  const [first, second] = sidesOf(view, shown);
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
    }) => html`<tr${isConsensus ? html` class="taken"` : ""}>
<th scope="row" class="book">${bookName}${isConsensus ? html` <small>${count} ${count === 1 ? "book" : "books"}</small>` : ""}</th>
${[open, close].map((stand) => {
  const look = stand === open ? " second" : "";
  const line = hasLine ? html`<td class="number line${look}">${lineText(stand.line, market)}</td>` : "";
  return html`${line}<td class="number${look}" title="${captureText(stand.capturedAt)} UTC">${pricesText(stand)}</td>`;
})}
<td>${result === null ? "–" : outcomes[result]}</td></tr>`,
  );
  return html`<section class="card" aria-labelledby="books-title">
<div class="card-head"><h2 id="books-title">From open to close, book by book</h2></div>
<div class="table" tabindex="0" role="group" aria-label="Lines of every book"><table class="data books-table two-lines">
<caption class="hidden">${marketName(market, sport)} of ${periodInWords(period, sport)}, with prices</caption>
<thead><tr>${heads.map(([head, look]) => html`<th scope="col" class="${look}">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody></table></div></section>`;
}

export type MovementChoice = {
  readonly book: string | null;
  /** The address of this page with another book in colour; null: with none chosen. */
  readonly linkTo: (book: string | null) => string;
};

export function movementSection(view: GameView, shown: ShownLines, { book, linkTo }: MovementChoice): Html {
  const { market, period, books } = shown;
  const { sport } = view.game;
  const runs = runsOf(shown.runs, books);
  if (runs.length === 0) return noHtml;
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
${firstMovesText(shown, movementSide(shown, sides))}
${figure(pictures, words, runTable(runs, shown, sides))}
${chips(books, named, book, linkTo)}
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
      const current = book === chosen ? html` aria-current="true"` : "";
      return html`<li><a class="chip${look}" href="${linkTo(book)}"${current}>${name}</a></li>`;
    });
  const all = chosen === null ? "" : html`<li><a class="chip" href="${linkTo(null)}">Show several</a></li>`;
  return html`<nav aria-label="Book in colour"><ul class="chips">${links}${all}</ul></nav>`;
}

function runTable(
  runs: readonly Run[],
  { market }: ShownLines,
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
