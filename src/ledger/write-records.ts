/** Takes game, season, team and venue records: one row each, the state that outlives the others. */
import { sql, type Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import type { FeedRecord, QuoteRecord } from "../feed/records.ts";
import { isGoodRecord, withRecordChecksum } from "./checksums.ts";
import type { ImportReport } from "./import-report.ts";
import { gameRecordKey, type LedgerTables, pairOf, rowsPerStatement } from "./tables.ts";

export type KeptRecord = Exclude<FeedRecord, QuoteRecord>;

function keyOf(record: KeptRecord): { kind: KeptRecord["type"]; key: string } {
  switch (record.type) {
    case "game": {
      const key = gameRecordKey(record.sport, record.game_id);
      // Kept beside the final one, which may forget when the game began: assemble.ts puts the two together [D-4].
      return { kind: "game", key: record.status === "suspended" ? `${key}:suspended` : key };
    }
    case "team":
      return { kind: "team", key: `${record.sport}:${record.abbreviation}` };
    case "season":
      return { kind: "season", key: `${record.sport}:${record.season}` };
    case "venue":
      return { kind: "venue", key: record.venue_id };
  }
}

/** Adds a record to those of this import; `records` is by kind, provider and key. */
export function addRecord(records: Map<string, KeptRecord>, record: KeptRecord, report: ImportReport): void {
  const { kind, key } = keyOf(record);
  const id = `${kind}\n${record.provider}\n${key}`;
  const known = records.get(id);
  if (known === undefined) records.set(id, record);
  else {
    // Read twice in one import: the same thing, or a state that the other one outlives.
    report.unchanged += 1;
    if (replaces(record, known)) records.set(id, record);
  }
}

/** How far a game has come. A final game does not become a scheduled one because an old file is read again. */
const progress = { scheduled: 0, postponed: 1, suspended: 1, cancelled: 2, final: 2 } as const;

function replaces(record: KeptRecord, known: KeptRecord): boolean {
  if (record.type === "game" && known.type === "game") return progress[record.status] >= progress[known.status];
  if (record.type === "season" && known.type === "season") return record.complete || !known.complete;
  return true;
}

/** Writes the records that are new or changed; whether there were any. */
export async function writeRecords(
  connection: Transaction<AnyTables>,
  records: ReadonlyMap<string, KeptRecord>,
  importId: number,
  report: ImportReport,
): Promise<boolean> {
  const tables = tablesOf<LedgerTables>(connection);
  const known = new Map<string, string>();
  for (const [kind, provider] of new Set([...records.values()].map((record) => `${record.type}\n${record.provider}`))
    .values()
    .map((text) => text.split("\n") as [KeptRecord["type"], string])) {
    const rows = await tables
      .selectFrom("ledger_records")
      .selectAll()
      .where("kind", "=", kind)
      .where("provider", "=", provider)
      .execute();
    // A damaged record is as good as none: the one that is read takes its place.
    for (const row of rows) if (isGoodRecord(row)) known.set(`${kind}\n${provider}\n${row.record_key}`, row.body);
  }
  const changed: LedgerTables["ledger_records"][] = [];
  for (const [id, record] of records) {
    const body = JSON.stringify(record);
    const before = known.get(id);
    if (before === body || (before !== undefined && !replaces(record, JSON.parse(before) as KeptRecord))) {
      report.unchanged += 1;
      continue;
    }
    report.accepted += 1;
    const { kind, key } = keyOf(record);
    const row = {
      kind,
      provider: record.provider,
      record_key: key,
      sport: record.type === "venue" ? null : record.sport,
      season: record.type === "game" || record.type === "season" ? record.season : null,
      pair: record.type === "game" ? pairOf(record.sport, record.home, record.away) : null,
      body,
      changed_in: importId,
    };
    changed.push(withRecordChecksum(row));
  }
  for (let from = 0; from < changed.length; from += rowsPerStatement) {
    await tables
      .insertInto("ledger_records")
      .values(changed.slice(from, from + rowsPerStatement))
      .onConflict((conflict) =>
        conflict.columns(["kind", "provider", "record_key"]).doUpdateSet({
          sport: sql`excluded.sport`,
          season: sql`excluded.season`,
          pair: sql`excluded.pair`,
          body: sql`excluded.body`,
          changed_in: sql`excluded.changed_in`,
          checksum: sql`excluded.checksum`,
        }),
      )
      .execute();
  }
  return changed.length > 0;
}
