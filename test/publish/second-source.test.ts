/** ESPN beside a league's own words: what both say is published, what they say differently is held back. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { GameRecord } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { type EspnEvent, espnBoard } from "../feed/espn.ts";
import { firstNight } from "../support/nights.ts";
import { gameRecord } from "../support/records.ts";

const at = "2025-07-20T09:00:00Z";
const none = { home_score: null, away_score: null, line_score: null, overtime: null } as const;

/** A record of StatsAPI of the Brewers at the Pirates. */
function statsapi(id: string, start: string, changes: Partial<GameRecord> = {}): FeedItem {
  const about = { provider: "mlb-statsapi", sport: "mlb", game_id: id, start_time: start, ...changes } as const;
  return { record: gameRecord({ game_date: start.slice(0, 10), home: "PIT", away: "MIL", ...about }) };
}
const brewers = (id: string, start: string, more: Partial<EspnEvent> = {}): EspnEvent => ({
  ...{ sport: "mlb", id, start, away: "Milwaukee Brewers", home: "Pittsburgh Pirates", score: [4, 5], ...more },
});

const nightOf = async (...lists: readonly (readonly FeedItem[])[]) => (await firstNight(at, ...lists)).told;
const board = (...events: readonly EspnEvent[]) => espnBoard(Date.parse(at), ...events);

test("MLB: a makeup that ESPN has under a new id, and the postponed event it leaves, hold back neither game of the doubleheader", async () => {
  const lists = [
    [
      statsapi("1", "2025-07-10T22:40:00Z", { ...none, status: "postponed" }),
      statsapi("1", "2025-07-11T16:05:00Z", { game_number: 1 }),
      statsapi("2", "2025-07-11T22:40:00Z", { game_number: 2, home_score: 2 }),
    ],
    board(
      brewers("401", "2025-07-10T22:40Z", { state: "STATUS_POSTPONED" }),
      brewers("402", "2025-07-11T22:40Z", { score: [4, 2], note: "Doubleheader - Game 2" }),
      brewers("403", "2025-07-11T16:05Z", { note: "Doubleheader - Game 1 - Makeup from July 10" }),
    ),
  ] as const;
  const wanted = { published: ["MLB-20250711-MIL-PIT 4-5", "MLB-20250711-MIL-PIT-2 4-2"], held: [] };
  assert.deepEqual(await nightOf(...lists), wanted);
  assert.deepEqual(await nightOf(...lists.toReversed()), wanted);
});

test("MLB: of a doubleheader of which ESPN has only one game over, that one is compared with its own", async () => {
  const { published, held } = await nightOf(
    [
      statsapi("1", "2025-07-11T16:05:00Z", { game_number: 1 }),
      statsapi("2", "2025-07-11T22:40:00Z", { game_number: 2, home_score: 2 }),
    ],
    board(brewers("402", "2025-07-11T22:40Z", { score: [4, 2], note: "Doubleheader - Game 2" })),
  );
  assert.deepEqual([published.length, held], [2, []]);
});

for (const [name, resumed] of [
  ["keeps on its day", "2025-07-10T22:40Z"],
  ["moves to the next day", "2025-07-11T18:10Z"],
] as const) {
  test(`MLB: a suspended game that ESPN ${name} is one game, beside the next day's own`, async () => {
    const begun = { ...none, game_date: "2025-07-10", start_time: "2025-07-10T22:40:00Z" };
    const wanted = { published: ["MLB-20250710-MIL-PIT 4-5", "MLB-20250711-MIL-PIT 4-1"], held: [] };
    const first = [
      statsapi("1", "2025-07-10T22:40:00Z", { ...begun, status: "suspended" }),
      statsapi("1", "2025-07-10T22:40:00Z", { game_date: "2025-07-10" }),
      statsapi("2", "2025-07-11T22:40:00Z", { home_score: 1 }),
    ];
    const suspended = board(brewers("401", "2025-07-10T22:40Z", { state: "STATUS_SUSPENDED" }));
    const ended = board(brewers("401", resumed), brewers("402", "2025-07-11T22:40Z", { score: [4, 1] }));
    assert.deepEqual(await nightOf(suspended, first, ended), wanted);
  });
}

test("NHL: the goal of a shootout is in both scores, so that it holds no game back, and a wrong score does", async () => {
  const start = "2025-01-11T00:00:00Z";
  const about = { provider: "nhl-api", sport: "nhl", home: "BOS", away: "NYR", overtime: true } as const;
  const nhl = gameRecord({ ...about, start_time: start, home_score: 3, away_score: 4 });
  const espn = board({
    ...{ sport: "nhl", id: "401", start: "2025-01-11T00:00Z", away: "New York Rangers", home: "Boston Bruins" },
    score: [4, 3],
    periods: "1-1 1-0 1-2 0-0 1-0",
  });
  assert.deepEqual(await nightOf([{ record: nhl }], espn), { published: ["NHL-20250110-NYR-BOS 4-3"], held: [] });
  // Without the shootout's goal, a source would say that it ended 3-3.
  assert.deepEqual(await nightOf([{ record: { ...nhl, away_score: 3 } }], espn), {
    published: [],
    held: ["NHL-20250110-NYR-BOS: nhl-api says 3-3, espn 4-3"],
  });
});
