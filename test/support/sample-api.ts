/** Most of the start sample, published by the real publish, behind the API: every sport, with consensus and venues. */
import assert from "node:assert/strict";
import { type Extent, sampleRecords } from "../../sample/src/sample.ts";
import type { Settings } from "../../src/config/settings.ts";
import type { Database } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { openApi, type TestApi } from "./api.ts";
import { type Copy, openCopyOf } from "./made-once.ts";
import { toldOf } from "./published.ts";
import { publishSmallSample } from "./sample-archive.ts";

/** The last weeks of baseball are enough: its whole season is two thirds of the start sample. */
const baseballFrom = "2026-09-15";

function* items(extent: Extent): Generator<FeedItem> {
  for (const record of sampleRecords({ seed: 1, extent })) {
    const isDated = record.type === "game" || record.type === "quote";
    const isLong = extent === "start" && isDated && record.sport === "mlb";
    if (!isLong || (record.game_date as string) >= baseballFrom) yield { record };
  }
}

async function fill(database: Database, extent: Extent): Promise<void> {
  const publishedAt = "2026-10-28T12:00:00.000Z";
  await importItems(database, items(extent), publishedAt);
  const report = await publish(database, { all: false, acceptRemovals: false, publishedAt });
  assert.deepEqual(
    [toldOf(report, "held-unpublished"), toldOf(report, "withheld")],
    [[], []],
    "every final of the sample has all that it needs",
  );
}

/** @param access accounts that are open already, and that the caller closes. */
export async function openSampleApi(settings: Settings = {}, access?: Database): Promise<TestApi> {
  const facts = await openCopyOf("start-sample", (database) => fill(database, "start"));
  return openApi([], { facts, settings, ...(access === undefined ? {} : { access }) });
}

/** The first games of two seasons of every sport, behind the API. */
export function openSmallSampleApi(): Promise<TestApi> {
  return openSampleOf(8);
}

/** @param games of each of two seasons of every sport. */
export async function openSampleOf(games: number): Promise<TestApi> {
  const name = games === 8 ? "small-sample" : `sample-of-${games}`;
  return openApi([], { facts: await openCopyOf(name, (database) => publishSmallSample(database, games)) });
}

/** Every season of the sample, 27,500 games, for long runs: making it takes minutes. */
export function openFullSample(): Promise<Copy> {
  return openCopyOf("full-sample", (database) => fill(database, "full"));
}
