/** Times, the dates of a slate [D-3], and the bounds of both. Pure: the clock of the import or publish is handed in as `nowMs`. */

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

/** Instants are epoch milliseconds, dates are `YYYY-MM-DD` in New York. */
export const newYork = "America/New_York";

/** Games that start before this hour of the New York night belong to the slate of the day before. */
const nightEndsAtHour = 4;

/** Games start at few different times, and a night asks for the date of each many times over. */
const known = new Map<number, string>();
const mostKnown = 20_000;

/** New York slate date of a scheduled start. A provider's official date wins over this [D-3]. */
export function slateDate(startMs: number): string {
  const date = known.get(startMs) ?? slateDateOf(startMs);
  if (known.size >= mostKnown) known.clear();
  known.set(startMs, date);
  return date;
}

function slateDateOf(startMs: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(newYork);
  const date = local.toPlainDate();
  return (local.hour < nightEndsAtHour ? date.subtract({ days: 1 }) : date).toString();
}

/** The hour of the day in New York, 0 to 23. */
export function newYorkHour(instantMs: number): number {
  return Temporal.Instant.fromEpochMilliseconds(instantMs).toZonedDateTimeISO(newYork).hour;
}

/** Whether a text is a date that exists, written `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

/** Epoch milliseconds of a New York wall-clock time, e.g. ("2025-09-04", "20:20"). Throws RangeError when it is none. */
export function newYorkInstantMs(date: string, time: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`, { overflow: "reject" }).toZonedDateTime(newYork)
    .epochMilliseconds;
}
