/** `status` names games that should be over and of which no source tells an end. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "vitest";
import { openDatabase } from "../../src/database/engine.ts";
import { hourMs } from "../../src/domain/times.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { testFolder } from "../support/folders.ts";
import { gameRecord, items } from "../support/records.ts";
import { run } from "../support/run-command.ts";
import { publishItems } from "../support/sample.ts";

const folder = testFolder("never-ended");

const game = { sport: "nfl", season: 2025, week: 10, home: "LAC", away: "BAL", line_score: null } as const;
const final = gameRecord({ ...game, game_date: "2025-11-15", start_time: "2025-11-16T01:20:00Z", home_score: 20 });
const open = { status: "scheduled", home_score: null, away_score: null, overtime: null, venue: null } as const;
const old = gameRecord({
  ...game,
  ...open,
  provider: "espn",
  game_id: "901",
  game_date: "2025-11-16",
  start_time: "2025-11-16T21:05:00Z",
});

async function statusOf(name: string, ...records: readonly GameRecord[]) {
  const url = join(folder, `${name}.db`);
  const database = await openDatabase(url);
  const publishedAt = new Date().toISOString();
  await publishItems(database, items(...records), publishedAt);
  await database.close();
  const { ok, never_ended: named } = JSON.parse(await run(url, "status", "--json"));
  return { ok, named, text: await run(url, "status") };
}

test("a record that is still scheduled long after its day is named, and is no reason to ring", async () => {
  const { ok, named, text } = await statusOf("ghost", final, old);
  assert.deepEqual(named, [
    {
      sport: "nfl",
      game_date: "2025-11-16",
      away: "BAL",
      home: "LAC",
      start_time: "2025-11-16T21:05:00.000Z",
      records: [{ provider: "espn", game_id: "901" }],
    },
  ]);
  assert.match(text, /^never ended\n.*\n {2}nfl BAL at LAC of 2025-11-16 +espn 901$/m);
  assert.equal(ok, true);
});

test("games to come, games that another source knows to be over, and games called off are not named", async () => {
  const start = new Date(Math.floor(Date.now() / hourMs) * hourMs + 2 * hourMs).toISOString();
  const coming = { ...old, game_id: "902", home: "DEN", away: "KC", game_date: null, start_time: start };
  const known = { ...old, game_date: final.game_date, start_time: final.start_time };
  const calledOff = { ...old, game_id: "903", home: "BUF", away: "NYJ", status: "cancelled" } as const;
  assert.deepEqual((await statusOf("others", final, known, coming, calledOff)).named, []);
});
