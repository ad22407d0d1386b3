/** The first games of each season of the start sample, of every sport, taken the whole way through feed, ledger and publish. */
import type { Database } from "../../src/database/engine.ts";
import type { FeedItem } from "../../src/feed/feed-item.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { sampleRecords } from "../../src/sample/sample.ts";

const at = "2026-01-01T00:00:00.000Z";

export async function publishSmallSample(database: Database, gamesPerSeason: number): Promise<void> {
  await importItems(database, items(gamesPerSeason), at);
  await publish(database, { all: false, acceptRemovals: false, publishedAt: at });
}

function* items(gamesPerSeason: number): Generator<FeedItem> {
  const taken = new Map<string, number>();
  let isWanted = false;
  for (const record of sampleRecords({ seed: 1, extent: "start" })) {
    if (record.type === "game") {
      const season = `${record.sport} ${record.season}`;
      const games = (taken.get(season) ?? 0) + Number(record.status === "final");
      isWanted = games <= gamesPerSeason && record.status === "final";
      if (isWanted) taken.set(season, games);
    }
    // A game's quotes come after it.
    if (record.type === "venue" || isWanted) yield { record };
  }
}
