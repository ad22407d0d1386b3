/** Imports everything that providers gave at once, and publishes it once, as an operator with files would. */
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { openDatabase } from "../../../src/database/engine.ts";
import { parseJson } from "../../../src/feed/parse.ts";
import { readEspn } from "../../../src/feed/providers/espn.ts";
import { readMlbStatsapi } from "../../../src/feed/providers/mlb-statsapi.ts";
import { readOddsApi } from "../../../src/feed/providers/the-odds-api.ts";
import type { FeedItem } from "../../../src/feed/refusals.ts";
import { importItems } from "../../../src/ledger/import.ts";
import { publish } from "../../../src/publish/publish.ts";
import { bodyOf, type Given } from "./provider-record.ts";

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
