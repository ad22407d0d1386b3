import type { Kysely } from "kysely";
import type { AccessTables } from "./tables.ts";

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

export type AccountRow = AccessTables["accounts"];

/**
 * A trial is one period. A subscription's periods are months; the row has one of them, and the calendar gives the
 * others. So a month begins without any write, and a clock that was wrong for a while leaves nothing behind.
 */
export function presentPeriod(
  row: Pick<AccountRow, "standing" | "period_start_ms" | "period_end_ms" | "period_anchor_ms">,
  nowMs: number,
): Period {
  const { standing, period_start_ms: startMs, period_end_ms: endMs, period_anchor_ms: anchorMs } = row;
  const isKnown = standing !== "active" || (startMs <= nowMs && nowMs < endMs);
  return isKnown ? { startMs, endMs } : monthAt(nowMs, anchorMs);
}

/** Returns what accounts have used of their present quota periods, by e-mail address. */
export async function presentUses(
  access: Kysely<AccessTables>,
  rows: readonly AccountRow[],
  nowMs: number,
): Promise<ReadonlyMap<string, number>> {
  const [only] = rows;
  const all = access.selectFrom("period_uses").selectAll();
  const asked = only !== undefined && rows.length === 1 ? all.where("email", "=", only.email) : all;
  const uses = Map.groupBy(await asked.execute(), ({ email }) => email);
  return new Map(
    rows.map((row) => {
      const { startMs } = presentPeriod(row, nowMs);
      const use = uses.get(row.email)?.find((each) => each.period === row.period && each.start_ms === startMs);
      return [row.email, Math.max(0, use?.used ?? 0)];
    }),
  );
}
