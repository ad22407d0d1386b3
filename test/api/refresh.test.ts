import assert from "node:assert/strict";
import { test } from "vitest";
import { openApi } from "../support/api.ts";
import { type GameSketch, idOf, publishGames } from "../support/archive.ts";
import { publishedLeague } from "../support/published.ts";
import { writeReleaseOf } from "../support/release-by-hand.ts";

const first: GameSketch = {
  sport: "nfl",
  season: 2024,
  start: "2024-09-08T17:00:00.000Z",
  away: "KC",
  home: "BUF",
  week: 1,
};
const older: GameSketch = { ...first, season: 2023, start: "2023-09-10T17:00:00.000Z" };

test("a game that is gone answers 404, and a season that is gone is no longer listed", async () => {
  await using api = await openApi([first, older]);
  const ofSport = await publishedLeague(api.database, "nfl");
  const seasons = ofSport.seasons.filter(({ row }) => row.season !== 2023);
  const gone = { sport: "nfl", season: 2023, games: [] } as const;
  await writeReleaseOf(api.database, [gone], [{ ...ofSport, seasons }], { revision: 2 });
  // All answers are of the revision that is served.
  assert.equal((await api.get(`/v1/games/${idOf(older)}`)).status, 200);
  await api.shelf.refresh();
  assert.equal((await api.get(`/v1/games/${idOf(older)}`)).status, 404);
  assert.equal((await api.get("/v1/seasons?sport=nfl")).body.meta.count, 1);
});

test("a refresh that fails leaves the shelf as it was, and the next one may succeed", async () => {
  await using api = await openApi([first]);
  const before = api.shelf.current;
  await publishGames(api.database, [{ ...first, referee: "Ann Other" }]);
  const { kysely } = api.database;
  await kysely.schema.alterTable("archive_identity").renameTo("elsewhere").execute();
  await assert.rejects(api.shelf.refresh(), /archive_identity/);
  assert.equal(api.shelf.current, before);
  await kysely.schema.alterTable("elsewhere").renameTo("archive_identity").execute();
  assert.equal(await api.shelf.refresh(), true);
  assert.equal((await api.get("/v1/games?sport=nfl")).body.data[0].referee, "Ann Other");
});
