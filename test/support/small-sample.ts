/** The first games of the two latest seasons of every sport, processed by feed, ledger and publish. */
import type { Database } from "../../src/database/engine.ts";
import { sports } from "../../src/domain/sports.ts";
import type { FeedItem } from "../../src/feed/feed-item.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { sampleRecords } from "../../src/sample/sample.ts";
import { latestSeasons } from "../../src/sample/season.ts";

const at = "2026-01-01T00:00:00.000Z";

export async function publishSmallSample(database: Database, gamesPerSeason: number): Promise<void> {
  await importItems(database, items(gamesPerSeason), at);
  await publish(database, { all: false, acceptRemovals: false, publishedAt: at });
}

function* items(gamesPerSeason: number): Generator<FeedItem> {
  for (const sport of sports) {
    for (const season of [latestSeasons[sport] - 1, latestSeasons[sport]]) {
      let games = 0;
      for (const record of sampleRecords({ seed: 1, extent: [{ sport, season }] })) {
        // The quotes of a game follow it.
        if (record.type === "game") games++;
        if (games > gamesPerSeason) break;
        yield { record };
      }
    }
  }
}
