/** The first weeks of the sample's NFL season 2025, taken the whole way through feed, ledger and publish. */
import type { Database } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/feed-item.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { sampleRecords } from "../../src/sample/sample.ts";

const season = 2025;
const lastWeek = 4;

export async function publishSampleWeeks(database: Database): Promise<void> {
  await importItems(database, items(), "2026-01-01T00:00:00.000Z");
  await publish(database, { all: false, acceptRemovals: false, publishedAt: "2026-01-01T00:00:00.000Z" });
}

function* items(): Generator<FeedItem> {
  let isWanted = false;
  for (const record of sampleRecords({ seed: 1, extent: "start" })) {
    if (record.type === "game") {
      isWanted = record.sport === "nfl" && record.season === season && (record.week ?? 0) <= lastWeek;
      // Sports come one after the other.
      if (record.sport === "ncaaf") return;
    }
    if (record.type === "venue" || isWanted) yield { record };
  }
}
