import assert from "node:assert/strict";
import { test } from "vitest";
import { openApi } from "../support/api.ts";
import { type GameSketch, publishGames } from "../support/archive.ts";

const first: GameSketch = {
  sport: "nfl",
  season: 2024,
  start: "2024-09-08T17:00:00.000Z",
  away: "KC",
  home: "BUF",
  week: 1,
};

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
