/** Puts other values into the release that there is, so that nothing is damaged and something is wrong. */
import assert from "node:assert/strict";
import type { Database } from "../../src/database/engine.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import type { GameValues } from "../../src/release/values.ts";
import { publishedValues, writeReleaseOf } from "./published.ts";

/** Puts other values in the place of a game's, in the release that there is. */
export async function changeGame(
  database: Database,
  gameId: string,
  change: (values: GameValues) => GameValues,
): Promise<void> {
  const games = (await publishedValues(database)).map((each) => (each.facts.game_id === gameId ? change(each) : each));
  const changed = games.find(({ facts }) => facts.game_id === gameId);
  assert.ok(changed, `${gameId} is published`);
  const { sport, season } = changed.facts;
  const ofSeason = games.filter(({ facts }) => facts.sport === sport && facts.season === season);
  const release = await readNewestRelease(database.kysely);
  assert.ok(release, "something is published");
  const { revision, published_at: publishedAt, is_sample, import_id: importId, report } = release;
  await writeReleaseOf(database, [{ sport, season, games: ofSeason }], [], {
    revision,
    publishedAt,
    importId,
    isSample: is_sample === 1,
    report: JSON.parse(report) as object,
  });
}
