/** The first weeks of the sample's NFL season 2025, processed by feed, ledger and publish. */

import { sampleRecords } from "../../sample/src/sample.ts";
import type { Database } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";

const season = 2025;
const lastWeek = 4;

export async function publishSampleWeeks(database: Database): Promise<void> {
  await importItems(database, items(), "2026-01-01T00:00:00.000Z");
  await publish(database, { all: false, acceptRemovals: false, publishedAt: "2026-01-01T00:00:00.000Z" });
}

/** The first days of two seasons of hockey and of one of baseball. */
const openings = [
  { sport: "mlb", season: 2026, before: "2026-04-01" },
  { sport: "nhl", season: 2026, before: "2025-10-12" },
  { sport: "nhl", season: 2027, before: "2026-10-12" },
] as const;

export async function publishSampleOpenings(database: Database): Promise<void> {
  await importItems(database, openingItems(), "2026-11-01T00:00:00.000Z");
  await publish(database, { all: false, acceptRemovals: false, publishedAt: "2026-11-01T00:00:00.000Z" });
}

function* openingItems(): Generator<FeedItem> {
  for (const { sport, season, before } of openings) {
    for (const record of sampleRecords({ seed: 1, extent: [{ sport, season }] })) {
      const isDated = record.type === "game" || record.type === "quote";
      if (!isDated || (record.game_date as string) < before) yield { record };
    }
  }
}

function* items(): Generator<FeedItem> {
  for (const record of sampleRecords({ seed: 1, extent: [{ sport: "nfl", season }] })) {
    if (record.type === "game" && (record.week ?? 0) > lastWeek) return;
    yield { record };
  }
}
