/** The record of bets as people write it. */
import type { TrendRow } from "../../contract/lists/trends.ts";

/** Won, lost and pushed, as bettors write it. */
export function recordOf({ won, lost, push }: Pick<TrendRow, "won" | "lost" | "push">): string {
  return `${won}–${lost}–${push}`;
}
