/** Reads the whole ledger, and notes every row that is not as it was received or cannot be read. */
import { type Kysely, sql } from "kysely";
import { type Database, tablesOf } from "../database/engine.ts";
import type { Findings } from "../database/findings.ts";
import { pairOf } from "../domain/pairs.ts";
import { seriesParts } from "../domain/series.ts";
import type { Captures } from "./captures.ts";
import {
  capturesOf,
  type EventRow,
  eventName,
  LedgerDamaged,
  type RecordRow,
  recordName,
  recordOf,
} from "./checksums.ts";
import type { LedgerTables } from "./tables.ts";

type Ledger = Kysely<LedgerTables>;

/** Rows that are read together: bounds the memory. */
const recordsAtOnce = 1000;
const eventsAtOnce = 200;

export async function checkLedger(database: Database, findings: Findings): Promise<void> {
  const ledger = tablesOf<LedgerTables>(database.kysely);
  await findings.part("ledger_records", () => checkRecords(ledger, findings));
  await findings.part("ledger_events", () => checkEvents(ledger, findings));
  await findings.part("ledger_imports", async () => {
    for (const { import_id, report } of await ledger.selectFrom("ledger_imports").selectAll().execute()) {
      noted(findings, `import ${import_id}`, () => JSON.parse(report));
    }
  });
}

async function checkRecords(ledger: Ledger, findings: Findings): Promise<void> {
  let unsealed = 0;
  const after = { kind: "", provider: "", key: "" };
  for (;;) {
    const rows = await ledger
      .selectFrom("ledger_records")
      .selectAll()
      .where(sql<boolean>`(kind, provider, record_key) > (${after.kind}, ${after.provider}, ${after.key})`)
      .orderBy("kind")
      .orderBy("provider")
      .orderBy("record_key")
      .limit(recordsAtOnce)
      .execute();
    for (const row of rows) {
      noted(findings, recordName(row), () => checkRecord(row, findings));
      if (row.checksum === null) unsealed++;
    }
    findings.count("records", rows.length);
    const last = rows.at(-1);
    if (last === undefined || rows.length < recordsAtOnce) break;
    Object.assign(after, { kind: last.kind, provider: last.provider, key: last.record_key });
  }
  if (unsealed > 0) findings.note("ledger_records", `${unsealed} have no checksum yet: gradeline publish writes them`);
}

function checkRecord(row: RecordRow, findings: Findings): void {
  const record = recordOf(row);
  const sport = record.type === "venue" ? null : record.sport;
  const pair = record.type === "game" ? pairOf(record) : null;
  const isSame =
    [row.kind, row.provider, row.sport, row.pair].join() === [record.type, record.provider, sport, pair].join();
  findings.check(isSame, recordName(row), "its columns are not what it says");
}

async function checkEvents(ledger: Ledger, findings: Findings): Promise<void> {
  let unsealed = 0;
  const after = { provider: "", id: "", home: "", away: "", sport: "" };
  for (;;) {
    const { provider, id, home, away, sport } = after;
    const rows = await ledger
      .selectFrom("ledger_events")
      .selectAll()
      .where(sql<boolean>`(provider, event_id, home, away, sport) > (${provider}, ${id}, ${home}, ${away}, ${sport})`)
      .orderBy("provider")
      .orderBy("event_id")
      .orderBy("home")
      .orderBy("away")
      .orderBy("sport")
      .limit(eventsAtOnce)
      .execute();
    for (const row of rows) {
      noted(findings, eventName(row), () => checkEvent(row, findings));
      if (row.checksum === null) unsealed++;
    }
    findings.count("events", rows.length);
    const last = rows.at(-1);
    if (last === undefined || rows.length < eventsAtOnce) break;
    Object.assign(after, {
      ...{ provider: last.provider, id: last.event_id },
      ...{ home: last.home, away: last.away, sport: last.sport },
    });
  }
  if (unsealed > 0) findings.note("ledger_events", `${unsealed} have no checksum yet: gradeline publish writes them`);
}

function checkEvent(row: EventRow, findings: Findings): void {
  const captures = capturesOf(row);
  findings.count("captures", captures.series.length);
  const problem = problemOf(captures);
  if (problem !== null) findings.note(eventName(row), problem);
  findings.check(row.pair === pairOf(row), eventName(row), "its columns contradict each other");
}

/** Prices as American odds are never nearer to zero than this; zero is a price that is missing. */
const leastPrice = 100;

function problemOf({ series, times, lines, firstPrices, secondPrices }: Captures): string | null {
  for (let index = 0; index < series.length; index++) {
    seriesParts(series[index] as number);
    const prices = [firstPrices[index] as number, secondPrices[index] as number];
    if (prices.some((price) => price !== 0 && Math.abs(price) < leastPrice))
      return `has a price of ${prices.join(", ")}`;
    if (Number.isNaN(times[index])) return "has a capture without a time";
    if (Math.abs(lines[index] as number) === Number.POSITIVE_INFINITY) return "has a line without end";
    if (index > 0 && (series[index] as number) < (series[index - 1] as number)) return "has captures out of order";
  }
  return null;
}

/** Does some work on a row, and notes the row by its name when that fails. */
function noted(findings: Findings, where: string, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (error instanceof LedgerDamaged) findings.note(where, error.what);
    else findings.note(where, error instanceof Error ? error.message : String(error));
  }
}
