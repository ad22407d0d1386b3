/** Writes game, season, team and venue records: one row each, with all that its provider has said of it. */
import type { Kysely, Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { pairOf } from "../domain/pairs.ts";
import type { ImportTally } from "./import-report.ts";
import type { IncomingRecords } from "./incoming-records.ts";
import { putRows } from "./large-tables.ts";
import { type KeptRecord, mergeRecords } from "./merge-records.ts";
import type { LedgerTables, RecordRow } from "./tables.ts";

/** Writes the records that are new or changed. */
export async function writeRecords(
  connection: Transaction<AnyTables>,
  incoming: IncomingRecords,
  importId: number,
): Promise<ImportTally> {
  const tables = tablesOf<LedgerTables>(connection);
  const changed: RecordRow[] = [];
  let unchanged = incoming.repeated;
  for (const { kind, provider, records } of incoming.groups()) {
    const known = await readBodies(tables, kind, provider);
    for (const [key, taken] of records) {
      const before = known.get(key);
      const record = before === undefined ? taken : mergeRecords(taken, JSON.parse(before) as KeptRecord);
      const body = JSON.stringify(record);
      if (before === body) unchanged += 1;
      else changed.push(rowOf(record, key, body, importId));
    }
  }
  await putRows(connection, "ledger_records", changed);
  return { accepted: changed.length, unchanged, hasChanged: changed.length > 0 };
}

async function readBodies(
  tables: Kysely<LedgerTables>,
  kind: KeptRecord["type"],
  provider: string,
): Promise<Map<string, string>> {
  const rows = await tables
    .selectFrom("ledger_records")
    .select(["record_key", "body"])
    .where("kind", "=", kind)
    .where("provider", "=", provider)
    .execute();
  return new Map(rows.map((row) => [row.record_key, row.body]));
}

function rowOf(record: KeptRecord, key: string, body: string, importId: number): RecordRow {
  return {
    kind: record.type,
    provider: record.provider,
    record_key: key,
    sport: record.type === "venue" ? null : record.sport,
    season: record.type === "game" || record.type === "season" ? record.season : null,
    pair: record.type === "game" ? pairOf(record) : null,
    body,
    changed_in: importId,
  };
}
