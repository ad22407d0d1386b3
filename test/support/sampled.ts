/** An API over a slice of the sample: all five sports with realistic data, built in a few seconds. */
import type { FeedItem } from "../../src/feed/feed-item.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { sampleRecords } from "../../src/sample/sample.ts";
import { openApi, type TestApi } from "./api.ts";

/** The first games of each sport with their odds. */
function* slice(gamesPerSport: number): Generator<FeedItem> {
  const counts: Record<string, number> = {};
  const taken = new Set<string>();
  for (const record of sampleRecords({ seed: 1, extent: "start" })) {
    if (record.type === "game") {
      const count = (counts[record.sport] ?? 0) + 1;
      counts[record.sport] = count;
      if (count <= gamesPerSport && record.game_id !== null) taken.add(record.game_id);
      if (count <= gamesPerSport) yield { record };
    } else if (record.type !== "quote" || taken.has(record.event_id)) {
      yield { record };
    }
  }
}

export async function openSampledApi(gamesPerSport: number): Promise<TestApi> {
  const api = await openApi();
  const now = "2026-10-28T12:00:00.000Z";
  await importItems(api.database, slice(gamesPerSport), now);
  await publish(api.database, { all: false, acceptRemovals: true, publishedAt: now });
  await api.shelf.refresh();
  return api;
}
