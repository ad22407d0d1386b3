/**
 * Moves an account from one quota period to another. The clock says which quota period an account is in, and a clock
 * may be wrong. An account that moves back keeps its use: what was counted in the later quota period counts in the
 * earlier one, and the later one is undone. When the clock returns to the day on which that was counted, it had only
 * been behind for a while: the later quota period gets its use back, and the earlier one loses it. When the later quota
 * period begins before that day, the clock had been ahead, and the quota period begins anew. So a clock that was ahead
 * or behind never grants the same unit twice.
 */
import { dayOf, type Period } from "../periods.ts";

/** How long quota periods that an account has left are remembered. */
export const keptMs = 100 * 86_400_000;

/** A quota period of an account, with its use. */
export type KnownPeriod = Period & {
  readonly period: number;
  readonly used: number;
  /** The last day on which anything was counted. */
  readonly lastDay: string;
  /** Whether its use now counts in the account's present quota period. */
  readonly isUndone: boolean;
};

export type PeriodMove = {
  readonly present: KnownPeriod;
  /** All other quota periods that are kept. */
  readonly others: readonly KnownPeriod[];
};

/**
 * Returns the account's quota periods, with the one of a point in time as the present one.
 * @param monthAt returns the calendar's month for a point in time that lies in no kept quota period.
 */
export function movedPeriod(
  { present, others: kept }: PeriodMove,
  momentMs: number,
  monthAt: (momentMs: number) => Period,
): PeriodMove {
  // A change by an operator may have given the present quota period the same number.
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
    // The account moves back: the use of the quota periods that are undone counts in this one.
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
    // The account moves forward again, because the clock was wrong in between.
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
