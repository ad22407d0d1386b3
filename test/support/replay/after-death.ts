/**
 * What a killed process leaves: answers that were under way. A request whose answer dies with the process
 * is asked again after the restart, and by then a provider of odds gives newer ones: the lost ones are in no archive, and
 * that is right.
 */
import { openDatabase, tablesOf } from "../../../src/database/engine.ts";
import type { LedgerTables } from "../../../src/ledger/tables.ts";
import { isSound, itemsOf } from "./bulk-import.ts";
import type { Given } from "./provider-record.ts";

/** Within this time before its death a process has received everything that it had not imported yet. */
const underWayMs = 20 * 60_000;

type Death = {
  readonly databaseUrl: string;
  readonly answers: readonly Given[];
  readonly diedMs: number;
};

/** The answers with odds that came shortly before a death and are not in the ledger. To be called before a restart. */
export async function lostAnswers({ databaseUrl, answers, diedMs }: Death): Promise<Given[]> {
  const last = answers.filter(
    (given) => given.endpoint === "odds" && isSound(given) && given.nowMs > diedMs - underWayMs,
  );
  if (last.length === 0) return [];
  const database = await openDatabase(databaseUrl);
  try {
    const rows = await tablesOf<LedgerTables>(database.kysely)
      .selectFrom("ledger_events")
      .select(["event_id", "seen_ms"])
      .execute();
    const seenMs = new Map(rows.map((row) => [row.event_id, Number(row.seen_ms)]));
    return last.filter((given) => {
      const items = [...itemsOf(given, diedMs)];
      const ids = new Set(items.flatMap(({ record }) => (record?.type === "quote" ? [record.event_id] : [])));
      // An import notes of every event when it was last seen, and it is one transaction: all of an answer or nothing.
      return [...ids].some((id) => (seenMs.get(id) ?? 0) < Math.floor(given.nowMs / 1000) * 1000);
    });
  } finally {
    await database.close();
  }
}
