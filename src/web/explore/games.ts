/** The bets of a set as a table: newest first, or in the order that the address asks for, a page at a time. */

import type { BetSide } from "../../domain/bets/sides.ts";
import type { SetLook } from "../../query/trends/look.ts";
import type { BetOfSet } from "../../query/trends/set.ts";
import type { SortColumn } from "../../query/trends/sorted-bets.ts";
import { copyButton, countText, signedText } from "../frame/formats.ts";
import { requestsOf, requestWords, rowsOfRequest } from "../share/share-row.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { type Address, permalink } from "./address.ts";
import { betTypeName } from "./words.ts";

type Head = readonly [name: string, column: SortColumn | null, look: Html | ""];

/** The looks of cells with numbers, and of those that stand on the second line of a game where the window is narrow. */
const [number, second] = [html` class="number"`, html` class="number second"`];

const heads: readonly Head[] = [
  ["Date", "date", ""],
  ["Game", null, ""],
  ["Bet", null, html` class="second bet"`],
  ["Line", "line", number],
  ["Price", "price", number],
  ["Result", null, ""],
  ["Score", null, second],
  ["Margin", "margin", second],
  ["Units", "units", second],
];

/** @param source the address of the same bets at the API. */
export function gamesCard(
  { bets: count, page: { bets, first, pages } }: Pick<SetLook, "bets" | "page">,
  address: Pick<Address, "filters" | "sort" | "page" | "held" | "nth" | "grouped">,
  source: string,
): Html {
  const { filters, sort, held, nth, grouped } = address;
  const rows = bets.map(row);
  const shown =
    count === 0 ? "none" : `${countText(first)} to ${countText(first + bets.length - 1)} of ${countText(count)}`;
  const columns = heads.map(([name, column, look]) => {
    if (column === null) return html`<th scope="col"${look}>${name}</th>`;
    const isSorted = column === sort.column;
    const isDescending = isSorted ? !sort.isDescending : true;
    const order = isSorted ? html` aria-sort="${sort.isDescending ? "descending" : "ascending"}"` : "";
    const link = permalink({ filters, sort: { column, isDescending }, page: 1, held, nth, grouped });
    return html`<th scope="col"${look}${order}><a href="${link}" rel="nofollow" data-swap>${name}<span class="arrow" aria-hidden="true"></span></a></th>`;
  });
  return html`<section class="card games" aria-labelledby="games-title">
<div class="card-head"><h2 id="games-title">The games</h2><p class="hint">${shown}</p></div>
<div class="table" tabindex="0" role="group" aria-label="The games"><table class="data two-lines">
<thead><tr>${columns}</tr></thead>
<tbody>${rows}</tbody></table></div>
${pager(address, pages)}
<p class="hint source-words">The same bets as data, in ${requestWords(requestsOf(count))} of up to ${countText(rowsOfRequest)} rows:</p>
<div class="snippet"><code id="bets-source">${source}</code>
${copyButton("bets-source", "Copy")}</div>
</section>`;
}

function row(bet: BetOfSet): Html {
  const { gameId, date, home, away, score, side, closeLine, closePrice, closeResult, margin, closeProfit, sideTeam } =
    bet;
  const isTotal = side.market !== "moneyline" && side.market !== "spread";
  const line = isTotal && closeLine !== null ? String(closeLine) : signedText(closeLine);
  const result = closeResult ?? "ungraded";
  return html`<tr><th scope="row">${date}</th>
<td><a href="/games/${gameId}">${away ?? ""} at ${home ?? ""}</a></td>
<td class="second bet">${betWords(side, sideTeam)}</td>
<td class="number">${line}</td>
<td class="number">${signedText(closePrice)}</td>
<td class="result ${result}">${result}</td>
<td class="number second">${score === null ? "–" : `${score.away}–${score.home}`}</td>
<td class="number second">${signedText(margin)}</td>
<td class="number second">${signedText(closeProfit, 2)}</td></tr>`;
}

function betWords(side: BetSide, team: string | null): string {
  const name = betTypeName(side.betType);
  if (side.market === "moneyline" || side.market === "spread") return `${team ?? side.selection} ${name}`;
  return team === null ? `${side.selection}, ${name}` : `${team} ${name}`;
}

function pager(
  { filters, sort, page, held, nth, grouped }: Pick<Address, "filters" | "sort" | "page" | "held" | "nth" | "grouped">,
  pages: number,
): Html {
  if (pages === 1) return noHtml;
  const link = (to: number, words: string, rel: string) =>
    to < 1 || to > pages
      ? html`<span></span>`
      : html`<a class="button small" href="${permalink({ filters, sort, page: to, held, nth, grouped })}" rel="${rel} nofollow" data-swap>${words}</a>`;
  return html`<nav class="pager" aria-label="Pages of games">${link(page - 1, "Previous", "prev")}
<span>Page ${countText(page)} of ${countText(pages)}</span>
${link(page + 1, "Next", "next")}</nav>`;
}
