/** A final that a provider states once more, under the next date or twice in a day, is held, and takes nothing from the real games. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { FeedRecord, GameRecord } from "../../src/feed/records.ts";
import { firstNight } from "../support/nights.ts";
import { publishedValues } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

const teams = { sport: "mlb", season: 2025, away: "SEA", home: "TEX" } as const;

function game(
  id: string,
  day: string,
  start: string,
  score: readonly [number, number],
  more: Partial<GameRecord> = {},
) {
  const [away_score, home_score] = score;
  const [game_date, start_time] = [`2025-06-${day}`, `2025-06-${day}T${start}:00Z`];
  return gameRecord({ ...teams, game_id: id, game_date, start_time, away_score, home_score, ...more });
}

function odds(event: string, start: string): FeedRecord {
  return quoteRecord({
    ...{ ...teams, event_id: event, start_time: `2025-06-${start}:00Z`, captured_at: "2025-06-17T12:00:00Z" },
    ...{ market: "moneyline", line: null, home_odds: -120, away_odds: 110 },
  });
}

const real = game("real 17", "17", "20:05", [4, 1]);
const today = game("real 18", "18", "21:40", [8, 3]);
const again = game("again", "18", "17:05", [4, 1]);
const lineOf21 = { away: [0, 1, 0, 0, 0, 0, 0, 0, 0], home: [0, 0, 0, 2, 0, 0, 0, 0, null] };

const night = async (...lists: readonly (readonly FeedRecord[])[]) => {
  const { database, told } = await firstNight("2025-07-01T00:00:00Z", ...lists.map((list) => items(...list)));
  return { database, ...told };
};

for (const [order, lists] of Object.entries({
  "in one import": [[real, today, again, odds("e", "18T21:40")]],
  "before the real game": [[real, again], [today], [odds("e", "18T21:40")]],
  "after it": [[odds("e", "18T21:40")], [today], [real, again]],
})) {
  test(`under the next date ${order}: held with a number of its own, and the real game has the bare id and the lines`, async () => {
    const { database, published, held } = await night(...lists);
    assert.deepEqual(published.toSorted(), ["MLB-20250617-SEA-TEX 4-1", "MLB-20250618-SEA-TEX 8-3"]);
    assert.deepEqual(held, [
      "MLB-20250618-SEA-TEX-2: same_final_as_the_day_before: its score is that of the game of 2025-06-17",
    ]);
    const values = (await publishedValues(database)).find(({ facts }) => facts.game_date === "2025-06-18");
    assert.deepEqual(values?.ids.the_odds_api, ["e"]);
  });
}

test("a second source that has one game that day does not make two of it; one that has two does", async () => {
  const espn = (record: GameRecord): GameRecord => ({ ...record, provider: "espn", game_id: `e ${record.game_id}` });
  const one = await night([real, today, again, espn(real), espn(today)]);
  assert.deepEqual(one.published.toSorted(), ["MLB-20250617-SEA-TEX 4-1", "MLB-20250618-SEA-TEX 8-3"]);
  const two = await night([real, today, again, espn(real), espn(today), espn(again)]);
  assert.deepEqual(two.held, []);
  assert.equal(two.published.length, 3);
});

test("a doubleheader of the day before's score is believed with numbers, or with an event of its own", async () => {
  const numbered = await night([real, { ...again, game_number: 1 }, { ...today, game_number: 2 }]);
  assert.deepEqual([numbered.held, numbered.published.length], [[], 3]);
  const priced = await night([real, today, again, odds("a", "18T17:05"), odds("b", "18T21:40")]);
  assert.deepEqual([priced.held, priced.published.length], [[], 3]);
});

test("alone on the next date, beside a game that has odds, it is held; without any odds it may be a game", async () => {
  const { held } = await night([real, again, odds("e", "17T20:05")]);
  assert.match(held.join(), /^MLB-20250618-SEA-TEX: same_final_as_the_day_before: /);
  assert.deepEqual((await night([real, again])).held, []);
});

test("twice in one day with one event", async () => {
  const { published, held } = await night([today, { ...today, game_id: "twice" }, odds("e", "18T21:40")]);
  assert.deepEqual(published, ["MLB-20250618-SEA-TEX 8-3"]);
  assert.match(held.join(), /^MLB-20250618-SEA-TEX-2: .*: its score is that of the game of 2025-06-18$/);
});

test("two scoring innings are enough to know a line score by, whatever else speaks for the game", async () => {
  const [first, second] = [game("a", "17", "20:05", [1, 2]), game("b", "18", "21:40", [1, 2], { game_number: 1 })];
  const lines = [odds("e", "17T20:05"), odds("f", "18T21:40")];
  const same = await night([{ ...first, line_score: lineOf21 }, { ...second, line_score: lineOf21 }, ...lines]);
  assert.deepEqual(same.published, ["MLB-20250617-SEA-TEX 1-2"]);
  assert.match(same.held.join(), /its line score is that of the game of 2025-06-17/);
  const other = { ...lineOf21, home: [1, 1, 0, 0, 0, 0, 0, 0, null] };
  const apart = await night([{ ...first, line_score: lineOf21 }, { ...second, line_score: other }, ...lines]);
  assert.deepEqual(apart.held, []);
});

test("of more games than a day can have, those whose id nobody could ask for are held", async () => {
  const many = Array.from({ length: 11 }, (_, index) =>
    game(`g${10 + index}`, "17", `${10 + index}:00`, [1, 2 + index]),
  );
  const { published, held } = await night(many);
  assert.equal(published.length, 9);
  assert.equal(held.filter((each) => /more games than a day can have/.test(each)).length, 2);
});
