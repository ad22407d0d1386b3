/** Lines at moments: what test/oracle/, which holds every row and filter, does not ask. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { openApi } from "../support/api.ts";
import { finalIds, finals, publishRecords, quotesOf } from "../support/records.ts";
import { assertInvalid } from "./refusals.ts";

const api = await openApi();
afterAll(() => api[Symbol.asyncDispose]());
await publishRecords(api, [finals.nfl, ...quotesOf(finals.nfl)]);

test("[A-17] moments come from the earliest, in whatever order they are asked for, each once; max_age_minutes leaves out what was captured long before", async () => {
  // Captures are two days and an hour before the start.
  for (const [query, moments] of [
    ["", [1440, 720, 360, 180, 60, 30, 15, 5]],
    ["&minutes_before=5,180,5", [180, 5]],
    ["&max_age_minutes=30", [60, 30]],
    ["&max_age_minutes=0", [60]],
  ] as const) {
    const url = `/v1/snapshots?sport=nfl&game_id=${finalIds.nfl}&market=total&period=game&book=bovada${query}`;
    const rows: { minutes_before: number }[] = (await api.get(url)).body.data;
    assert.deepEqual(
      rows.map(({ minutes_before }) => minutes_before),
      moments,
      query,
    );
  }
});

for (const path of ["/v1/bets?season=2025&sport=nfl", "/v1/trends?sport=nfl"]) {
  test(`[A-17] ${path}: a moment that there is not, and an age without a moment, are refused; price_at has a tag of its own`, async () => {
    for (const [query, param, message] of [
      ["price_at=45", "price_at", /one of 1440, .* not "45"$/],
      ["price_at=60,30", "price_at", /not "60,30"/],
      ["max_age_minutes=30", "max_age_minutes", /give price_at, too/],
    ] as const) {
      const answer = await api.get(`${path}&${query}`);
      assertInvalid(answer, param, query);
      assert.match(answer.body.error.message, message);
    }
    const tagOf = async (query: string) => (await api.get(`${path}${query}`)).headers.etag;
    const [none, at60, same, young] = await Promise.all(
      ["", "&price_at=60", "&price_at=60&max_age_minutes=60", "&price_at=60&max_age_minutes=5"].map(tagOf),
    );
    assert.equal(at60, same, "the age is what it would be");
    assert.equal(new Set([none, at60, young]).size, 3);
  });
}

test("[A-13, A-17] a set that was chosen by its close has no return at a moment, and one by its teams has", async () => {
  const momentOf = async (query: string) =>
    (await api.get(`/v1/trends?sport=nfl&price_at=30${query}`)).body.data[0].at_moment;
  const all = await momentOf("");
  assert.equal(all.bets, all.won + all.lost + all.push);
  assert.ok(all.bets > 0 && all.return_on_investment.value !== null);
  for (const query of ["&result=won", "&open_moved=toward"]) {
    assert.deepEqual((await momentOf(query)).return_on_investment, { value: null, low: null, high: null });
  }
});
