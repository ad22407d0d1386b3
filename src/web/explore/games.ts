/** The bets of a set as a table: newest first, or in the order that the address asks for, a page at a time. */
import { html } from "ghtml";
import { scoredPeriods } from "../../archive/packed-lines.ts";
import type { BetSide } from "../../domain/bets/sides.ts";
import type { BetSet } from "../../query/trends/columns.ts";
import { betOf, profitOfClose } from "../../query/trends/set.ts";
import { copyButton } from "../frame/copy.ts";
import { type Address, permalink, type Sort, type SortColumn } from "./address.ts";
import { dateOf } from "./tally.ts";
import { betTypeName, signed, whole } from "./words.ts";

const rowsOfPage = 25;

/** How many pages the games of a set have: at least one. */
export function pagesOf(set: Pick<BetSet, "count">): number {
  return Math.max(1, Math.ceil(set.count / rowsOfPage));
}

/** The bets of one page, in order. Bets without a value come last in both directions; equal ones stay newest first. */
function betsOnPage(set: BetSet, { column, isDescending }: Sort, page: number): readonly number[] {
  const { count } = set;
  const start = (page - 1) * rowsOfPage;
  const places = Array.from({ length: Math.max(0, Math.min(rowsOfPage, count - start)) }, (_, place) => start + place);
  if (column === "date") return places.map((place) => (isDescending ? count - 1 - place : place));
  // One number has the value and the place, so that sorting numbers sorts bets.
  const keys = new Float64Array(count);
  for (let bet = 0; bet < count; bet++) {
    const value = orderValue(set, bet, column);
    const signedValue = value === null ? largest : isDescending ? -value : value;
    keys[bet] = signedValue * spread + (count - 1 - bet);
  }
  keys.sort();
  return places.map((place) => {
    const key = keys[place] as number;
    return count - 1 - (key - Math.floor(key / spread) * spread);
  });
}

/** More than any set has bets. */
const spread = 2 ** 22;
/** More than any value; times `spread` it is still exact. */
const largest = 2 ** 28;

/** A whole number to sort by. */
function orderValue(set: BetSet, bet: number, column: Exclude<SortColumn, "date">): number | null {
  if (column === "units") return profitOfClose(set, bet);
  if (column === "price") return payoutOf(set.closePrice[bet] as number);
  if (column === "margin") return set.closeOutcome[bet] === 0 ? null : (set.ahead[bet] as number);
  const line = set.closeLine[bet] as number;
  return line === noLine ? null : line;
}

const noLine = -32_768;

/** American odds in the order of what they pay: -200, -110, +100, +150. */
function payoutOf(price: number): number | null {
  if (price === 0) return null;
  return Math.round(price > 0 ? price * 100 : 1_000_000 / -price);
}

const heads: readonly (readonly [name: string, column: SortColumn | null, isNumber: boolean])[] = [
  ["Date", "date", false],
  ["Game", null, false],
  ["Score", null, true],
  ["Bet", null, false],
  ["Line", "line", true],
  ["Price", "price", true],
  ["Result", null, false],
  ["Margin", "margin", true],
  ["Units", "units", true],
];

