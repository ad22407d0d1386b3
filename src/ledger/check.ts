/** Reads the whole ledger, and notes every row that is not as it was received or cannot be read. */
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
  storedRecord,
} from "./checksums.ts";
import { type LargeTable, rowsInOrder } from "./large-tables.ts";
import type { LedgerTables } from "./tables.ts";

export async function checkLedger(database: Database, findings: Findings): Promise<void> {
  await checkTable(database, findings, {
    table: "ledger_records",
    atOnce: 1000,
    counted: "records",
    nameOf: recordName,
    check: checkRecord,
  });
  await checkTable(database, findings, {
    table: "ledger_events",
    atOnce: 200,
    counted: "events",
    nameOf: eventName,
    check: checkEvent,
  });
  await findings.part("ledger_imports", async () => {
    const imports = tablesOf<LedgerTables>(database.kysely).selectFrom("ledger_imports").selectAll();
    for (const { import_id, report } of await imports.execute()) {
      noted(findings, `import ${import_id}`, () => JSON.parse(report));
    }
  });
}

type TableCheck<Table extends LargeTable> = {
  readonly table: Table;
  readonly atOnce: number;
  /** The name under which the rows are counted. */
  readonly counted: string;
  readonly nameOf: (row: LedgerTables[Table]) => string;
  readonly check: (row: LedgerTables[Table], findings: Findings) => void;
};

function checkTable<Table extends LargeTable>(
  { kysely }: Database,
  findings: Findings,
  { table, atOnce, counted, nameOf, check }: TableCheck<Table>,
): Promise<void> {
  return findings.part(table, async () => {
    let unsealed = 0;
    findings.count(counted, 0);
    for await (const row of rowsInOrder(kysely, table, atOnce)) {
      findings.count(counted, 1);
      noted(findings, nameOf(row), () => check(row, findings));
      if (row.checksum === null) unsealed++;
    }
    if (unsealed > 0) findings.note(table, `${unsealed} have no checksum yet: gradeline publish writes them`);
  });
}

function checkRecord(row: RecordRow, findings: Findings): void {
  const record = storedRecord(row);
  const sport = record.type === "venue" ? null : record.sport;
  const pair = record.type === "game" ? pairOf(record) : null;
  const isSame =
    [row.kind, row.provider, row.sport, row.pair].join() === [record.type, record.provider, sport, pair].join();
  findings.check(isSame, recordName(row), "its columns are not what it says");
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
