/** Whether any node collects, for whoever watches that one does. */
import { type Database, tablesOf } from "../../database/engine.ts";
import type { CollectTables } from "./tables.ts";

/** A lease goes by the database's clock, and the caller's may differ from it by so much. */
const clocksApartMs = 60_000;

/** Null where nobody has ever collected into this database. */
export async function isSomebodyCollecting(
  { kysely }: Pick<Database, "kysely">,
  nowMs: number,
): Promise<boolean | null> {
  const lease = await tablesOf<CollectTables>(kysely)
    .selectFrom("collect_lease")
    .select(["token", "expires_ms"])
    .executeTakeFirst();
  if (lease === undefined || lease.token === 0) return null;
  return lease.expires_ms + clocksApartMs > nowMs;
}
