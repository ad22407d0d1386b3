/** The rules of doubt that look at a quote by itself, or at what its book showed before. */
import { impliedProbability } from "../../domain/american-odds.ts";
import type { Sheet, Stretch } from "./sheet.ts";
import { periodPatience, thresholds } from "./thresholds.ts";

/** A book's two prices of one bet leave it a margin, and never so large a one. */
const pairSum = { least: 0.97, most: 1.25 };

export function doubtSingleQuotes(sheet: Sheet): void {
  for (const stretch of sheet.stretches) {
    doubtMissingPrices(sheet, stretch);
    for (let at = stretch.from; at < stretch.to; at++) {
      if (!sheet.isBeforeStart(at)) continue;
      const sum = pairSumAt(sheet, at);
      if (sum < pairSum.least || sum > pairSum.most)
        sheet.doubt(at, "pair_of_prices", `the implied probabilities add up to ${sum.toFixed(2)}`);
      else if (isNeverPosted(sheet, stretch, at))
        sheet.doubt(at, "line_never_posted", `books post ${postedWords(sheet, stretch)}`);
      else if (isAlternate(sheet, stretch, at))
        sheet.doubt(at, "alternate_line", `the first side is given ${percentOf(sheet.logits[at] as number)}`);
    }
  }
}

/** A provider that renames the field of its prices goes on to state lines. */
function doubtMissingPrices(sheet: Sheet, { from, to }: Stretch): void {
  const { times, firstPrices, secondPrices } = sheet.captures;
  let hasBeenPriced = false;
  for (let at = from; at < to; at++) {
    const isPriced = firstPrices[at] !== 0 || secondPrices[at] !== 0;
    if (isPriced) hasBeenPriced ||= Number.isFinite(times[at] as number);
    else if (hasBeenPriced && Number.isFinite(times[at] as number))
      sheet.doubt(at, "price_missing", "the book had shown this market with prices before");
  }
}

/** 1 where a price is missing, which says nothing. */
function pairSumAt({ captures: { firstPrices, secondPrices } }: Sheet, at: number): number {
  const first = firstPrices[at] as number;
  const second = secondPrices[at] as number;
  return first === 0 || second === 0 ? 1 : impliedProbability(first) + impliedProbability(second);
}

function postedWords({ sport }: Sheet, { market }: Stretch): string {
  const { posted } = thresholds[sport];
  return market === "spread"
    ? `spreads up to ${posted.spread}`
    : `totals from ${posted.total[0]} to ${posted.total[1]}`;
}

function percentOf(logit: number): string {
  return `${Math.round(100 / (1 + Math.exp(-logit)))}%`;
}

function isNeverPosted({ sport, captures }: Sheet, { period, market }: Stretch, at: number): boolean {
  if (period !== "full" || (market !== "total" && market !== "spread")) return false;
  const line = captures.lines[at] as number;
  const { posted } = thresholds[sport];
  if (market === "spread") return Math.abs(line) > posted.spread;
  return line < posted.total[0] || line > posted.total[1];
}

function isAlternate(sheet: Sheet, { period, market }: Stretch, at: number): boolean {
  if (market === "moneyline") return false;
  const { unevenness } = thresholds[sheet.sport];
  const most = (market === "spread" ? unevenness.spread : unevenness.total) * (period === "full" ? 1 : periodPatience);
  return Math.abs(sheet.logits[at] as number) > most;
}
