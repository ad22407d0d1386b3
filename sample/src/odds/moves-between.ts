/**
 * Captures between the opening and the close of lines that have no others, so that they too are seen to move: a book leans
 * with its price before it leaves its line. Open and close stay as they are, and so does everything that is published of them.
 */
import { impliedProbability } from "../../../src/domain/american-odds.ts";
import type { Random } from "../random.ts";
import type { BookProfile } from "./book-profiles.ts";
import type { Priced } from "./lines.ts";
import { priceOf } from "./prices.ts";
import type { QuoteSheet, ShownLine } from "./quote-sheet.ts";

/** How often such a line is captured once more. More would make the first start slower than it need be. */
const isSeen = 0.35;

/** How far a book moves the chances before it moves the line. */
const lean = 0.018;

/** For the book that was quoted last. */
export function addMovesBetween(sheet: QuoteSheet, book: BookProfile, random: Random): void {
  for (const shown of sheet.lines()) {
    if (shown.captures !== 2 || !random.chance(isSeen)) continue;
    const between = betweenOf(shown, book);
    if (isSame(between, shown.first) || isSame(between, shown.last)) continue;
    const share = 0.15 + 0.7 * random.next();
    const timeMs = Math.round((shown.firstMs + (shown.lastMs - shown.firstMs) * share) / 1000) * 1000;
    if (timeMs > shown.firstMs && timeMs < shown.lastMs) sheet.addBetween(timeMs, shown, between);
  }
}

/** On the line of the opening: half of the way of the price, or a lean to the side that the line will go to. */
function betweenOf({ market, first: open, last: close }: ShownLine, book: BookProfile): Priced {
  const [openFirst, openSecond] = [impliedProbability(open.first), impliedProbability(open.second)];
  if (open.line === close.line) {
    return {
      line: open.line,
      first: priceOf((openFirst + impliedProbability(close.first)) / 2, book.step),
      second: priceOf((openSecond + impliedProbability(close.second)) / 2, book.step),
    };
  }
  // A home line that falls means a stronger home side, a total that rises means more points.
  const isRising = (close.line ?? 0) > (open.line ?? 0);
  const towardsFirst = isRising === (market !== "spread") ? lean : -lean;
  return {
    line: open.line,
    first: priceOf(openFirst + towardsFirst, book.step),
    second: priceOf(openSecond - towardsFirst, book.step),
  };
}

function isSame(one: Priced, other: Priced): boolean {
  return one.line === other.line && one.first === other.first && one.second === other.second;
}
