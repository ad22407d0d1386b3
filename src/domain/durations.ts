/** Spans of time in milliseconds, and moments in words. A day here has 24 hours: days on which clocks change are counted by the calendar. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** A moment in ISO 8601 UTC; null for one that is not known. */
export function isoTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Minutes with one decimal, half up. Captures are before the start, so the time is positive. */
export function tenthsOfMinutes(durationMs: number): number {
  return Math.round((10 * durationMs) / minuteMs) / 10;
}
