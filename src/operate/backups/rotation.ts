/** Which backups of a series are kept: the newest of each of the last days, and of each of the last weeks. Pure. */

export type DatedBackup = {
  readonly name: string;
  /** Epoch milliseconds. */
  readonly atMs: number;
};

export type Kept = { readonly keepDays: number; readonly keepWeeks: number };

const dayMs = 24 * 3_600_000;
/** 5 January 1970 was a Monday. */
const firstMondayMs = 4 * dayMs;

/**
 * The newest backup is always kept, and so are those of a later time than `nowMs`, which a clock that is wrong has made. Days are UTC
 * days and weeks begin on Monday; the present day and the present week are the first of those that count.
 */
export function backupsToRemove(
  backups: readonly DatedBackup[],
  { keepDays, keepWeeks }: Kept,
  nowMs: number,
): string[] {
  const newestFirst = backups.toSorted((a, b) => b.atMs - a.atMs || (a.name < b.name ? 1 : -1));
  const kept = new Set(newestFirst.slice(0, 1).map(({ name }) => name));
  for (const [keep, spanMs, beginMs] of [
    [keepDays, dayMs, 0],
    [keepWeeks, 7 * dayMs, firstMondayMs],
  ] as const) {
    const present = Math.floor((nowMs - beginMs) / spanMs);
    const seen = new Set<number>();
    for (const { name, atMs } of newestFirst) {
      const span = Math.floor((atMs - beginMs) / spanMs);
      if (atMs > nowMs || (span > present - keep && !seen.has(span))) kept.add(name);
      seen.add(span);
    }
  }
  return newestFirst.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
}
