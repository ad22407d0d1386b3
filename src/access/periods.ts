/** The periods that a quota is counted in: months of the calendar, or months from the day that a subscription began. */

export type Period = { readonly startMs: number; readonly endMs: number };

/**
 * The month that a moment lies in. Without an anchor it is the calendar month of UTC; with one, a month begins on the
 * anchor's day and time of day, or on a shorter month's last day, as Stripe bills it
 * (https://docs.stripe.com/billing/subscriptions/billing-cycle). A moment before the anchor is in its first month.
 */
export function monthAt(nowMs: number, anchorMs: number | null): Period {
  const now = new Date(nowMs);
  const firstOfMonthMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth());
  const fromMs = anchorMs ?? firstOfMonthMs;
  const from = new Date(fromMs);
  let months = (now.getUTCFullYear() - from.getUTCFullYear()) * 12 + now.getUTCMonth() - from.getUTCMonth();
  if (addMonths(fromMs, months) > nowMs) months--;
  months = Math.max(months, 0);
  return { startMs: addMonths(fromMs, months), endMs: addMonths(fromMs, months + 1) };
}

/** The same day and time of day some months on, or the last day of a month that has no such day. */
function addMonths(fromMs: number, months: number): number {
  const from = new Date(fromMs);
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDayMs = fromMs - Date.UTC(year, from.getUTCMonth(), from.getUTCDate());
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) + timeOfDayMs;
}

/** `2026-11-21`, in UTC. */
export function dayOf(nowMs: number): string {
  return new Date(nowMs).toISOString().slice(0, 10);
}
