/** Results against a close [D-21], and the favorite [D-20]. The official final score counts, overtime and all. */
import { moneylineLean } from "./consensus.ts";
import type { Quote } from "./fold.ts";
import type { SideScores } from "./period-scores.ts";
import { type Sport, sportFacts } from "./sports.ts";

type Grade = {
  /** null on a push or without a close. */
  readonly homeCovered: boolean | null;
  /** null without a close. */
  readonly spreadPush: boolean | null;
  readonly wentOver: boolean | null;
  readonly totalPush: boolean | null;
};

export function grade(score: SideScores, spreadClose: number | null, totalClose: number | null): Grade {
  const againstSpread = spreadClose === null ? null : score.home - score.away + spreadClose;
  const againstTotal = totalClose === null ? null : score.home + score.away - totalClose;
  return {
    homeCovered: againstSpread === null || againstSpread === 0 ? null : againstSpread > 0,
    spreadPush: againstSpread === null ? null : againstSpread === 0,
    wentOver: againstTotal === null || againstTotal === 0 ? null : againstTotal > 0,
    totalPush: againstTotal === null ? null : againstTotal === 0,
  };
}

/** The consensus closing favorite; null when both sides are equal or there is nothing to go by [D-20]. */
export function favorite(sport: Sport, spreadClose: number | null, moneylineClose: Quote): "home" | "away" | null {
  const bySpread = spreadClose === null ? 0 : -Math.sign(spreadClose);
  const byMoneyline = moneylineLean(moneylineClose);
  const lean = sportFacts[sport].favoriteBySpread ? bySpread || byMoneyline : byMoneyline || bySpread;
  if (lean === 0) return null;
  return lean > 0 ? "home" : "away";
}
