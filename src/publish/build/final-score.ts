/** The final score of a game that several providers speak of. Pure. */
import type { GameRecord } from "../../feed/records.ts";

type FinalScore =
  | {
      readonly ok: true;
      readonly homeScore: number;
      readonly awayScore: number;
      /** The record that was decided for; null when all providers agree by themselves. */
      readonly decider: GameRecord | null;
    }
  | { readonly ok: false; readonly reason: string; readonly isDispute: boolean };

/**
 * The score that all final records agree on, or that of the provider that was decided for.
 * @param records of one game, all with the same home side.
 */
export function finalScore(records: readonly GameRecord[], decidedBy: string | null): FinalScore {
  const finals = records.filter((each) => each.status === "final");
  const decider = decidedBy === null ? null : (finals.find((each) => each.provider === decidedBy) ?? null);
  if (decidedBy !== null && decider === null) {
    const reason = `it was decided to believe ${decidedBy}, which has no final score of it any more`;
    return { ok: false, reason, isDispute: true };
  }
  const [{ home_score: homeScore = null, away_score: awayScore = null } = {}] = decider === null ? finals : [decider];
  if (homeScore === null || awayScore === null) {
    return { ok: false, reason: "a final game without a score", isDispute: false };
  }
  const contradicts = (each: GameRecord): boolean => each.home_score !== homeScore || each.away_score !== awayScore;
  if (decider === null && finals.some(contradicts)) {
    const [first, ...others] = finals.map((each) => `${each.away_score}-${each.home_score}`);
    const texts = others.map((score, index) => `${finals[index + 1]?.provider} ${score}`);
    return { ok: false, reason: [`${finals[0]?.provider} says ${first}`, ...texts].join(", "), isDispute: true };
  }
  return { ok: true, homeScore, awayScore, decider };
}
