/** An API over a slice of the sample: all five sports with realistic data. */

import { sampleRecords, seasonsOf } from "../../sample/src/sample.ts";
import { sampleSports } from "../../sample/src/sports.ts";
import { sampleProvider } from "../../src/domain/providers.ts";
import { sports } from "../../src/domain/sports.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { openApi, type TestApi } from "./api.ts";

/** The first games of each sport with their odds. The sample is asked for no more than these: a whole one takes seconds. */
function* slice(gamesPerSport: number): Generator<FeedItem> {
  for (const sport of sports) {
    const { latestSeason } = sampleSports[sport];
    const [season = latestSeason] = seasonsOf(sport, "start");
    let games = 0;
    for (const record of sampleRecords({ seed: 1, extent: [{ sport, season }] })) {
      // The quotes of a game follow it.
      if (record.type === "game" && ++games > gamesPerSport) break;
      yield { record };
    }
    const complete = season < latestSeason;
    yield { record: { type: "season", provider: sampleProvider, sport, season, complete } };
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
