/** Gathers the records of one import, each as all of the import says it, and writes those that are new or changed. */

import type { Kysely, Transaction } from "kysely";
import { tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { pairOf } from "../domain/pairs.ts";
import type { ImportTally } from "./import-report.ts";
import { type KeptRecord, mergeRecords } from "./records.ts";
import { gameRecordKey, type LedgerTables, putRows, type RecordRow } from "./tables.ts";

type Kind = KeptRecord["type"];

export class IncomingRecords {
  /** By kind and provider, then by the key of the record. */
  readonly #groups = new Map<Kind, Map<string, Map<string, KeptRecord>>>();
  #repeated = 0;

  add(record: KeptRecord): void {
    const records = this.#groupOf(record.type, record.provider);
    const key = recordKey(record);
    const known = records.get(key);
    if (known !== undefined) this.#repeated += 1;
    records.set(key, known === undefined ? record : mergeRecords(record, known));
  }

  #groupOf(kind: Kind, provider: string): Map<string, KeptRecord> {
    const ofKind = this.#groups.get(kind) ?? new Map<string, Map<string, KeptRecord>>();
    this.#groups.set(kind, ofKind);
    const ofProvider = ofKind.get(provider) ?? new Map<string, KeptRecord>();
    ofKind.set(provider, ofProvider);
    return ofProvider;
  }

  /** How many records were read again in the same import: the same thing, another state of it, or another part. */
  get repeated(): number {
    return this.#repeated;
  }

  *groups(): Generator<{ kind: Kind; provider: string; records: ReadonlyMap<string, KeptRecord> }> {
    for (const [kind, ofKind] of this.#groups) {
      for (const [provider, records] of ofKind) yield { kind, provider, records };
    }
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
