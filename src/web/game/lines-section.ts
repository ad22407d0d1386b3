/** The shown market of a period: book by book, and as it moved. */

import { signedText } from "../frame/formats.ts";
import { card } from "../ui/card.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { type Row, table } from "../ui/table.ts";
import { captureText, lineText, marketName, periodInWords } from "../ui/words.ts";
import { firstMovesText } from "./first-moves.ts";
import type { BookLines, GameView, ShownLines, Stand } from "./game-view.ts";
import { movementChart, namedBooks, runsOf } from "./movement.ts";
import { sidesOf } from "./verdicts.ts";

const outcomes = { won: "Won", lost: "Lost", push: "Push", void: "Void" } as const;

/** As in `Spread of the first half`. */
function whatIsShown({ game }: GameView, { market, period }: ShownLines): string {
  return `${marketName(market, game.sport)} of the ${periodInWords(period)}`;
}

/** The prices of both sides, as `−110 / −110`. */
function pricesText({ first, second }: Stand): string {
  return first === null && second === null ? "–" : `${signedText(first)} / ${signedText(second)}`;
}

export function booksSection(view: GameView, shown: ShownLines): Html {
  const { market, books } = shown;
  const [first, second] = sidesOf(view, shown);
  const hasLine = market !== "moneyline";
  // Where the window is narrow, the opening stands below the close.
  const ofStands = [
    { when: "Open", more: " second" },
    { when: "Close", more: "" },
  ].flatMap(({ when, more }) => {
    const prices = `${first} / ${second}`;
    return hasLine
      ? [
          { head: when, look: `number line${more}` },
          { head: prices, look: `number${more}` },
        ]
      : [{ head: `${when} ${prices}`, look: `number${more}` }];
  });
  const rows = books.map(({ name, isConsensus, open, close, result, books: count }): Row => {
    const counted = isConsensus ? html` <small>${count} ${count === 1 ? "book" : "books"}</small>` : "";
    const stands = [open, close].flatMap((stand) => [
      ...(hasLine ? [lineText(stand.line, market)] : []),
      { text: pricesText(stand), title: `${captureText(stand.capturedAt)} UTC` },
    ]);
    const cells = [html`${name}${counted}`, ...stands, result === null ? "–" : outcomes[result]];
    return { cells, ...(isConsensus ? { look: "taken" } : {}) };
  });
  return card(
    { id: "books-title", title: "From open to close, book by book" },
    table({
      name: "Lines of every book",
      caption: `${whatIsShown(view, shown)}, with prices`,
      look: "books-table two-lines",
      columns: [{ head: "Book", look: "book" }, ...ofStands, { head: `${first} bet` }],
      rows,
    }),
  );
}

export type MovementChoice = {
  readonly book: string | null;
  /** The address of this page with another book in colour; null: with none chosen. */
  readonly linkTo: (book: string | null) => string;
};

export function movementSection(view: GameView, shown: ShownLines, { book, linkTo }: MovementChoice): Html {
  const { market, books } = shown;
  const runs = runsOf(shown.runs, books);
  if (runs.length === 0) return noHtml;
  const sides = sidesOf(view, shown);
  const side = market === "total" ? "over" : sides[0];
  const named = namedBooks(runs, book);
  return card(
    {
      id: "movement-title",
      title: "How the lines moved",
      hint: "Times before the start; the last hours are drawn wider, and books at one line beside each other",
      look: "movement",
    },
    html`<div class="beside">${movementChart(runs, { name: whatIsShown(view, shown), market, books, sides, side, named })}
<div>${chips(books, named, book, linkTo)}
${firstMovesText(shown, side)}</div></div>`,
  );
}

function chips(
  books: readonly BookLines[],
  named: readonly string[],
  chosen: string | null,
  linkTo: MovementChoice["linkTo"],
): Html {
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
