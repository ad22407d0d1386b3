/** Gathers the records of one import, each as all of the import says it, and writes those that are new or changed. */
import type { Kysely, Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { pairOf } from "../domain/game-ids.ts";
import { type KeptRecord, mergeRecords } from "./records.ts";
import { gameRecordKey, type LedgerTables, putRows, type RecordRow } from "./tables.ts";

/** How many records one part of an import has accepted, and whether the ledger is another one now. */
export type ImportTally = { readonly accepted: number; readonly unchanged: number; readonly hasChanged: boolean };

/** By kind, provider and the key of the record. */
export class IncomingRecords {
  readonly #records = new Map<string, { readonly key: string; readonly record: KeptRecord }>();
  /** How many records were read again in the same import: the same thing, another state of it, or another part. */
  repeated = 0;

  add(record: KeptRecord): void {
    const key = recordKey(record);
    const whole = `${record.type}\n${record.provider}\n${key}`;
    const known = this.#records.get(whole);
    if (known !== undefined) this.repeated += 1;
    this.#records.set(whole, { key, record: known === undefined ? record : mergeRecords(record, known.record) });
  }

  /** Those of one kind and provider together. */
  groups() {
    return Map.groupBy(this.#records.values(), ({ record }) => `${record.type}\n${record.provider}`).values();
  }
}

/** The key of a record among those of its kind and provider. */
function recordKey(record: KeptRecord): string {
  switch (record.type) {
    case "game": {
      const key = gameRecordKey(record);
      // The final record may forget when the game began, so the suspended one is kept beside it [D-4].
      return record.status === "suspended" ? `${key}:suspended` : key;
    }
    case "team":
      return `${record.sport}:${record.abbreviation}`;
    case "season":
      return `${record.sport}:${record.season}`;
    case "venue":
      return record.venue_id;
  }
}

/** Writes the records that are new or changed. */
export async function writeRecords(
  connection: Transaction<AnyTables>,
  incoming: IncomingRecords,
  importId: number,
): Promise<ImportTally> {
  const tables = tablesOf<LedgerTables>(connection);
  const changed: RecordRow[] = [];
  let unchanged = incoming.repeated;
  for (const group of incoming.groups()) {
    const known = await readBodies(tables, group);
    for (const { key, record: taken } of group) {
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

type Group = readonly { readonly record: KeptRecord }[];

async function readBodies(tables: Kysely<LedgerTables>, [first]: Group): Promise<Map<string, string>> {
  if (first === undefined) return new Map();
  const rows = await tables
    .selectFrom("ledger_records")
    .select(["record_key", "body"])
    .where("kind", "=", first.record.type)
    .where("provider", "=", first.record.provider)
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
