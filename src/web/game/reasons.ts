/** How the consensus of the shown market came about, computed again of the rows on the page, and how it was graded. */
import type { GameDetail } from "../../contract/lists/games.ts";
import { meanProbability } from "../../domain/american-odds.ts";
import { consensusLine, consensusMoneyline, moneylineLean } from "../../domain/consensus.ts";
import type { Quote } from "../../domain/fold.ts";
import { houseRule } from "../../domain/house-rules.ts";
import { sportFacts } from "../../domain/sports.ts";
import { type Html, html } from "../ui/html.ts";
import { card, table } from "../ui/parts.ts";
import { counted, lineText, listText, pairText, shareText, signedText } from "../ui/words.ts";
import type { ShownLines } from "./view.ts";
import { nameOf, verdictOf } from "./words.ts";

type When = "open" | "close";

const hasQuote = ({ line, first, second }: Quote) => line !== null || first !== null || second !== null;

export function reasons(game: GameDetail, shown: ShownLines): Html {
  const { books, name } = shown;
  const without = books.filter(({ close }) => !hasQuote(close)).map((book) => book.name);
  const gone = without.length === 0 ? "" : ` ${listText(without)} had no close.`;
  const count = books.length === 1 ? "One published book" : `${books.length} published books`;
  return card(
    { id: "reasons-title", title: "How each number came about" },
    html`<div class="reasons">
<p>${count} priced the ${name.toLowerCase()}: all of them count, once each.${gone} An opening is a book's
<a href="/docs/conventions#open-and-close">earliest capture, the close the latest strictly before the start</a>.</p>
${moment(shown, "open", "The opening")}${moment(shown, "close", "The close")}
${gradingText(game, shown)}
</div>`,
  );
}

/** The consensus of a moment, and the same computed again [D-16, D-17] of the rows of the books that the page shows. */
function moment(shown: ShownLines, when: When, head: string): Html {
  const { market, moneyline, books, consensus } = shown;
  const published = consensus[when];
  if (!hasQuote(published))
    return html`<h3>${head}</h3>
<p>No book had one, so the consensus has none.</p>`;
  const quotes = books.map((book) => book[when]);
  const prices = { first: moneyline?.[`home_${when}`] ?? null, second: moneyline?.[`away_${when}`] ?? null };
  const lean = market === "spread" ? moneylineLean({ line: null, ...prices }) : 0;
  const again = market === "moneyline" ? consensusMoneyline(quotes) : consensusLine(quotes, lean);
  const text = ({ line, first, second }: Quote) =>
    market === "moneyline" ? pairText(first, second) : `${lineText(line, market)} at ${pairText(first, second)}`;
  const agrees = again.line === published.line && again.first === published.first && again.second === published.second;
  const check = agrees
    ? html`<p class="check">✓ Computed again from the rows above: ${text(again)}, as published.</p>`
    : html`<p class="check differs">✗ Computed again from the rows above it is ${text(again)}, which is not what is published. Please report this page.</p>`;
  return html`<h3>${head}: ${text(published)}</h3>
${market === "moneyline" ? moneylineReason(shown, when) : lineReason(shown, when)}
${check}`;
}

function lineReason({ market, sides, books, consensus }: ShownLines, when: When): Html {
  const taken = consensus[when].line;
  const posted = books.filter((book) => book[when].line !== null);
  const byLine = [...Map.groupBy(posted, (book) => book[when].line as number)].sort(
    ([a, some], [b, others]) => others.length - some.length || a - b,
  );
  const most = byLine[0]?.[1].length ?? 0;
  const tied = byLine.filter(([, on]) => on.length === most).map(([line]) => lineText(line, market));
  const rows = byLine.map(([line, on]) => ({
    cells: [
      `${lineText(line, market)}${line === taken ? " (consensus)" : ""}`,
      on.length,
      meanText(on.map((book) => book[when].first)),
      meanText(on.map((book) => book[when].second)),
      listText(on.map((book) => book.name)),
    ],
    look: line === taken ? "taken" : "",
  }));
  const all = most === 1 ? "The one book" : `All ${most} books`;
  const how =
    tied.length > 1
      ? html`${tied.join(" and ")} stood at ${counted(most, "book")} each, more than any other line.
<a href="/docs/consensus#when-two-lines-have-the-most-books">Five rules</a>, the most balanced price first, decide between them.`
      : html`${most === posted.length ? all : `Most books, ${most} of ${posted.length},`} stood at ${lineText(taken, market)}: that is <a href="/docs/consensus#spread-and-total">the consensus line</a>.`;
  const name = `Books by line, ${when}`;
  const columns = [
    "Line",
    { head: "Books", look: "number" },
    ...sides.map((side) => ({ head: `${side} implied`, look: "number" })),
    { head: "Which", look: "names second" },
  ];
  return html`<p>${how} Its prices are the mean of what the prices of the books on it imply; other books' prices do not count.</p>
${table({ name, caption: name, look: "two-lines", columns, rows })}`;
}

function meanText(prices: readonly (number | null)[]): string {
  const mean = meanProbability(prices.filter((price) => price !== null));
  return mean === null ? "–" : shareText(mean);
}

function moneylineReason({ books, sides }: ShownLines, when: When): Html {
  const parts = (["first", "second"] as const).map((side, index) => {
    const prices = books.map((book) => book[when][side]);
    const count = prices.filter((price) => price !== null).length;
    return `${sides[index]}: ${meanText(prices)}, the mean of ${counted(count, "price")}`;
  });
  return html`<p>Each side's price is <a href="/docs/consensus#moneyline">the mean of what all books' prices imply</a>, with the vig left in. ${parts.join("; ")}.</p>`;
}

/** The grading of the shown market in one sentence. */
function gradingText({ sport, home, away }: GameDetail, { market, settled, consensus }: ShownLines): Html {
  const { score, rule } = settled;
  const { name, sentence } = houseRule(rule as string);
  const { line, first, second } = consensus.close;
  const closes = { spread: line, total: line, moneyline: { home: first, away: second } };
  const verdict = verdictOf[market]({ sport, home: nameOf(home), away: nameOf(away), score, ...closes });
  const margin = score.home - score.away;
  const figures = {
    spread: `Home minus away is ${signedText(margin)}, and ${signedText(margin)} with the home line ${signedText(line)} is ${signedText(margin + (line ?? 0))}`,
    total: `${score.away} and ${score.home} are ${score.home + score.away} ${sportFacts[sport].scoredIn}, against ${line}`,
    moneyline: `The score was ${score.away} to ${score.home}`,
  }[market];
  const graded = consensus.result === "void" ? `${figures}, and the bet is void.` : `${figures}: ${verdict}.`;
  return html`<h3>The grading</h3>
<p>${verdict === null ? "Without a close there is nothing to grade." : graded} ${sentence} That is the house rule <a href="/rules#${name}"><code>${name}</code></a>. Every book's own row is graded against its own close; <a href="/docs/consensus#results">a result of exactly the line is a push</a>.</p>`;
}
