/** What the two lists of a game's lines promise alike; test/oracle/ holds every row, order and filter of them, also of captures that contradict each other. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { openApi } from "../support/api.ts";
import { gameRecord, keepDoubted, publishRecords, quoteRecord } from "../support/records.ts";
import { assertInvalid, assertRefusal } from "./refusals.ts";

const id = "NBA-20250110-NYK-BOS";
const api = await openApi();
afterAll(() => api[Symbol.asyncDispose]());
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
  await using other = await openApi();
  await publishRecords(other, [gameRecord()]);
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
