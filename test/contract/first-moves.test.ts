/** Who moved first, in `meta` of a game's lines and on its page: the table of docs/api/lines.md. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import type { FirstMoveRow } from "../../src/contract/lists/lines.ts";
import { firstMoveText } from "../../src/web/game/words.ts";
import { openApi } from "../support/api.ts";
import { gameRecord, publishRecords, quoteRecord } from "../support/records.ts";

const api = await openApi();
afterAll(() => api[Symbol.asyncDispose]());

const page = readFileSync(join(import.meta.dirname, "../../docs/api/lines.md"), "utf8");
const books = ["fanduel", "draftkings", "betmgm", "caesars"];
const [, behind = ""] = page.split("| captured (UTC) | FanDuel |");
const captured = behind
  .split("\n")
  .slice(2, 7)
  .map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

const game = gameRecord({ start_time: "2025-01-10T19:00:00Z" });
const prices = { home_odds: -110, away_odds: -110 };
await publishRecords(api, [
  game,
  ...captured.flatMap(([time, ...lines]) =>
    lines.map((line, place) =>
      quoteRecord({
        ...{ start_time: game.start_time, captured_at: `2025-01-10T${time}Z`, book: books[place] as string },
        ...{ line: Number(line), ...prices },
      }),
    ),
  ),
]);
const path = "/v1/games/NBA-20250110-NYK-BOS/lines";

const move: FirstMoveRow = {
  ...{ period: "game", market: "spread", team: null, moved_at: "2025-01-10T12:05:00.000Z", books: "fanduel" },
  ...{ from: -3, to: -3.5, from_price: -110, to_price: -110, points: -0.5, followers: 2 },
  ...{ first_follow_seconds: 40, median_follow_seconds: 320, last_follow_seconds: 600 },
};

test("meta says the same on every page, of all books, for the market that is asked for; CSV says nothing", async () => {
  for (const query of ["", "?book=caesars", "?market=spread&limit=1", "?period=game"]) {
    const { body } = await api.get(path + query);
    assert.deepEqual(body.meta.first_moves, [move], query);
  }
  const first = await api.get(`${path}?limit=1`);
  const second = await api.get(`${path}?limit=1&cursor=${first.body.next_cursor}`);
  assert.deepEqual(second.body.meta.first_moves, [move]);
  assert.deepEqual((await api.get(`${path}?market=total`)).body.meta.first_moves, []);
  assert.doesNotMatch((await api.get(`${path}?format=csv`)).text, /follow|fanduel\|/);
});

test("the page of the game says it in a sentence, without a word on why", () => {
  const text = firstMoveText(move, "spread", "Celtics");
  assert.match(
    text,
    /FanDuel moved first: Celtics −3 to −3\.5, 10 Jan, 12:05 UTC; 2 books followed, the first after 40 s, half of them within 5 min\./,
  );
  const together = firstMoveText({ ...move, books: "fanduel|betmgm" }, "spread", "Celtics");
  assert.match(together, /FanDuel and BetMGM together moved first/);
  assert.doesNotMatch(text, /sharp|steam|smart/i);
});
