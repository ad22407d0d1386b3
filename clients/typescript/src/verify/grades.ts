/** Results of lines against scores. Lines come in quarters, so that sums of them with scores are exact. */
import type { Value } from "./findings.ts";
import { favoredBy } from "./odds-arithmetic.ts";

export type Score = { readonly home: number; readonly away: number };

/** True and false; null for nothing and where something is missing. */
const isAhead = (difference: number | null): boolean | null =>
  difference === null || difference === 0 ? null : difference > 0;

const isPush = (difference: number | null): boolean | null => (difference === null ? null : difference === 0);

function differences(score: Score | null, spread: number | null, total: number | null) {
  return {
    spread: score === null || spread === null ? null : score.home - score.away + spread,
    total: score === null || total === null ? null : score.home + score.away - total,
  };
}

/** The result of a game or period against the consensus close. */
export function resultOf(score: Score | null, spread: number | null, total: number | null): Record<string, Value> {
  const ahead = differences(score, spread, total);
  return {
    "result.margin_home": score === null ? null : score.home - score.away,
    "result.home_covered": isAhead(ahead.spread),
    "result.went_over": isAhead(ahead.total),
  };
}

/** The result of a book's own close. */
export function bookResultOf(score: Score | null, spread: number | null, total: number | null): Record<string, Value> {
  const ahead = differences(score, spread, total);
  return {
    "result.home_covered": isAhead(ahead.spread),
    "result.spread_push": isPush(ahead.spread),
    "result.went_over": isAhead(ahead.total),
    "result.total_push": isPush(ahead.total),
  };
}

/** In MLB and NHL, where nearly every spread is 1.5, the moneyline is asked first. */
export function favoriteOf(sport: string, spread: number | null, home: number | null, away: number | null): Value {
  const byMoneyline = favoredBy(home, away);
  const bySpread = spread === null || spread === 0 ? null : spread < 0 ? "home" : "away";
  return sport === "mlb" || sport === "nhl" ? (byMoneyline ?? bySpread) : (bySpread ?? byMoneyline);
}
