/**
 * Which period an account is in follows from the clock, and a clock may be wrong. An account that is led back keeps what it
 * used: what was counted in the later period counts in the earlier one. When the clock comes back to the day on which that
 * was counted, it was behind only for a moment: the later period has its use again, and the earlier one is without it. When
 * the later period begins before that day, the clock had been ahead, and it begins anew. So no unit is there twice because a
 * clock was ahead or behind.
 */
import { dayOf, type Period } from "../periods.ts";

/** Periods that an account has left are remembered for so long. */
export const keptMs = 100 * 86_400_000;

/** A period of an account, with what was used of it. */
export type KnownPeriod = Period & {
  readonly period: number;
  readonly used: number;
  /** The last day that anything was counted on. */
  readonly lastDay: string;
  /** Whether what was used of it counts in the account's present period meanwhile. */
  readonly isUndone: boolean;
};

export type PeriodMove = {
  readonly present: KnownPeriod;
  /** All others that are kept. */
  readonly others: readonly KnownPeriod[];
};

/**
 * The account in the period of a moment.
 * @param monthAt the calendar's word, for a moment that is in no period that is kept.
 */
export function movedPeriod(
  { present, others: kept }: PeriodMove,
  momentMs: number,
  monthAt: (momentMs: number) => Period,
): PeriodMove {
  // An operator may have given its number to the present one since.
  const others = kept.filter(({ period }) => period !== present.period);
  const day = dayOf(momentMs);
  const known = others
    .filter(({ startMs, endMs }) => startMs <= momentMs && momentMs < endMs)
    .filter(({ isUndone, lastDay }) => !isUndone || lastDay <= day)
    .toSorted((a, b) => b.startMs - a.startMs)[0];
  const number = Math.max(present.period, ...others.map(({ period }) => period)) + 1;
  const next = known ?? { ...monthAt(momentMs), period: number, used: 0, lastDay: day, isUndone: false };
  const left = others.filter((each) => each !== known);
  const usedOf = (which: (each: KnownPeriod) => boolean): number =>
    left.filter(which).reduce((sum, { used }) => sum + used, 0);

  if (next.startMs < present.startMs) {
    // Back: what was counted in the periods that are undone counts in this one.
    const carried = usedOf(({ startMs, isUndone }) => startMs > next.startMs && !isUndone);
    const used = (next.isUndone ? 0 : next.used) + carried + present.used;
    const own = present.used - usedOf(({ startMs, isUndone }) => startMs > present.startMs && isUndone);
    return {
      present: { ...next, used, isUndone: false },
      others: [
        ...left.map((each) => (each.startMs > next.startMs ? { ...each, isUndone: true } : each)),
        { ...present, used: Math.max(0, own), isUndone: true },
      ],
    };
  }
  if (next.isUndone) {
    // Forward again: it was the clock between that was wrong.
    const used = next.used + usedOf(({ startMs, isUndone }) => startMs > next.startMs && isUndone);
    return {
      present: { ...next, used, isUndone: false },
      others: [...left, { ...present, used: Math.max(0, present.used - used), isUndone: false }],
    };
  }
  return {
    present: next,
    others: [
      ...left.filter(({ startMs }) => startMs < next.startMs && startMs >= next.startMs - keptMs),
      { ...present, isUndone: false },
    ],
  };
}
