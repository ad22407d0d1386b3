/** Runs a collector for a span of simulated time, on a real database, and tells what it asked and noted. */
import { type CollectorOptions, openCollector } from "../../../src/collect/collector.ts";
import type { CollectTables } from "../../../src/collect/tables.ts";
import { type Database, openDatabase, tablesOf } from "../../../src/database/engine.ts";
import type { FeedRecord, GameRecord } from "../../../src/feed/records.ts";
import { importItems } from "../../../src/ledger/import.ts";
import type { LedgerTables } from "../../../src/ledger/tables.ts";
import type { TestEngine } from "../../support/engines.ts";
import { gameRecord, items } from "../../support/records.ts";
import { type Asked, allClients, oddsClient, type Script, scriptedAsker } from "./scripted.ts";
import { simulatedClock } from "./simulated-clock.ts";

export const silentLog = { info() {}, warn() {}, error() {} } as CollectorOptions["log"];

/** What reports of runs hold, each of them a part; every member is missing in some. */
export type Report = Readonly<Record<string, unknown>> & {
  readonly failures: readonly { readonly label: string; readonly reason: string; readonly detail: string }[];
  readonly imports: readonly { readonly read: number; readonly accepted: number }[];
};

export type Run = {
  readonly job: string;
  readonly due: string;
  readonly outcome: string | null;
  readonly report: Report;
};

export type Collected = { readonly asked: readonly Asked[]; readonly runs: readonly Run[] };

export type Span = Partial<CollectorOptions> & {
  readonly from: string;
  readonly until: string;
  readonly script?: Script;
};

/** Collects in a database that is open. Without a script, every answer is empty. */
export async function collectIn(database: Database, { from, until, script, ...options }: Span): Promise<Collected> {
  const clock = simulatedClock(from, until);
  const asker = scriptedAsker(clock, script ?? (() => []));
  const usual = { resultsClients: allClients, oddsClient: oddsClient(), log: silentLog };
  await openCollector({ ...usual, ...options, database, clock, asker }).run(clock.stop);
  return { asked: asker.asked, runs: await runsOf(database) };
}

/** Collects in a new database that holds these records. */
export async function collect(
  engine: Pick<TestEngine, "freshUrl">,
  records: readonly FeedRecord[],
  span: Span,
): Promise<Collected> {
  const database = await openDatabase(await engine.freshUrl());
  try {
    await importItems(database, items(...records), span.from);
    return await collectIn(database, span);
  } finally {
    await database.close();
  }
}

export async function runsOf(database: Database): Promise<Run[]> {
  const rows = await tablesOf<CollectTables>(database.kysely)
    .selectFrom("collect_runs")
    .selectAll()
    .orderBy("due_ms")
    .orderBy("job")
    .execute();
  return rows.map(({ job, due_ms, outcome, report }) => ({
    job,
    due: new Date(due_ms).toISOString(),
    outcome,
    report: JSON.parse(report ?? "{}") as Report,
  }));
}

/** The records of games in the ledger of a database, which is opened for it. */
export async function gamesInLedger(databaseUrl: string): Promise<GameRecord[]> {
  const database = await openDatabase(databaseUrl);
  const records = tablesOf<LedgerTables>(database.kysely).selectFrom("ledger_records");
  const rows = await records.select("body").where("kind", "=", "game").execute();
  await database.close();
  return rows.map(({ body }) => JSON.parse(body) as GameRecord);
}

/** The times of day of the requests whose label begins so, in UTC. */
export function timesOf({ asked }: Pick<Collected, "asked">, label: string): string[] {
  return asked.filter((each) => each.label.startsWith(label)).map(({ at }) => at.slice(11, 19));
}

/** The game of `gameRecord`, before it is played. */
export function scheduledGame(changes: Partial<GameRecord> = {}): GameRecord {
  const none = { home_score: null, away_score: null, line_score: null, overtime: null, referee: null };
  return gameRecord({ provider: "espn", status: "scheduled", ...none, ...changes });
}
