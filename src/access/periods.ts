/** The periods that a quota is counted in: months of the calendar, or months from the day that a subscription began. */

export type Period = { readonly startMs: number; readonly endMs: number };

/**
 * The month that a moment lies in. Without an anchor it is the calendar month of UTC; with one, a month begins on the
 * anchor's day and time of day, or on a shorter month's last day, as Stripe bills it
 * (https://docs.stripe.com/billing/subscriptions/billing-cycle). A moment before the anchor is in its first month.
 */
export function monthAt(nowMs: number, anchorMs: number | null): Period {
  const now = utc(nowMs);
  const from = anchorMs === null ? now.with({ day: 1 }).startOfDay() : utc(anchorMs);
  // In whole months of the calendar: where the anchor's day is yet to come this month, the period began in the one before.
  let months = (now.year - from.year) * 12 + now.month - from.month;
  if (Temporal.ZonedDateTime.compare(from.add({ months }), now) > 0) months--;
  months = Math.max(months, 0);
  return {
    startMs: from.add({ months }).epochMilliseconds,
    endMs: from.add({ months: months + 1 }).epochMilliseconds,
  };
}

function utc(ms: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO("UTC");
}

const dayMs = 86_400_000;
/** The day that was asked for last. Every request asks for today, and writing it takes a microsecond. */
let latest = { number: Number.NaN, text: "" };

/** `2026-11-21`, in UTC. */
export function dayOf(nowMs: number): string {
  const number = Math.floor(nowMs / dayMs);
  if (latest.number !== number) latest = { number, text: new Date(nowMs).toISOString().slice(0, 10) };
  return latest.text;
}
