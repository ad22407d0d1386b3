/** The bets of a set as a table: newest first, or in the order that the address asks for, a page at a time. */
import type { BetSide } from "../../domain/bets/sides.ts";
import type { SetLook, SortColumn } from "../../query/trends/look.ts";
import type { BetOfSet } from "../../query/trends/set.ts";
import { requestsOf, requestWords, rowsOfRequest } from "../share/share-row.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { type Cell, type Column, card, snippet, table } from "../ui/parts.ts";
import { betTypeName, countText, lineText, signedText } from "../ui/words.ts";
import { type Address, permalink, sortOf } from "./address.ts";

/**
 * The columns, by what column of the set they can be sorted, if any, and their cells. Those that stand on the second line of a game
 * where the window is narrow are `second`.
 */
const columns: readonly (readonly [
  head: string,
  column: SortColumn | null,
  look: string,
  cell: (bet: BetOfSet) => Cell,
])[] = [
  ["Date", "date", "", ({ row }) => row.game_date],
  ["Game", null, "", ({ row }) => html`<a href="/games/${row.game_id}">${row.away ?? ""} at ${row.home ?? ""}</a>`],
  ["Bet", null, "second bet", ({ side, row }) => betWords(side, row.side_team)],
  ["Line", "line", "number", ({ side, row }) => lineText(row.close.line, side.marketName)],
  ["Price", "price", "number", ({ row }) => signedText(row.close.price)],
  ["Result", null, "", ({ row }) => resultCell(row.result.close ?? "ungraded")],
  ["Score", null, "number second", ({ score }) => (score === null ? "–" : `${score.away}–${score.home}`)],
  ["Margin", "margin", "number second", ({ margin }) => signedText(margin)],
  ["Units", "units", "number second", ({ row }) => signedText(row.profit.close, 2)],
];

const resultCell = (result: string): Cell => ({ text: result, look: `result ${result}` });

/** @param source the address of the same bets at the API. */
export function gamesCard({ bets: count, page }: SetLook, address: Address, source: string): Html {
  const { bets, first, pages } = page;
  const sort = sortOf(address);
  const shown =
    count === 0 ? "none" : `${countText(first)} to ${countText(first + bets.length - 1)} of ${countText(count)}`;
  const heads = columns.map(([name, column, look]): Column => {
    if (column === null) return { head: name, look };
    const isSorted = column === sort.column;
    const order = isSorted && sort.isDescending ? column : `-${column}`;
    const link = permalink(address, { sort: order, page: "" });
    const head = html`<a href="${link}" rel="nofollow" data-swap>${name}<span class="arrow" aria-hidden="true"></span></a>`;
    return { head, look, ...(isSorted ? { sorted: sort.isDescending ? "descending" : "ascending" } : {}) };
  });
  const name = "The games";
  const rows = bets.map((bet) => columns.map(([, , , cell]) => cell(bet)));
  return card(
    { id: "games-title", title: name, hint: shown, look: "games" },
    html`${table({ name, look: "two-lines", columns: heads, rows })}
${pager(address, pages)}
<p class="hint source-words">The same bets as data, in ${requestWords(requestsOf(count))} of up to ${countText(rowsOfRequest)} rows:</p>
${snippet("bets-source", "address of the bets", source)}`,
  );
}

function betWords(side: BetSide, team: string | null): string {
  const name = betTypeName(side.betType);
  if (side.market === "moneyline" || side.market === "spread") return `${team ?? side.selection} ${name}`;
  return team === null ? `${side.selection}, ${name}` : `${team} ${name}`;
}

function pager(address: Address, pages: number): Html {
  if (pages === 1) return noHtml;
  const page = Number(address.shown.page);
  const link = (to: number, words: string, rel: string) =>
    to < 1 || to > pages
      ? html`<span></span>`
      : html`<a class="button small" href="${permalink(address, { page: String(to) })}" rel="${rel} nofollow" data-swap>${words}</a>`;
  return html`<nav class="pager" aria-label="Pages of games">${link(page - 1, "Previous", "prev")}
<span>Page ${countText(page)} of ${countText(pages)}</span>
${link(page + 1, "Next", "next")}</nav>`;
}
