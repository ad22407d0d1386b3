/** The record of a set of bets and lines at moments: what test/oracle/, which works out every number, does not ask. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import { type TrendRow, trends } from "../../src/contract/lists/trends.ts";
import { sportFacts, sports } from "../../src/domain/sports.ts";
import { betFilterOf } from "../../src/query/bets/filter.ts";
import { SetTooLarge } from "../../src/query/bets/graded.ts";
import { setOfBets } from "../../src/query/trends/set.ts";
import { closedAfterAll, openPublished, send } from "../support/api.ts";
import { finalIds, finals, quotesOf } from "../support/records.ts";
import { openSmallSampleApi } from "../support/sample.ts";
import { assertInvalid } from "./refusals.ts";

/** One game of each sport with overtime, and every published market of three books. */
const api = closedAfterAll(await openPublished(Object.values(finals).flatMap((game) => [game, ...quotesOf(game)])));

async function rowsOf(query: string): Promise<TrendRow[]> {
  const { status, body, text } = await api.get(`/v1/trends?${query}`);
  assert.equal(status, 200, text);
  return body.data;
}

test("[D-15] a return of exactly half a ten thousandth goes away from zero", async () => {
  const halves: number[] = [];
  for (const sport of sports) {
    for (const { group, return_on_investment } of await rowsOf(`sport=${sport}&group_by=bet_type`)) {
      if (group === null) continue;
      const { body } = await api.get(`/v1/bets?sport=${sport}&game_id=${finalIds[sport]}&bet_type=${group}`);
      const profits = body.data.flatMap(({ profit }: BetRow) => (profit.close === null ? [] : [profit.close * 10_000]));
      // Whole numbers, of which halves are exact.
      const mean = profits.reduce((sum: number, profit: number) => sum + Math.round(profit), 0) / profits.length;
      const shown = (return_on_investment.close.value as number) * 10_000;
      assert.equal(Math.round(shown), Math.sign(mean) * Math.round(Math.abs(mean)), `${sport} ${group}`);
      if (Math.abs(mean % 1) === 0.5) halves.push(mean);
    }
  }
  assert.ok(halves.length > 0);
});

test("[A-11] groups come in their order, and what has no value last", async () => {
  const names = async (query: string) => (await rowsOf(query)).slice(1).map(({ group }) => group);
  const types = await names("sport=nfl&group_by=bet_type");
  assert.deepEqual(
    types,
    sportFacts.nfl.betTypes.filter((each) => types.includes(each)),
  );
  assert.deepEqual(await names("sport=nfl&group_by=selection"), ["home", "away", "over", "under"]);
  assert.equal((await names("sport=nfl&group_by=role")).at(-1), "none");
  const lines = await names("sport=nfl&group_by=line");
  assert.equal(lines.at(-1), "none");
  const numbers = lines.slice(0, -1).map(Number);
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
  assert.deepEqual(await names("sport=nfl&group_by=week"), [String(finals.nfl.week)]);
  assert.deepEqual(await names("sport=nba&group_by=week"), ["none"]);
  assert.deepEqual(await names("sport=nba&group_by=book&book=consensus"), ["consensus"]);
});

test("[A-14] split divides a set at a day, and each half has its own tries", async () => {
  const day = finals.nfl.game_date;
  const after = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
  const url = "/v1/trends?sport=nfl&bet_type=moneyline&selection=home&tries=5&split=";
  for (const [split, bets] of [
    [day, [1, 0, 1]],
    [after, [1, 1, 0]],
  ] as const) {
    const { body } = await api.get(`${url}${split}&tries_since=2`);
    const rows = body.data as readonly TrendRow[];
    assert.deepEqual(
      rows.map((row) => [row.group, row.bets]),
      [null, "before", "since"].map((name, at) => [name, bets[at]]),
    );
    const times = rows.map(({ p_value: value, p_adjusted: shown }) => (value === null ? null : [value, shown]));
    const expected = rows.map(({ p_value: value }, at) =>
      value === null ? null : [value, Math.min(1, value * (at === 2 ? 2 : 5))],
    );
    assert.deepEqual(times, expected);
    const { tries, tries_since, family } = body.meta;
    assert.deepEqual([body.meta.split, tries, tries_since, family], [split, 5, 2, 0]);
  }
  assert.equal((await api.get(`${url}${day}`)).body.meta.tries_since, 5);
  assertInvalid(await api.get(`${url}${day}&group_by=season`), "split", "split and group_by");
  assertInvalid(await api.get("/v1/trends?sport=nfl&tries_since=2"), "tries_since", "tries_since alone");
});

