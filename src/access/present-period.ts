/** The quota period that an account is in at a moment, and what was charged in it. */
import type { Kysely } from "kysely";
import { monthAt, type Period } from "./periods.ts";
import type { AccessTables } from "./tables.ts";

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
