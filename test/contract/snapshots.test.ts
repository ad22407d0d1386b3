/** `/v1/snapshots`: its row, its filters, and what is said of wrong ones. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { openApi } from "../support/api.ts";
import { problemsWithAnswer } from "../support/contract.ts";
import { finalIds, finals, publishRecords, quotesOf } from "../support/hand-made.ts";
import { assertInvalid } from "../support/refusals.ts";

const api = await openApi();
afterAll(() => api[Symbol.asyncDispose]());
await publishRecords(
  api,
  Object.values(finals).flatMap((game) => [game, ...quotesOf(game)]),
);

const url = `/v1/snapshots?sport=nfl&game_id=${finalIds.nfl}`;

async function rowsOf(query: string) {
  const answer = await api.get(`${url}&limit=1000${query}`);
  assert.deepEqual(problemsWithAnswer("/v1/snapshots", "GET", answer), []);
  return answer.body.data;
}

test("[A-17] a row has its game, its moment, the line and the prices of then, its age, and who won", async () => {
  const [consensus, first] = await rowsOf("&market=spread&period=game&minutes_before=30");
  const { start_time, home, away } = consensus;
  const [{ result }] = (await api.get(`/v1/odds?sport=nfl&game_id=${finalIds.nfl}`)).body.data;
  const { game_id, sport, season, season_type, week, game_date, ...row } = first;
  assert.deepEqual(row, {
    ...{ start_time, home, away, minutes_before: 30 },
    moment: new Date(Date.parse(start_time) - 1_800_000).toISOString(),
    ...{ period: "game", market: "spread", team: null, book_id: 2, book: "fanduel", book_name: "FanDuel" },
    ...{ line: -1.5, home_price: 100, away_price: -120, over_price: null, under_price: null },
    ...{ age_minutes: 30, winner: result.home_covered ? "home" : "away" },
  });
  assert.deepEqual(
    [consensus.book_id, consensus.book, consensus.line, consensus.age_minutes],
    [null, "consensus", -1.5, 30],
  );
});

test("[A-17] moments come from the earliest, in whatever order they are asked for, and each once", async () => {
  const moments = async (query: string) => {
    const rows: { minutes_before: number; book: string }[] = await rowsOf(
      `&market=total&period=game&book=bovada${query}`,
    );
    return rows.map(({ minutes_before: minutes }) => minutes);
  };
  // Captures are two days and an hour before the start.
  assert.deepEqual(await moments(""), [1440, 720, 360, 180, 60, 30, 15, 5]);
  assert.deepEqual(await moments("&minutes_before=5,180,5"), [180, 5]);
  assert.deepEqual(await moments("&max_age_minutes=30"), [60, 30]);
  assert.deepEqual(await moments("&max_age_minutes=0"), [60]);
});

test("[A-17] of an hour before the start, the consensus at 1440 minutes is of the captures of two days before", async () => {
  const rows: { minutes_before: number; age_minutes: number }[] = await rowsOf(
    "&market=total&period=game&book=consensus",
  );
  assert.deepEqual(
    rows.map(({ minutes_before, age_minutes }) => [minutes_before, age_minutes]),
    // At 720 and later moments the captures of before are older than the moment is early, until those of an hour before come.
    [
      [1440, 1440],
      [60, 0],
      [30, 30],
    ],
  );
});

const bets = `/v1/bets?sport=nfl&game_id=${finalIds.nfl}&bet_type=spread&selection=away&book=fanduel`;

test("[A-17] price_at grades a bet at the line and price of its moment, and what is too old is null", async () => {
  const momentOf = async (query: string) => {
    const answer = await api.get(`${bets}${query}`);
    assert.deepEqual(problemsWithAnswer("/v1/bets", "GET", answer), []);
    const [row] = answer.body.data;
    assert.equal(Object.keys(row).at(-1), "at_moment");
    return row.at_moment;
  };
  const [{ result }] = (await api.get(`/v1/odds?sport=nfl&game_id=${finalIds.nfl}`)).body.data;
  const isWon = result.home_covered === false;
  const graded = { result: isWon ? "won" : "lost", profit: isWon ? 0.8333 : -1 };
  const at30 = { minutes_before: 30, line: 1.5, price: -120, age_minutes: 30, ...graded };
  assert.equal(await momentOf(""), null);
  assert.deepEqual(await momentOf("&price_at=30"), at30);
  const nothing = { line: null, price: null, age_minutes: null, result: null, profit: null };
  assert.deepEqual(await momentOf("&price_at=30&max_age_minutes=29"), { minutes_before: 30, ...nothing });
  assert.deepEqual(await momentOf("&price_at=5"), { minutes_before: 5, ...nothing });
  assert.deepEqual((await momentOf("&price_at=5&max_age_minutes=55")).age_minutes, 55);
});

for (const path of ["/v1/bets?season=2025&sport=nfl", "/v1/trends?sport=nfl"]) {
  test(`[A-17] ${path} refuses a moment that there is not, and an age without a moment`, async () => {
    const refused = async (query: string, param: string, message: RegExp) => {
      const answer = await api.get(`${path}&${query}`);
      assertInvalid(answer, param, query);
      assert.match(answer.body.error.message, message);
    };
    await refused("price_at=45", "price_at", /one of 1440, .* not "45"$/);
    await refused("price_at=60,30", "price_at", /not "60,30"/);
    await refused("max_age_minutes=30", "max_age_minutes", /give price_at, too/);
  });

  test(`[A-17] ${path} with price_at has a tag of its own, the same where the age is what it would be`, async () => {
    const tagOf = async (query: string) => (await api.get(`${path}${query}`)).headers.etag;
    const [none, at60, same, young] = await Promise.all(
      ["", "&price_at=60", "&price_at=60&max_age_minutes=60", "&price_at=60&max_age_minutes=5"].map(tagOf),
    );
    assert.equal(at60, same);
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
