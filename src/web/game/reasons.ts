/** How the consensus of the shown market came about, computed again of the rows on the page, and how it was graded. */

import { meanProbability } from "../../domain/american-odds.ts";
import { consensusLine, consensusMoneyline, moneylineLean } from "../../domain/consensus.ts";
import type { Quote } from "../../domain/fold.ts";
import { houseRule } from "../../domain/house-rules.ts";
import { sportFacts } from "../../domain/sports.ts";
import { listText, shareText, signedText } from "../frame/formats.ts";
import { card } from "../ui/card.ts";
import { type Html, html } from "../ui/html.ts";
import { table } from "../ui/table.ts";
import { lineText, marketName, periodInWords } from "../ui/words.ts";
import type { BookLines, GameView, ShownLines, ShownMarket, Stand } from "./game-view.ts";
import { type Graded, nameOf, sidesOf, verdictOf } from "./verdicts.ts";

type Quoted = Pick<Stand, "line" | "first" | "second">;

const pick = ({ line, first, second }: Quoted): Quoted => ({ line, first, second });
const hasQuote = ({ line, first, second }: Quoted) => line !== null || first !== null || second !== null;
const nothing: Quoted = { line: null, first: null, second: null };

/** The consensus computed again [D-16, D-17] of the rows of the books that the page shows. */
function computedAgain(
  { market, moneyline: set }: ShownLines,
  own: readonly BookLines[],
  when: "open" | "close",
): Quoted {
  const quotes: readonly Quote[] = own.map((book) => pick(book[when]));
  if (market === "moneyline") return consensusMoneyline(quotes);
  const moneyline = { line: null, first: set?.[`home_${when}`] ?? null, second: set?.[`away_${when}`] ?? null };
  const posted = quotes.filter(({ line }) => line !== null);
  return consensusLine(posted, market === "spread" ? moneylineLean(moneyline) : 0);
}

export function reasons(view: GameView, shown: ShownLines): Html {
  const { market, period, books } = shown;
  const own = books.filter(({ isConsensus }) => !isConsensus);
  const name = marketName(market, view.game.sport).toLowerCase();
  const without = own.filter(({ close }) => !hasQuote(close)).map((book) => book.name);
  const gone = without.length === 0 ? "" : ` ${listText(without)} had no close.`;
  const count = own.length === 1 ? "One published book" : `${own.length} published books`;
  return card(
    { id: "reasons-title", title: "How each number came about" },
    html`<div class="reasons">
<p>${count} priced the ${name} of the ${periodInWords(period)}: all of them count, once each.${gone} An opening is a book's
<a href="/docs/conventions#open-and-close">earliest capture, the close the latest strictly before the start</a>.</p>
${(["open", "close"] as const).map((when) => moment(shown, own, when, sidesOf(view, shown)))}
${gradingText(view, shown)}
</div>`,
  );
}

function moment(shown: ShownLines, own: readonly BookLines[], when: "open" | "close", sides: Sides): Html {
  const { market, books } = shown;
  const published = pick(books.find(({ isConsensus }) => isConsensus)?.[when] ?? nothing);
  const head = when === "open" ? "The opening" : "The close";
  if (!hasQuote(published))
    return html`<h3>${head}</h3>
<p>No book had one, so the consensus has none.</p>`;
  const again = computedAgain(shown, own, when);
  const agrees = again.line === published.line && again.first === published.first && again.second === published.second;
  const text =
    market === "moneyline" ? moneylineText(own, when, sides) : lineReason(own, when, published.line, market, sides);
  const check = agrees
    ? html`<p class="check">✓ Computed again from the rows above: ${standText(again, market)}, as published.</p>`
    : html`<p class="check differs">✗ Computed again from the rows above it is ${standText(again, market)}, which is not what is published. Please report this page.</p>`;
  return html`<h3>${head}: ${standText(published, market)}</h3>
${text}
${check}`;
}

function standText({ line, first, second }: Quoted, market: ShownMarket): string {
  const prices = `${signedText(first)} / ${signedText(second)}`;
  return market === "moneyline" ? prices : `${lineText(line, market)} at ${prices}`;
}

type Sides = readonly [first: string, second: string];

