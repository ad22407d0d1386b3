/** Who started a game: whose word counts, and that nothing which callers know of a game changes by it. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import type { Starter } from "../../src/domain/teams/team.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { readNewestRelease } from "../../src/release/manifest.ts";
import type { ReleaseTables } from "../../src/release/tables.ts";
import { publishedDetails, publishedValues } from "../support/published.ts";
import { gameRecord, items } from "../support/records.ts";
import { nextNight, openNight } from "./publish-nights.ts";

const at = "2026-01-01T00:00:00Z";
const mlb: Partial<GameRecord> = {
  ...{ sport: "mlb", season: 2025, game_date: "2025-07-04", home: "BOS", away: "NYY" },
  ...{ start_time: "2025-07-04T23:10:00Z" },
};
const lou: Starter = { id: "11", name: "Lou Left", hand: "L" };
const sam: Starter = { id: "21", name: "Sam Switch", hand: "S" };
const statsapi = gameRecord({ ...mlb, provider: "mlb-statsapi", game_id: "1" });
const retrosheet = gameRecord({
  ...mlb,
  ...{ provider: "retrosheet", game_id: "BOS202507040", start_time: null },
  starters: {
    home: { id: "leftl001", name: "Louis Left", hand: null },
    away: { id: "swits001", name: "S", hand: null },
  },
});

async function night(database: Database, ...records: readonly GameRecord[]) {
  await nextNight(database, at, items(...records));
  const [values, ...others] = await publishedValues(database);
  assert.equal(others.length, 0);
  return values ?? assert.fail("nothing is published");
}

test("the best ranked provider that names a side's starter is believed, with its id and its hand [A-17]", async () => {
  const leagues = { ...statsapi, starters: { home: lou, away: null } };
  const { starters } = await night(await openNight(), leagues, retrosheet);
  assert.deepEqual(starters, { home: lou, away: retrosheet.starters?.away });
  const unnamed = await night(await openNight(), statsapi);
  assert.deepEqual(unnamed.starters, { home: null, away: null });
});

test("a starter alone makes a new release of the season, of which no answer on the game and no change tells", async () => {
  const database = await openNight();
  await night(database, statsapi);
  const [before, details] = [await readNewestRelease(database.kysely), await publishedDetails(database)];
  const { starters } = await night(database, { ...statsapi, starters: { home: lou, away: sam } });
  assert.deepEqual(starters, { home: lou, away: sam });
  const after = await readNewestRelease(database.kysely);
  const revisions = [before, after].map((release) => release?.manifest.seasons[0]?.revision);
  assert.deepEqual(revisions, [1, 2]);
  assert.deepEqual(await publishedDetails(database), details);
  const changes = await tablesOf<ReleaseTables>(database.kysely).selectFrom("archive_changes").selectAll().execute();
  assert.deepEqual(
    changes.map(({ revision, change }) => [revision, change]),
    [[1, "added"]],
  );
});
