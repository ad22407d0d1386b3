import assert from "node:assert/strict";
import { test } from "vitest";
import { tablesOf } from "../../src/database/engine.ts";
import type { ArchiveTables } from "../../src/release/tables.ts";
import { openApi } from "../support/api.ts";
import { type GameSketch, idOf, publishGames } from "../support/archive.ts";

const first: GameSketch = {
  sport: "nfl",
  season: 2024,
  start: "2024-09-08T17:00:00.000Z",
  away: "KC",
  home: "BUF",
  week: 1,
};
const older: GameSketch = { ...first, season: 2023, start: "2023-09-10T17:00:00.000Z" };

test("a refresh takes over the changed season and keeps the others as they are", async () => {
  await using api = await openApi([first, older]);
  const before = api.shelf.current;
  await publishGames(api.database, [{ ...first, referee: "Ann Other" }]);
  await api.shelf.refresh();
  const seasons = api.shelf.current.sports.nfl.seasons;
  assert.equal(seasons[0], before.sports.nfl.seasons[0]);
  assert.notEqual(seasons[1], before.sports.nfl.seasons[1]);
  assert.equal((await api.get("/v1/games?sport=nfl&season=2024")).body.data[0].referee, "Ann Other");
});

test("a game's details follow a correction, though they were asked for before", async () => {
  await using api = await openApi([first]);
  const url = `/v1/games/${idOf(first)}`;
  assert.equal((await api.get(url)).body.data.referee, null);
  await publishGames(api.database, [{ ...first, referee: "Ann Other" }]);
  await api.shelf.refresh();
  assert.equal((await api.get(url)).body.data.referee, "Ann Other");
});

test("a game that is gone answers 404, and a season that is gone is no longer listed", async () => {
  await using api = await openApi([first, older]);
  await publishGames(api.database, []);
  const archive = tablesOf<ArchiveTables>(api.database.kysely);
  for (const table of ["archive_games", "archive_seasons"] as const) {
    await archive.deleteFrom(table).where("season", "=", 2023).execute();
  }
  assert.equal((await api.get(`/v1/games/${idOf(older)}`)).status, 404);
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

test("a season that makes no sense is served as it was, and anew when it does", async () => {
  await using api = await openApi([first, older]);
  const before = api.shelf.current.sports.nfl.seasons;
  await publishGames(api.database, [{ ...first, books: { 1: ["spread"] } }]);
  const archive = tablesOf<ArchiveTables>(api.database.kysely);
  const { game_id: id, odds } = await archive
    .selectFrom("archive_games")
    .select(["game_id", "odds"])
    .where("season", "=", 2024)
    .executeTakeFirstOrThrow();
  const setOdds = (value: Uint8Array) =>
    archive.updateTable("archive_games").set({ odds: value }).where("game_id", "=", id).execute();
  await setOdds(Uint8Array.of(9, 0, 0, 0));
  assert.equal(await api.shelf.refresh(), true);
  const [damage = ""] = api.shelf.current.damages;
  assert.ok(damage.startsWith("nfl 2024 is damaged, and served as it was") && damage.includes(id), damage);
  assert.deepEqual(api.shelf.current.sports.nfl.seasons, before);
  await setOdds(odds);
  for (let second = 0; second < 60; second++) await api.shelf.refresh();
  assert.deepEqual(api.shelf.current.damages, []);
  assert.equal((await api.get("/v1/odds?sport=nfl&season=2024")).body.meta.count, 1);
});
