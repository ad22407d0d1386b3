/** A suspended game counts from the day on which it went on: until then nobody knew its result. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { TeamGameRow } from "../../src/contract/lists/team-games.ts";
import { openApi } from "../support/api.ts";
import { publishRecords, quotesOf } from "../support/hand-made.ts";
import { gameRecord } from "../support/records.ts";

const api = await openApi();
afterAll(() => api[Symbol.asyncDispose]());

function game(date: string, more: Parameters<typeof gameRecord>[0] = {}) {
  return gameRecord({
    ...{ sport: "mlb", season: 2025, game_id: date, game_date: date, start_time: `${date}T23:00:00Z` },
    ...{ home: "PIT", away: "MIL", home_score: 2, away_score: 5, line_score: null, venue: null, ...more },
  });
}

const none = { home_score: null, away_score: null, overtime: null } as const;
const begun = game("2025-07-10", { ...none, status: "suspended" });
/** The provider states the end under the same id, on the day on which the game went on. */
const ended = { ...begun, ...game("2025-07-12"), game_id: begun.game_id, start_time: "2025-07-12T17:00:00Z" };
const others = [game("2025-07-11"), game("2025-07-12")];

test("the game of the next day knows nothing of it, and that of the day on which it went on has it as the last one", async () => {
  await publishRecords(api, [begun, ended, ...others, ...others.flatMap(quotesOf)]);
  const { body, text } = await api.get("/v1/team_games?sport=mlb&season=2025&team=MIL");
  const rows = body.data as readonly TeamGameRow[];
  assert.deepEqual(
    rows.map(({ game_date: date, before, meetings, last, rest }) => [
      date,
      before.games,
      before.streak,
      meetings,
      last?.game_date ?? null,
      rest,
    ]),
    [
      ["2025-07-10", 0, null, 0, null, null],
      ["2025-07-11", 0, null, 0, null, 1],
      ["2025-07-12", 2, 2, 2, "2025-07-10", 1],
    ],
    text,
  );
});
