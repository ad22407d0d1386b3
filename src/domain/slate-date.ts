/** Dates and times of a slate [D-3]. Instants are epoch milliseconds, dates are `YYYY-MM-DD` in New York. */

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
