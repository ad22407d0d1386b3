/** What the two lists of a game's lines promise alike; test/oracle/ holds every row, order and filter of them, also of captures that contradict each other. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { FirstMoveRow } from "../../src/contract/lists/lines.ts";
import { firstMoveText } from "../../src/web/game/words.ts";
import { closedAfterAll, openApi, openPublished } from "../support/api.ts";
import { markdownOf } from "../support/docs.ts";
import { gameRecord, keepDoubted, publishRecords, quoteRecord } from "../support/records.ts";
import { assertInvalid, assertRefusal } from "./refusals.ts";

const id = "NBA-20250110-NYK-BOS";
const api = closedAfterAll(await openApi());
await keepDoubted(api.database, id);
// Captures at or after the start, which come while the provider lists a later one.
const later = { start_time: "2025-01-11T01:30:00Z", line: -9.5 };
await publishRecords(api, [
  gameRecord({ start_time: later.start_time }),
  quoteRecord({ ...later, captured_at: "2025-01-11T00:30:00Z" }),
  quoteRecord({ ...later, captured_at: "2025-01-11T01:00:00Z" }),
]);
await publishRecords(api, [
  gameRecord(),
  quoteRecord(),
  quoteRecord({ captured_at: "2025-01-10T16:00:00Z", line: -6 }),
  quoteRecord({ book: "betfair", line: -7.5 }),
]);

test("captures at or after the start, and those of a book that is not published, are in no path; what nobody posted matches nothing", async () => {
  const linesOf = async (query: string) => {
    const { status, body } = await api.get(`/v1/games/${id}/lines${query}`);
    return [status, body.data.map(({ book, line }: { book: string; line: number }) => `${book} ${line}`)];
  };
  assert.deepEqual(await linesOf(""), [200, ["draftkings -5.5", "draftkings -6"]]);
  for (const query of ["?book=fliff", "?period=inn5"]) assert.deepEqual(await linesOf(query), [200, []], query);
  await using other = await openPublished([gameRecord()]);
  const { status, body } = await other.get(`/v1/games/${id}/lines`);
  assert.deepEqual([status, body.data, body.next_cursor], [200, [], null], "a game that nobody priced");
});

for (const list of ["lines", "evidence"]) {
  test(`${list}: a cursor is for its game, wrong parameters come before an unknown game, which is 404 as at /v1/games/{game_id}`, async () => {
    const of = (game: string) => `/v1/games/${game}/${list}`;
    const { body: whole } = await api.get(of(id));
    assert.deepEqual((await api.get(of(id.toLowerCase()))).body.data, whole.data);
    const { next_cursor: cursor } = (await api.get(`${of(id)}?limit=1`)).body;
    for (const other of ["NFL-20250904-DAL-PHI", "nothing"]) {
      assertInvalid(await api.get(`${of(other)}?cursor=${cursor}`), "cursor", other);
    }
    assertInvalid(await api.get(`${of("NBA-20250110-BOS-NYK")}?market=x`), "market", "an unknown game");
    for (const game of ["NBA-20250110-BOS-NYK", "NBA-20250110-NYK-BOS-2", "nba-1", "%00", "x".repeat(9_000)]) {
      const [rows, detail] = [await api.get(of(game)), await api.get(`/v1/games/${game}`)];
      assertRefusal(rows, 404, "not_found", game);
      assert.deepEqual(rows.body, detail.body);
    }
    assertRefusal(await api.get(of("")), 404, "not_found", "no id");
  });
}

/** Who moved first, in `meta` of a game's lines and on its page: the table of docs/api/lines.md. */
const moved = closedAfterAll(await openApi());

const books = ["fanduel", "draftkings", "betmgm", "caesars"];
const [, behind = ""] = markdownOf("docs/api/lines.md").split("| captured (UTC) | FanDuel |");
const captured = behind.split("\n").slice(2, 7);
const game = gameRecord({ start_time: "2025-01-10T19:00:00Z" });
await publishRecords(moved, [
  game,
  ...captured.flatMap((row) => {
    const [, time, ...lines] = row.split("|").map((cell) => cell.trim());
    const { start_time } = game;
    return books.map((book, place) =>
      quoteRecord({ start_time, captured_at: `2025-01-10T${time}Z`, book, line: Number(lines[place]) }),
    );
  }),
]);
const path = "/v1/games/NBA-20250110-NYK-BOS/lines";

const move: FirstMoveRow = {
  period: "game",
  market: "spread",
  team: null,
  moved_at: "2025-01-10T12:05:00.000Z",
  books: "fanduel",
  from: -3,
  to: -3.5,
  from_price: -110,
  to_price: -110,
  points: -0.5,
  followers: 2,
  first_follow_seconds: 40,
  median_follow_seconds: 320,
  last_follow_seconds: 600,
};

test("meta says the same on every page, of all books, for the market that is asked for; CSV says nothing", async () => {
  for (const query of ["", "?book=caesars", "?market=spread&limit=1", "?period=game"]) {
    const { body } = await moved.get(path + query);
    assert.deepEqual(body.meta.first_moves, [move], query);
  }
  const first = await moved.get(`${path}?limit=1`);
  const second = await moved.get(`${path}?limit=1&cursor=${first.body.next_cursor}`);
  assert.deepEqual(second.body.meta.first_moves, [move]);
  assert.deepEqual((await moved.get(`${path}?market=total`)).body.meta.first_moves, []);
  assert.doesNotMatch((await moved.get(`${path}?format=csv`)).text, /follow|fanduel\|/);
});

test("the docsPage of the game says it in a sentence, without a word on why", () => {
  const text = firstMoveText(move, "spread", "Celtics");
  assert.match(
    text,
    /FanDuel moved first: Celtics −3 to −3\.5, 10 Jan, 12:05 UTC; 2 books followed, the first after 40 s, half of them within 5 min\./,
  );
  const together = firstMoveText({ ...move, books: "fanduel|betmgm" }, "spread", "Celtics");
  assert.match(together, /FanDuel and BetMGM together moved first/);
  assert.doesNotMatch(text, /sharp|steam|smart/i);
});
