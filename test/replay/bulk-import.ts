/** Imports everything that providers gave at once, and publishes it once, as an operator with files would. */
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { openDatabase, tablesOf } from "../../src/database/engine.ts";
import { parseJson } from "../../src/feed/parse.ts";
import { readEspn } from "../../src/feed/providers/espn.ts";
import { readMlbStatsapi } from "../../src/feed/providers/mlb-statsapi.ts";
import { readOddsApi } from "../../src/feed/providers/the-odds-api.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";
import { publish } from "../../src/publish/publish.ts";
import { bodyOf, type Given } from "./providers.ts";

/** Answers that a collector can have taken something from. */
export function isSound({ file }: Given): boolean {
  return file !== null;
}

/**
 * The answers without those that were followed by the same table once more: only the time at which they were seen differs, and
 * the last one counts. Odds stay: of a start that was stated again and again, the last time before it counts [D-52].
 */
export function withoutRepetitions(answers: readonly Given[]): Given[] {
  return [...Map.groupBy(answers, ({ endpoint, request }) => `${endpoint} ${request}`).values()]
    .flatMap((same) => same.filter((given, index) => given.endpoint === "odds" || given.file !== same[index + 1]?.file))
    .sort((a, b) => a.nowMs - b.nowMs);
}

/** @param nowMs the time of the import, which is after all answers. */
export function* itemsOf(given: Given, nowMs: number): Generator<FeedItem> {
  const file = given.request;
  const source = { file, nowMs };
  switch (given.endpoint) {
    case "odds": {
      // A recorder's file is named after the time at which it got the answer, in whole seconds.
      const seenAt = `${new Date(given.nowMs).toISOString().slice(0, 19)}Z`;
      yield* readOddsApi(parseJson(bodyOf(given), file), { ...source, sport: "mlb", seenAt });
      break;
    }
    case "schedule":
      yield* readMlbStatsapi(parseJson(bodyOf(given), file), source);
      break;
    case "scoreboard":
      yield* readEspn(parseJson(bodyOf(given), file), source);
      break;
    case "event odds":
    case "other":
  }
}

export async function importInBulk(databaseUrl: string, items: Iterable<FeedItem>, nowMs: number): Promise<void> {
  const now = new Date(nowMs).toISOString();
  const database = await openDatabase(databaseUrl);
  try {
    await importItems(database, withPauses(items), now);
    await publish(database, { all: false, acceptRemovals: false, publishedAt: now });
  } finally {
    await database.close();
  }
}

const itemsAtOnce = 2_000;

/** Millions of items in one go would keep whatever else this process waits for waiting for seconds. */
async function* withPauses(items: Iterable<FeedItem>): AsyncGenerator<FeedItem> {
  let count = 0;
  for (const item of items) {
    yield item;
    count += 1;
    if (count % itemsAtOnce === 0) await turnOfLoop();
  }
}

/** Within this time before its death a process has received everything that it had not imported yet. */
const underWayMs = 20 * 60_000;

type Death = {
  readonly databaseUrl: string;
  readonly answers: readonly Given[];
  readonly diedMs: number;
};

/**
 * The answers with odds that came shortly before a death and are not in the ledger; to be called before a restart. A request whose answer
 * dies with its process is asked again after it, and by then a provider of odds gives newer ones: the lost ones are in no archive, and
 * that is right.
 */
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
