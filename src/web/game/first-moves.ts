/** Sentences on which book moved a line first, and how long the others took to follow. */

import type { FirstMoveRow } from "../../contract/lists/lines.ts";
import { listText, signedText } from "../frame/formats.ts";
import { type Html, html, noHtml } from "../ui/html.ts";
import { bookName, captureText, lineText, minutesText } from "../ui/words.ts";
import type { ShownLines } from "./game-view.ts";

/** So many are told, those that most books followed; the API has the others. */
const mostTold = 3;

/** @param side the home team, or "over": that is what the lines and prices are of. */
export function firstMovesText({ moves, market }: Pick<ShownLines, "moves" | "market">, side: string): Html {
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
export function firstMoveText(move: FirstMoveRow, market: ShownLines["market"], side = ""): string {
  const names = move.books.split("|").map(bookName);
  // Books of one capture moved together, and nobody knows which of them was first.
  const who = `${listText(names)}${names.length === 1 ? "" : " together"}`;
  const place = (line: number | null, price: number | null) =>
    line === null ? signedText(price) : lineText(line, market);
  const change = `${side} ${place(move.from, move.from_price)} to ${place(move.to, move.to_price)}`.trim();
  const [first, half] = [move.first_follow_seconds, move.median_follow_seconds].map((seconds) =>
    seconds < 90 ? `${Math.round(seconds)} s` : minutesText(seconds / 60),
  );
  return `${who} moved first: ${change}, ${captureText(move.moved_at)} UTC; ${move.followers} books followed, the first after ${first}, half of them within ${half}.`;
}
