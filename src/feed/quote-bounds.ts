/** Validates a quote's numbers by sport, period and market, and its times by the clock and the start of its event. */
import { isPostedLine, largestOdds, lineRange, lineStep } from "../domain/bounds.ts";
import { clockSkewMs, earliestCaptureMs, farthestAheadMs, isWithinADay } from "../domain/bounds-in-time.ts";
import { problem, type RecordProblem, textProblem } from "./problem.ts";
import type { QuoteRecord } from "./records.ts";
import { msOfTime, slateDateOfStart } from "./utc-times.ts";

const oddsFields = ["home_odds", "away_odds", "over_odds", "under_odds"] as const;

/** Null when the quote is within its bounds. Its prices are legal already, its market is published. */
export function quoteBoundsProblem(quote: QuoteRecord, nowMs: number): RecordProblem | null {
  return numbersProblem(quote) ?? timesProblem(quote, nowMs) ?? textsProblem(quote);
}

function textsProblem({ provider, event_id: eventId }: QuoteRecord): RecordProblem | null {
  return textProblem([
    ["event_id", eventId, "id"],
    ["provider", provider, "provider"],
  ]);
}

function numbersProblem(quote: QuoteRecord): RecordProblem | null {
  const { sport, period, market, line } = quote;
  for (const field of oddsFields) {
    const price = quote[field];
    if (price !== null && Math.abs(price) > largestOdds) {
      return problem("out-of-bounds", `${price} is beyond ${largestOdds}, the largest odds`, field);
    }
  }
  const range = lineRange(sport, period, market);
  if (line === null || range === null || isPostedLine(line, range)) return null;
  const bounds = `${range.least} to ${range.most} in steps of ${lineStep}`;
  return problem(
    "out-of-bounds",
    `${line} is outside ${bounds}, the bounds of a ${period} ${market} in ${sport}`,
    "line",
  );
}

function timesProblem(quote: QuoteRecord, nowMs: number): RecordProblem | null {
  const { start_time: start, game_date: date } = quote;
  if (start !== null && date !== null && !isWithinADay(slateDateOfStart(start), date)) {
    return problem("start-off-date", `${start} is more than a day from the slate date ${date}`, "start_time");
  }
  const startMs = start === null ? Date.parse(date ?? "") : msOfTime(start);
  if (startMs > nowMs + farthestAheadMs) {
    const field = start === null ? "game_date" : "start_time";
    return problem("in-the-future", `${start ?? date} is further ahead than any schedule`, field);
  }
  // A source without times shows its latest line as the closing, and nothing could tell it from the closing later.
  if (quote.stated === "close" && startMs > nowMs) {
    return problem("in-the-future", `a closing, stated before the start of ${start ?? date}`, "stated");
  }
  for (const field of ["captured_at", "seen_at"] as const) {
    const time = quote[field];
    if (time === null) continue;
    const timeMs = msOfTime(time);
    if (timeMs > nowMs + clockSkewMs) return problem("in-the-future", `${time} is still to come`, field);
    if (timeMs < earliestCaptureMs(startMs)) {
      return problem("captured-too-early", `${time} is too long before the start of ${start ?? date}`, field);
    }
  }
  return null;
}
