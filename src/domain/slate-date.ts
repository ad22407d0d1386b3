/** Dates and times of a slate [D-3]. Instants are epoch milliseconds, dates are `YYYY-MM-DD` in New York. */

export const newYork = "America/New_York";

/** Games that start before this hour of the New York night belong to the slate of the day before. */
const nightEndsAtHour = 4;

/** New York slate date of a scheduled start. A provider's official date wins over this [D-3]. */
export function slateDate(startMs: number): string {
  const local = Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(newYork);
  const date = local.toPlainDate();
  return (local.hour < nightEndsAtHour ? date.subtract({ days: 1 }) : date).toString();
}

/** Whether a text is a date that exists, written `YYYY-MM-DD`. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  try {
    return Temporal.PlainDate.from(text, { overflow: "reject" }).toString() === text;
  } catch {
    return false;
  }
}

/** Epoch milliseconds of a New York wall-clock time, e.g. ("2025-09-04", "20:20"). Throws RangeError when it is none. */
export function newYorkInstantMs(date: string, time: string): number {
  return Temporal.PlainDateTime.from(`${date}T${time}`, { overflow: "reject" }).toZonedDateTime(newYork)
    .epochMilliseconds;
}
