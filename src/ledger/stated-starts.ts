/**
 * When a provider says that the game of an event begins. It says so in every answer, and not always the same: games are
 * moved, and once one is in play, The Odds API may state a start that is hours early. Pure.
 */
import { compareTexts } from "./game-records.ts";

/** What one answer says of an event, or what counts of several. Times are epoch milliseconds. */
export type StatedStart = {
  /** The slate date. */
  readonly gameDate: string | null;
  readonly startMs: number | null;
  /** When the provider said so; null where nothing tells. */
  readonly startStatedMs: number | null;
};

/** Whether a start was stated at or after that start itself: then it is about a game in play, and is no witness [D-52]. */
export function isStatedInPlay({ startMs, startStatedMs }: Omit<StatedStart, "gameDate">): boolean {
  return startMs !== null && startStatedMs !== null && startStatedMs >= startMs;
}

/**
 * Of all that a provider stated of an event, the whole of one statement counts: one with a start, made before it, and of
 * those the last. What was stated at once is put in order by its values, so that the order of imports cannot matter.
 * @returns a positive number when the first statement counts before the second, 0 when they are the same.
 */
export function compareStated(one: StatedStart, other: StatedStart): number {
  return (
    Number(one.startMs !== null) - Number(other.startMs !== null) ||
    Number(isStatedInPlay(other)) - Number(isStatedInPlay(one)) ||
    (one.startStatedMs ?? 0) - (other.startStatedMs ?? 0) ||
    (one.startMs ?? 0) - (other.startMs ?? 0) ||
    compareTexts(one.gameDate ?? "", other.gameDate ?? "")
  );
}

/** When an event was listed last, of two times at which it was. */
export function laterOf(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
