/** The consensus at a moment: the rules of [D-16] and [D-17], on the books whose capture is not older than the moment is early. */
import { consensusBookId } from "../../domain/books.ts";
import { consensusLine, consensusMoneyline, moneylineLean } from "../../domain/consensus.ts";
import type { Quote } from "../../domain/fold.ts";
import { momentMinutes } from "../../domain/moments.ts";
import { noLine, quartersOf } from "../packed-lines.ts";
import { type MomentLines, noCapture } from "./moment-lines.ts";
import type { SeasonLines } from "./season-lines.ts";

/** The columns of a moment have the books of the game already. */
export function addConsensus(moments: readonly MomentLines[], lines: SeasonLines, game: number): void {
  for (const [place, moment] of moments.entries()) {
    const mostAge = 10 * (momentMinutes[place] as number);
    let period = "";
    let lean = 0;
    for (const [slot, { period: own, market }] of lines.slots.entries()) {
      // The moneyline of a period comes before its spread, and decides between two equal ones.
      if (own !== period) lean = 0;
      period = own;
      const at = game * lines.slots.length + slot;
      const entry = lines.from[at] as number;
      const end = lines.from[at + 1] as number;
      if (entry === end || lines.bookIds[entry] !== consensusBookId) continue;
      const quotes = youngQuotes(moment, entry + 1, end, mostAge);
      if (quotes.length === 0) continue;
      const agreed =
        market === "moneyline" ? consensusMoneyline(quotes) : consensusLine(quotes, market === "spread" ? lean : 0);
      if (market === "moneyline") lean = moneylineLean(agreed);
      put(moment, entry, agreed, quotes);
    }
  }
}

type AgedQuote = Quote & { readonly age: number };

function youngQuotes({ ages, prices, quarters }: MomentLines, from: number, end: number, mostAge: number): AgedQuote[] {
  const quotes: AgedQuote[] = [];
  for (let entry = from; entry < end; entry++) {
    const age = ages[entry] as number;
    if (age === noCapture || age > mostAge) continue;
    const line = quarters[entry] as number;
    quotes.push({
      line: line === noLine ? null : line / 4,
      first: prices[2 * entry] || null,
      second: prices[2 * entry + 1] || null,
      age,
    });
  }
  return quotes;
}

function put(
  { ages, prices, quarters }: MomentLines,
  entry: number,
  agreed: Quote,
  quotes: readonly AgedQuote[],
): void {
  const { line, first, second } = agreed;
  if (line === null && first === null && second === null) return;
  const made = quotes.filter((quote) => quote.line === line);
  ages[entry] = Math.max(...made.map(({ age }) => age));
  quarters[entry] = quartersOf(line);
  prices[2 * entry] = first ?? 0;
  prices[2 * entry + 1] = second ?? 0;
}
