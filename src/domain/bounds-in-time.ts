/** The bounds of dates and times. Pure: the clock of the import or publish is handed in as `nowMs`. */
import { dayMs, hourMs, minuteMs } from "./durations.ts";

/** How far a recorder's clock may be ahead of ours. */
export const clockSkewMs = 10 * minuteMs;

/** No capture is older: The Odds API begins in 2020, and the coverage in 2022. */
export const firstCaptureMs = Date.UTC(2000, 0, 1);

/**
 * Lines of a season's games are posted up to a year ahead, and a game may be put off within its season; the earliest
 * capture so far was made 84 days ahead. An older one belongs to another game, and would become this game's opening.
 */
export const longestLeadMs = 450 * dayMs;

/** Providers list one or two seasons ahead. A date further away is a slip of the pen, such as the year 9999. */
export const farthestAheadMs = 5 * 366 * dayMs;

/**
 * A suspended game goes on within its season: two months are the most in baseball so far, eighty days in basketball.
 */
export const longestSuspensionDays = 100;

/** The easternmost zone: a date begins there first. */
const firstZoneMs = 14 * hourMs;

/** Days from one `YYYY-MM-DD` to another, negative when the other is before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

/** Whether a slate date has begun anywhere on Earth: some leagues date games abroad by the place's own calendar. */
export function hasBegun(date: string, nowMs: number): boolean {
  return Date.parse(date) - firstZoneMs <= nowMs;
}

/** Whether a game of that slate date may start on the slate of the other: no more than a day away [D-44]. */
export function isWithinADay(slateOfStart: string, gameDate: string): boolean {
  return Math.abs(daysBetween(gameDate, slateOfStart)) <= 1;
}

/** The earliest time at which a line of a game with that start can have been captured. */
export function earliestCaptureMs(startMs: number): number {
  return Math.max(firstCaptureMs, startMs - longestLeadMs);
}
