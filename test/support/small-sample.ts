/** The first games of the two latest seasons of every sport, processed by feed, ledger and publish. */

import { sampleRecords } from "../../sample/src/sample.ts";
import { sampleSports } from "../../sample/src/sports.ts";
import type { Database } from "../../src/database/engine.ts";
import { sports } from "../../src/domain/sports.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";

const at = "2026-01-01T00:00:00.000Z";

export async function publishSmallSample(database: Database, gamesPerSeason: number): Promise<void> {
  await importItems(database, items(gamesPerSeason), at);
  await publish(database, { all: false, acceptRemovals: false, publishedAt: at });
}

function* items(gamesPerSeason: number): Generator<FeedItem> {
  for (const sport of sports) {
    const { latestSeason } = sampleSports[sport];
    for (const season of [latestSeason - 1, latestSeason]) {
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
