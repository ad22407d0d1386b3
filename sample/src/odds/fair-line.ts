/** Which line a book writes: the one on which both sides are nearly as likely, as far as its habits allow. */
import type { LineChances } from "../chances/game-chances.ts";

/** Habits of a book, all in probability: how unfair a line it rather takes than give them up. */
export type LineHabit = {
  /** How unfair a line may become before the book leaves it for a better one: its price moves first. */
  readonly patience: number;
  /** How little a whole number is liked, on which the bet may be given back. */
  readonly wholeCost: number;
  /** Margins so common that books write them gladly, and stay on them as long as they can. */
  readonly keyLines: ReadonlySet<number>;
};

const keyLineCost = -0.004;
/** Half a point, or none, is hardly ever given: the better side gives a point at least. */
const smallLineCost = 0.012;

/** @param before the line that the book has shown so far. */
export function fairLine(chances: LineChances, before: number | null, habit: LineHabit): number {
  const known = before === null ? 1 : costOf(chances, before, habit);
  if (before !== null && known <= habit.patience) return before;
  let line = before ?? Math.round(chances.middle);
  while (chances.shareAbove(line) > 0.5) line += 0.5;
  while (chances.shareAbove(line - 0.5) < 0.5) line -= 0.5;
  let best = line;
  let lowest = Number.POSITIVE_INFINITY;
  for (let candidate = line - 1; candidate <= line + 0.5; candidate += 0.5) {
    const cost = costOf(chances, candidate, habit);
    if (cost < lowest) {
      best = candidate;
      lowest = cost;
    }
  }
  return before !== null && known < lowest + habit.patience ? before : best;
}

function costOf(chances: LineChances, line: number, { wholeCost, keyLines }: LineHabit): number {
  const unfair = Math.abs(chances.shareAbove(line) - 0.5);
  const size = Math.abs(line);
  if (size < 1) return unfair + smallLineCost;
  if (!Number.isInteger(line)) return unfair;
  return unfair + (keyLines.has(size) ? keyLineCost : wholeCost);
}