function lineReason(
  own: readonly BookLines[],
  when: "open" | "close",
  taken: number | null,
  market: ShownMarket,
  [firstSide, secondSide]: Sides,
): Html {
  const posted = own.filter((book) => book[when].line !== null);
  const byLine = [...Map.groupBy(posted, (book) => book[when].line as number)].sort(
    ([a, some], [b, others]) => others.length - some.length || a - b,
  );
  const most = byLine[0]?.[1].length ?? 0;
  const tied = byLine.filter(([, on]) => on.length === most);
  const rows = byLine.map(([line, on]) => {
    const isTaken = line === taken;
    const implied = (["first", "second"] as const).map((side) => meanText(on.map((book) => book[when][side])));
    const name = `${lineText(line, market)}${isTaken ? " (consensus)" : ""}`;
    return {
      cells: [name, on.length, ...implied, listText(on.map((book) => book.name))],
      look: isTaken ? "taken" : "",
    };
  });
  const how =
    tied.length > 1
      ? html`${tied.map(([line]) => lineText(line, market)).join(" and ")} stood at ${most} ${most === 1 ? "book" : "books"} each, more than any other line.
<a href="/docs/consensus#when-two-lines-have-the-most-books">Five rules</a>, the most balanced price first, decide between them.`
      : html`${most === posted.length ? (most === 1 ? "The one book" : `All ${most} books`) : `Most books, ${most} of ${posted.length},`} stood at ${lineText(taken, market)}: that is <a href="/docs/consensus#spread-and-total">the consensus line</a>.`;
  return html`<p>${how} Its prices are the mean of what the prices of the books on it imply; other books' prices do not count.</p>
${table({
  name: `Books by line, ${when}`,
  caption: `Books by line, ${when}`,
  look: "two-lines",
  columns: [
    { head: "Line" },
    { head: "Books", look: "number" },
    { head: `${firstSide} implied`, look: "number" },
    { head: `${secondSide} implied`, look: "number" },
    { head: "Which", look: "names second" },
  ],
  rows,
})}`;
}

function meanText(prices: readonly (number | null)[]): string {
  const mean = meanProbability(prices.filter((price) => price !== null));
  return mean === null ? "–" : shareText(mean);
}

function moneylineText(own: readonly BookLines[], when: "open" | "close", sides: Sides): Html {
  const parts = (["first", "second"] as const).map((side, index) => {
    const prices = own.map((book) => book[when][side]);
    const count = prices.filter((price) => price !== null).length;
    return `${sides[index]}: ${meanText(prices)}, the mean of ${count} ${count === 1 ? "price" : "prices"}`;
  });
  return html`<p>Each side's price is <a href="/docs/consensus#moneyline">the mean of what all books' prices imply</a>, with the vig left in. ${parts.join("; ")}.</p>`;
}

/** The grading of the shown market in one sentence. */
function gradingText({ game }: GameView, shown: ShownLines): Html {
  const { market, score, books } = shown;
  const { close, result } = books.find(({ isConsensus }) => isConsensus) ?? { close: null, result: null };
  const { name, sentence } = houseRule(shown.rule);
  const unit = sportFacts[game.sport].scoredIn;
  const [home, away] = [nameOf(game.home), nameOf(game.away)];
  const graded: Graded = {
    sport: game.sport,
    home,
    away,
    score,
    spread: close?.line ?? null,
    total: close?.line ?? null,
    moneyline: { home: close?.first ?? null, away: close?.second ?? null },
  };
  const verdict = verdictOf[market](graded);
  const sum = score.home + score.away;
  const margin = score.home - score.away;
  const figures = {
    spread: `Home minus away is ${signedText(margin)}, and ${signedText(margin)} with the home line ${signedText(graded.spread)} is ${signedText(margin + (graded.spread ?? 0))}`,
    total: `${score.away} and ${score.home} are ${sum} ${unit}, against ${graded.total}`,
    moneyline: `The score was ${score.away} to ${score.home}`,
  }[market];
  const text =
    verdict === null
      ? "Without a close there is nothing to grade."
      : result === "void"
        ? `${figures}, and the bet is void.`
        : `${figures}: ${verdict}.`;
  return html`<h3>The grading</h3>
<p>${text} ${sentence} That is the house rule <a href="/rules#${name}"><code>${name}</code></a>. Every book's own row is graded against its own close; <a href="/docs/consensus#results">a result of exactly the line is a push</a>.</p>`;
}