/** @param source the address of the same bets at the API. */
export function gamesCard(
  set: BetSet,
  address: Pick<Address, "filters" | "sort" | "page" | "held">,
  source: string,
): string {
  const { filters, sort, page, held } = address;
  const bets = betsOnPage(set, sort, page);
  const rows = bets.map((bet) => row(set, bet));
  const first = (page - 1) * rowsOfPage + 1;
  const shown =
    set.count === 0 ? "none" : `${whole(first)} to ${whole(first + bets.length - 1)} of ${whole(set.count)}`;
  const columns = heads.map(([name, column, isNumber]) => {
    const look = isNumber ? ' class="number"' : "";
    if (column === null) return html`<th scope="col"!${look}>${name}</th>`;
    const isSorted = column === sort.column;
    const isDescending = isSorted ? !sort.isDescending : true;
    const order = isSorted ? ` aria-sort="${sort.isDescending ? "descending" : "ascending"}"` : "";
    const link = permalink({ filters, sort: { column, isDescending }, page: 1, held });
    return html`<th scope="col"!${look}!${order}><a href="${link}" rel="nofollow" data-swap>${name}<span class="arrow" aria-hidden="true"></span></a></th>`;
  });
  return html`<section class="card games" aria-labelledby="games-title">
<div class="card-head"><h2 id="games-title">The games</h2><p class="hint">${shown}</p></div>
<div class="table" tabindex="0" role="group" aria-label="The games"><table class="data">
<thead><tr>!${columns}</tr></thead>
<tbody>!${rows.join("\n")}</tbody></table></div>
!${pager(address, pagesOf(set))}
<p class="hint source-words">The same bets as data, in ${requestWords(set.count)} of up to ${whole(rowsOfRequest)} rows:</p>
<div class="snippet"><code id="bets-source">${source}</code>
!${copyButton("bets-source", "Copy")}</div>
</section>`;
}

/** As many rows as the API gives to one request. */
export const rowsOfRequest = 1_000;

function requestWords(bets: number): string {
  const requests = Math.max(1, Math.ceil(bets / rowsOfRequest));
  return requests === 1 ? "1 request" : `${whole(requests)} requests`;
}

function row(set: BetSet, index: number): string {
  const bet = betOf(set, index);
  const { season, game, gameId, side, closeLine, closePrice, closeResult, margin, closeProfit, sideTeam } = bet;
  const home = season.teams[season.homes[game] as number] ?? "";
  const away = season.teams[season.aways[game] as number] ?? "";
  const isTotal = side.market !== "moneyline" && side.market !== "spread";
  const line = closeLine === null ? "–" : isTotal ? String(closeLine) : signed(closeLine);
  const result = closeResult ?? "ungraded";
  return html`<tr><th scope="row">${dateOf(set, index)}</th>
<td><a href="/games/${gameId}">${away} at ${home}</a></td>
<td class="number">${scoreOf(set, index)}</td>
<td>${betWords(side, sideTeam)}</td>
<td class="number">${line}</td>
<td class="number">${closePrice === null ? "–" : signed(closePrice)}</td>
<td><span class="result ${result}">${result}</span></td>
<td class="number">${margin === null ? "–" : signed(margin)}</td>
<td class="number">${closeProfit === null ? "–" : signed(closeProfit, 2)}</td></tr>`;
}

function betWords(side: BetSide, team: string | null): string {
  const name = betTypeName(side.betType);
  if (side.market === "moneyline" || side.market === "spread") return `${team ?? side.selection} ${name}`;
  return team === null ? `${side.selection}, ${name}` : `${team} ${name}`;
}

/** The score of the whole game, the visitors' first. */
function scoreOf(set: BetSet, bet: number): string {
  const season = set.seasons[set.season[bet] as number];
  const scores = season?.lines?.scores;
  if (scores === undefined) return "–";
  const at = 2 * ((set.game[bet] as number) * scoredPeriods.length + scoredPeriods.indexOf("full"));
  const home = scores[at] as number;
  return home < 0 ? "–" : `${scores[at + 1]}–${home}`;
}

function pager(
  { filters, sort, page, held }: Pick<Address, "filters" | "sort" | "page" | "held">,
  pages: number,
): string {
  if (pages === 1) return "";
  const link = (to: number, words: string, rel: string) =>
    to < 1 || to > pages
      ? html`<span></span>`
      : html`<a class="button small" href="${permalink({ filters, sort, page: to, held })}" rel="${rel} nofollow" data-swap>${words}</a>`;
  return html`<nav class="pager" aria-label="Pages of games">!${link(page - 1, "Previous", "prev")}
<span>Page ${whole(page)} of ${whole(pages)}</span>
!${link(page + 1, "Next", "next")}</nav>`;
}
