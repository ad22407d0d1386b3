/** Sentences on which book moved a line first, and how long the others took to follow. */

import type { FirstMoveRow } from "../../contract/lists/lines.ts";
import { findPublishedBook } from "../../domain/books.ts";
import { listText, signedText } from "../frame/formats.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import type { ShownLines } from "./game-view.ts";
import { captureText, lineText, type ShownMarket } from "./words.ts";

/** So many are told, those that most books followed; the API has the others. */
const mostTold = 3;

/** @param side the home team, or "over": that is what the lines and prices are of. */
export function firstMovesText({ moves, market }: ShownLines, side: string): Html {
  if (moves.length === 0) return noHtml;
  const told = moves
    .toSorted((a, b) => b.followers - a.followers)
    .slice(0, mostTold)
    .sort((a, b) => (a.moved_at < b.moved_at ? -1 : 1));
  return html`<h3>Who moved first</h3>
<ul class="first-moves">${told.map((move) => html`<li>${firstMoveText(move, market, side)}</li>`)}</ul>
<p class="hint">As far as captures show it: seconds are between captures.</p>`;
}

/** @param side in front of the line; nothing where the text before says it. */
export function firstMoveText(move: FirstMoveRow, market: ShownMarket, side = ""): string {
  const who = move.books.split("|").map((slug) => findPublishedBook(slug)?.name ?? slug);
  const place = (line: number | null, price: number | null) =>
    line === null ? signedText(price) : lineText(line, market);
  const change = `${side} ${place(move.from, move.from_price)} to ${place(move.to, move.to_price)}`.trim();
  return `${listed(who)} moved first: ${change}, ${captureText(move.moved_at)} UTC; ${followersText(move)}.`;
}

/** Books of one capture moved together, and nobody knows which of them was first. */
function listed(names: readonly string[]): string {
  return `${listText(names)}${names.length === 1 ? "" : " together"}`;
}

function followersText({ followers, ...move }: FirstMoveRow): string {
  const [first, half] = [move.first_follow_seconds, move.median_follow_seconds].map(durationText);
  return `${followers} books followed, the first after ${first}, half of them within ${half}`;
}

function durationText(seconds: number): string {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}