test("[A-14] X-Sets-Today counts the distinct sets of an account, whatever their tries, limit and format", async () => {
  await using own = await openPublished([finals.nfl, ...quotesOf(finals.nfl)]);
  const sets = async (query: string, method: "GET" | "HEAD" = "GET") =>
    (await send(own.app, method, `/v1/trends?${query}`, { authorization: `Bearer ${own.key}` })).headers[
      "x-sets-today"
    ];
  assert.equal(await sets("sport=nfl"), "1");
  assert.equal(await sets("tries=7&sport=nfl&limit=5&format=csv"), "1");
  assert.equal(await sets("sport=nfl&season_type=all&book=consensus&group_by=none&rules=house"), "1");
  assert.equal(await sets("sport=nfl&split=2025-01-01&tries_since=3"), "2");
  assert.equal(await sets("sport=nfl&selection=home", "HEAD"), "3");
  for (let month = 1; month <= 12; month++) await sets(`sport=nfl&month=${month}`);
  assert.equal(await sets("sport=nfl&month=4"), "15");
  for (const same of ["on=PHI,DAL&min_line=3", "on=dal,phi&min_line=3.0"])
    assert.equal(await sets(`sport=nfl&${same}`), "16");
  const { headers } = await own.get("/v1/bets?sport=nfl&season=2025");
  assert.equal(headers["x-sets-today"], undefined);
});

test("[A-11] conferences and divisions match in any case, and mean both teams", async () => {
  const bets = async (query: string) => (await rowsOf(`sport=nfl&game_id=${finalIds.nfl}&${query}`))[0]?.bets;
  const all = await bets("tries=1");
  assert.ok((all ?? 0) > 0);
  assert.equal(await bets("conference=nfc&division=nfc%20EAST"), all);
  assert.equal(await bets("conference=AFC"), 0);
});

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

test("[A-19] under a roof no bound of wind or temperature matches, whatever is stated of the weather", async () => {
  const venue = { venue_id: "dome", name: "Dome", city: "Inglewood", indoor: true };
  const weather = { temp_f: 72, wind_mph: 3, wind_direction: null, condition: null };
  await using domed = await openPublished([{ ...finals.nfl, venue, weather }, ...quotesOf(finals.nfl)]);
  const hasBets = async (query: string) =>
    (await domed.get(`/v1/bets?sport=nfl&season=2025&${query}`)).body.data.length > 0;
  assert.equal(await hasBets("indoor=true"), true);
  for (const query of ["wind_min=0", "temperature_max=90", "indoor=true&wind_max=20"])
    assert.equal(await hasBets(query), false, query);
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

test("a set of several books has a bound, and one of a single book or of the consensus has none but the seasons", async () => {
  await using sample = await openSmallSampleApi(25);
  const asked = trends.read("sport=nfl");
  const { spans } = sample.shelf.current.sports.nfl;
  const setOf = (seasons: typeof spans, bookIds: number[]) => setOfBets("nfl", seasons, betFilterOf(asked, bookIds));
  const many = Array.from({ length: 60 }, () => spans).flat();
  assert.throws(() => setOf(many, [1, 2, 3, 4, 5, 6, 7]), SetTooLarge);
  for (const book of [0, 1]) assert.equal(setOf(many, [book]).count, 60 * setOf(spans, [book]).count);
});
