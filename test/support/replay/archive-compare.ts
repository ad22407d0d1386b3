/** Says where two databases differ, row by row, in a text that a person can read. */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { openDatabase } from "../../../src/database/engine.ts";
import { dumpArchive } from "../archive-dump.ts";

const shownRows = 3;
const shownCharacters = 1_500;

/** Compares everything that callers can see, ids too; not the numbers of revisions and the times of publishing. */
export async function assertSameArchive(oneUrl: string, otherUrl: string): Promise<void> {
  const options = { revisions: false };
  assertSameRows("archive", await dumpArchive(oneUrl, options), await dumpArchive(otherUrl, options));
}

/** Compares everything that was received: every record, and every event with its start and all of its captures. */
export async function assertSameLedger(oneUrl: string, otherUrl: string): Promise<void> {
  assertSameRows("ledger", await dumpLedger(oneUrl), await dumpLedger(otherUrl));
}

/** All that a row has received; the number of the import that brought it is none of that. */
async function dumpLedger(databaseUrl: string): Promise<string[]> {
  const database = await openDatabase(databaseUrl);
  try {
    const records = await database.kysely
      .selectFrom("ledger_records")
      .select(["kind", "provider", "record_key", "body"])
      .execute();
    const events = await database.kysely
      .selectFrom("ledger_events")
      .select(["provider", "event_id", "home", "away", "start_ms", "start_stated_ms", "seen_ms", "captures"])
      .execute();
    const hashed = events.map(({ captures, ...row }) => ({ ...row, captures: hash("sha256", captures as Uint8Array) }));
    return [...records, ...hashed].map((row) => JSON.stringify(row)).sort();
  } finally {
    await database.close();
  }
}

function assertSameRows(what: string, one: readonly string[], other: readonly string[]): void {
  const [ofOne, ofOther] = [new Set(one), new Set(other)];
  const shown = (rows: readonly string[]): string =>
    rows
      .slice(0, shownRows)
      .map((row) => `\n  ${row.slice(0, shownCharacters)}`)
      .join("");
  const onlyOne = one.filter((row) => !ofOther.has(row));
  const onlyOther = other.filter((row) => !ofOne.has(row));
  assert.ok(
    onlyOne.length === 0 && onlyOther.length === 0 && one.length === other.length,
    `${what}: ${onlyOne.length} rows only of the one:${shown(onlyOne)}\n${onlyOther.length} only of the other:${shown(onlyOther)}`,
  );
  assert.ok(one.length > 0, `the ${what} is empty`);
}
