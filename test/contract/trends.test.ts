/** The record of a set of bets: rows, groups, pages, formats, refusals, and the bets themselves for pictures. */
import assert from "node:assert/strict";
import { Compile } from "typebox/compile";
import { afterAll, test } from "vitest";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import { trends as endpoint, TrendRow } from "../../src/contract/lists/trends.ts";
import { sportFacts, sports } from "../../src/domain/sports.ts";
import { groupings } from "../../src/domain/trends/trend-bets.ts";
import { SetTooLarge } from "../../src/query/trends/grade.ts";
import { judgedSet } from "../../src/query/trends/question.ts";
import { betOf, setOfBets } from "../../src/query/trends/set.ts";
import { type GameLines, type LineEntry, packLines } from "../../src/release/packed-lines.ts";
import { packSeasonLines } from "../../src/release/season-lines.ts";
import { openApi, send } from "../support/api.ts";
import { bareSeason, everyBet } from "../support/bare-season.ts";
import { finals, publishRecords, quotesOf } from "../support/hand-made.ts";
import { baseballGame, periodQuotes, playedGame, unscoredGame } from "../support/hand-made-periods.ts";
import { gameRecord } from "../support/records.ts";
import { assertInvalid } from "../support/refusals.ts";

/** One game of each sport with overtime, and every published market of three books. */
const api = await openApi();
afterAll(() => api[Symbol.asyncDispose]());
await publishRecords(
  api,
  Object.values(finals).flatMap((game) => [game, ...quotesOf(game)]),
);

async function rowsOf(query: string): Promise<TrendRow[]> {
  const { status, body, text } = await api.get(`/v1/trends?${query}`);
  assert.equal(status, 200, text);
  return body.data;
}

const noRate = { value: null, low: null, high: null };

test("[A-11] every sport answers with the row of all bets, in the declared shape, with sport alone", async () => {
  const check = Compile(TrendRow);
  for (const sport of sports) {
    for (const groupBy of groupings) {
      const rows = await rowsOf(`sport=${sport}&group_by=${groupBy}`);
      for (const row of rows) assert.ok(check.Check(row), JSON.stringify(row));
      assert.equal(rows[0]?.group, null);
      assert.equal(
        rows.slice(1).some(({ group }) => group === null),
        false,
      );
      const { bets, won, lost, push, ungraded } = rows[0] as TrendRow;
      assert.ok(bets > 0);
      assert.equal(won + lost + push + ungraded, bets);
    }
  }
});

test("[A-11] an empty set has a row with zeros and nulls", async () => {
  assert.deepEqual(await rowsOf("sport=nfl&season=1999&group_by=season"), [
    {
      ...{ group: null, bets: 0, won: 0, lost: 0, push: 0, ungraded: 0, shared: 0, both_sides: 0 },
      ...{ win_rate: noRate, design_effect: null, break_even: null },
      ...{ return_on_investment: { close: noRate, open: noRate }, closing_line_value: null },
      closing_line: {
        ...{ better: 0, worse: 0, same: 0, beat: noRate, points: null, probability: null, probability_bets: 0 },
      },
      ...{ p_value: null, p_adjusted: null, verdict: null, at_moment: null },
    },
  ]);
});

test("[A-11] the first row is of the consensus unless a book is named, and with group_by=book of every book", async () => {
  const count = async (query: string): Promise<number> =>
    (await api.get(`/v1/bets?from=2000-01-01&limit=1000&${query}`)).body.data.length;
  const first = async (query: string): Promise<number> => (await rowsOf(query))[0]?.bets ?? -1;
  assert.equal(await first("sport=nba"), await count("sport=nba&book=consensus"));
  assert.equal(await first("sport=nba&book=FanDuel"), await count("sport=nba&book=2"));
  const [all, ...books] = await rowsOf("sport=nba&group_by=book");
  assert.equal(all?.bets, (await count("sport=nba&book=all")) - (await count("sport=nba")));
  assert.equal(
    all?.bets,
    books.reduce((sum, { bets }) => sum + bets, 0),
  );
  assert.ok(books.length > 1 && books.every(({ group }) => group !== "consensus"));
  const [, ...only] = await rowsOf("sport=nba&group_by=book&book=consensus");
  assert.deepEqual(
    only.map(({ group }) => group),
    ["consensus"],
  );
});

test("[A-11] groups come in their order, what has no value last, and a total is in the groups of both teams", async () => {
  const names = async (query: string) => (await rowsOf(`sport=nfl&${query}`)).slice(1).map(({ group }) => group);
  const types = await names("group_by=bet_type");
  assert.deepEqual(
    types,
    sportFacts.nfl.betTypes.filter((each) => types.includes(each)),
  );
  assert.deepEqual(await names("group_by=selection"), ["home", "away", "over", "under"]);
  assert.deepEqual((await names("group_by=role")).at(-1), "none");
  const lines = await names("group_by=line");
  assert.equal(lines.at(-1), "none");
  const numbers = lines.slice(0, -1).map(Number);
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  );
  const [{ bets = 0 } = {}, ...teams] = await rowsOf("sport=nfl&group_by=team&bet_type=total");
  assert.deepEqual(
    teams.map((team) => team.bets),
    [bets, bets],
  );
  const moneylines = await rowsOf("sport=nfl&group_by=team&bet_type=moneyline");
  assert.deepEqual(
    moneylines.map((row) => row.bets),
    [2, 1, 1],
  );
  assert.deepEqual(await names("group_by=week"), [String(finals.nfl.week)]);
  assert.deepEqual(
    (await rowsOf("sport=nba&group_by=week")).map(({ group }) => group),
    [null, "none"],
  );
});

/** Twelve home games of Dallas, six of them won, against nine and two and one: nine games say nothing of chance. */
const many = await openApi();
afterAll(() => many[Symbol.asyncDispose]());
const opponents = [...Array.from({ length: 9 }, () => "NYG"), "PHI", "PHI", "WAS"];
await publishRecords(
  many,
  opponents.flatMap((away, at) => {
    const date = new Date(Date.UTC(2025, 8, 7 + 7 * at)).toISOString().slice(0, 10);
    const game = gameRecord({
      ...{ sport: "nfl", season: 2025, week: at + 1, game_id: `dallas-${at}`, away, home: "DAL", game_date: date },
      ...{ start_time: `${date}T18:00:00Z`, away_score: 17, home_score: at % 2 === 0 ? 20 : 10, overtime: false },
      ...{ referee: null, line_score: null },
    });
    return [game, ...quotesOf(game)];
  }),
);

async function manyOf(query: string) {
  const { status, body, text } = await many.get(`/v1/trends?sport=nfl&bet_type=moneyline&${query}`);
  assert.equal(status, 200, text);
  return body as { readonly data: readonly TrendRow[]; readonly meta: Readonly<Record<string, unknown>> };
}

const chanceOf = ({ p_value, p_adjusted, verdict }: TrendRow) => [p_value, p_adjusted, verdict];

test("[A-11] tries multiply the p-value, and meta says them with the grouping", async () => {
  const { data, meta } = await manyOf("selection=home&group_by=season&tries=3");
  const { group_by, tries, count, family, split, tries_since } = meta;
  assert.deepEqual([group_by, tries, count, family], ["season", 3, 2, 1]);
  assert.deepEqual([split, tries_since], [null, null]);
  for (const { p_value: value, p_adjusted: times } of data) {
    assert.ok(value !== null && times !== null && Math.abs(times - Math.min(1, 3 * value)) < 1e-5);
  }
});

test("[A-11] below ten games there is no p-value and no verdict, and such a group is none of the family", async () => {
  const { data, meta } = await manyOf("selection=home&group_by=team");
  assert.deepEqual([data.map(({ group }) => group), meta.family], [[null, "DAL"], 1]);
  for (const row of data) assert.ok(row.p_value !== null && row.verdict === "no evidence", String(row.group));
  const { data: away, meta: few } = await manyOf("selection=away&group_by=team");
  assert.deepEqual(
    away.map((row) => [row.group, row.bets, ...(row.group === null ? [] : chanceOf(row))]),
    [
      [null, 12],
      ["NYG", 9, null, null, null],
      ["PHI", 2, null, null, null],
      ["WAS", 1, null, null, null],
    ],
  );
  assert.ok(away[0]?.p_value !== null);
  assert.equal(few.family, 0);
});

test("[A-14] a set with both sides of its bets, and one chosen by results, has no p-value and no verdict", async () => {
  const [both] = (await manyOf("season=2025")).data as [TrendRow];
  assert.deepEqual([both.bets, both.both_sides, ...chanceOf(both)], [24, 24, null, null, null]);
  const [one] = (await manyOf("selection=home")).data as [TrendRow];
  assert.ok(one.both_sides === 0 && one.p_value !== null && one.verdict !== null);
  const [won] = (await manyOf("result=won")).data as [TrendRow];
  assert.deepEqual([won.bets, ...chanceOf(won)], [12, null, null, null]);
});

test("[A-13] with open_moved and result nothing is said of the closing line, nor of the return at the open", async () => {
  const closingLine = {
    ...{ better: null, worse: null, same: null, beat: noRate, points: null, probability: null, probability_bets: null },
  };
  for (const query of ["open_moved=none", "open_moved=toward", "result=won"]) {
    const [row] = await rowsOf(`sport=nfl&${query}`);
    assert.deepEqual([row?.closing_line, row?.return_on_investment.open], [closingLine, noRate], query);
  }
  const [all] = await rowsOf("sport=nfl");
  const { better, worse, same } = all?.closing_line ?? {};
  assert.ok((better ?? 0) + (worse ?? 0) + (same ?? 0) > 0 && all?.return_on_investment.open.value !== null);
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
  const walked = await api.get(`${url}${day}&limit=2`);
  const rest = await api.get(`${url}${day}&limit=2&cursor=${walked.body.next_cursor}`);
  assert.deepEqual(
    [...walked.body.data, ...rest.body.data].map(({ group }: TrendRow) => group),
    [null, "before", "since"],
  );
});

test("[A-14] X-Sets-Today counts the distinct sets of an account, whatever their tries, limit and format", async () => {
  const own = await openApi();
  try {
    await publishRecords(own, [finals.nfl, ...quotesOf(finals.nfl)]);
    const sets = async (query: string, method: "GET" | "HEAD" = "GET") =>
      (await send(own.app, method, `/v1/trends?${query}`, { authorization: `Bearer ${own.key}` })).headers[
        "x-sets-today"
      ];
    assert.equal(await sets("sport=nfl"), "1");
    assert.equal(await sets("tries=7&sport=nfl&limit=5&format=csv"), "1");
    assert.equal(await sets("sport=nfl&split=2025-01-01&tries_since=3"), "2");
    assert.equal(await sets("sport=nfl&selection=home", "HEAD"), "3");
    for (let month = 1; month <= 12; month++) await sets(`sport=nfl&month=${month}`);
    assert.equal(await sets("sport=nfl&month=4"), "15");
    const { headers } = await own.get("/v1/bets?sport=nfl&season=2025");
    assert.equal(headers["x-sets-today"], undefined);
  } finally {
    await own[Symbol.asyncDispose]();
  }
});

test("[A-11] conferences and divisions match in any case, and mean both teams", async () => {
  const { home, away } = { home: "PHI", away: "DAL" };
  const nfl = await openApi();
  try {
    await publishRecords(nfl, [playedGame, unscoredGame, baseballGame, ...periodQuotes]);
    const bets = async (query: string): Promise<number> =>
      (await nfl.get(`/v1/trends?sport=nfl&game_id=NFL-20250904-${away}-${home}&${query}`)).body.data[0].bets;
    const all = await bets("tries=1");
    assert.ok(all > 0);
    assert.equal(await bets("conference=nfc&division=nfc%20EAST"), all);
    assert.equal(await bets("conference=AFC"), 0);
    assert.equal(await bets("weekday=thu&month=9"), all);
    assert.equal(await bets("weekday=fri"), 0);
    // The first game of a season has no rest.
    assert.equal(await bets("home_rest_min=0"), 0);
    assert.equal(await bets("away_rest_max=366"), 0);
  } finally {
    await nfl[Symbol.asyncDispose]();
  }
});

test("[A-11] a cursor and an ETag of bets that were given before there were these filters stay good", async () => {
  const url = "/v1/bets?sport=nba&from=2000-01-01&limit=7";
  const { body } = await api.get(url);
  const bytes = Buffer.from(body.next_cursor, "base64url");
  const { hash } = await import("node:crypto");
  const before = ["bets", { sport: "nba", ...filterOfBefore }];
  const digest = hash("sha256", JSON.stringify(before), "buffer").subarray(0, 8);
  assert.deepEqual(bytes.subarray(9, 17), digest);
});

/** All filters that bets had, in the order in which cursors have them. */
const filterOfBefore = {
  ...{ season: null, fromDate: 20_000_101, toDate: null, team: null, home: null, away: null, week: null },
  ...{ seasonType: null, gameId: null, betTypes: null, market: null, period: null, selection: null, role: null },
  ...{ result: null, minLine: null, maxLine: null, bookIds: [0] },
};

test("the bets behind a trend are those of /v1/bets with the same filters", async () => {
  const { current } = api.shelf;
  for (const query of ["sport=nba", "sport=nfl&role=underdog", "sport=nfl&market=total&selection=over&book=2"]) {
    const { body } = await api.get(`/v1/bets?from=2000-01-01&limit=1000&${query}`);
    const { sport, filter } = judgedSet(current, endpoint.read(query));
    const set = setOfBets(sport, current.sports[sport].spans, filter);
    const seen = Array.from({ length: set.count }, (_, bet) => betOf(set, bet));
    assert.deepEqual(
      seen.map((bet) => [bet.gameId, bet.side.betType, bet.side.selection, bet.sideTeam, bet.book, bet.role]),
      (body.data as readonly BetRow[]).map((row) => [
        ...[row.game_id, row.bet_type, row.selection, row.side_team, row.book, row.role],
      ]),
    );
    assert.deepEqual(
      seen.map((bet) => [bet.openLine, bet.closeLine, bet.openPrice, bet.closePrice, bet.noVigProbability]),
      (body.data as readonly BetRow[]).map(({ open, close }) => [
        ...[open.line, close.line, open.price, close.price, close.no_vig_probability],
      ]),
    );
    assert.deepEqual(
      seen.map(({ closeResult, closeProfit }) => [closeResult, closeProfit]),
      (body.data as readonly BetRow[]).map(({ result, profit }) => [result.close, profit.close]),
    );
    for (const { margin, closeResult } of seen) {
      const sign = { won: 1, lost: -1, push: 0 };
      assert.equal(margin === null ? null : Math.sign(margin), closeResult === null ? null : sign[closeResult]);
    }
  }
});

test("a set of several books has a bound, and one of a single book or of the consensus has none but the season", () => {
  const { slots } = packSeasonLines("nfl", []);
  const quote = { line: 3, first: -110, second: -110, timeMs: null };
  const entries: readonly LineEntry[] = slots.flatMap(({ period, market }) =>
    Array.from({ length: 13 }, (_, bookId) => ({ period, market, bookId, open: quote, close: quote })),
  );
  const game: GameLines = {
    scores: [...new Set(slots.map(({ period }) => period))].map((period) => ({ period, home: 7, away: 3 })),
    entries,
  };
  const packed = packLines(game);
  const games = 300;
  const lines = packSeasonLines(
    "nfl",
    Array.from({ length: games }, () => packed),
  );
  const season = bareSeason("nfl", lines, games);
  const spans = [{ season, from: 0, to: games }];
  assert.throws(
    () => setOfBets("nfl", spans, { ...everyBet, bookIds: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }),
    SetTooLarge,
  );
  const sides = 2 * slots.length;
  assert.equal(setOfBets("nfl", spans, { ...everyBet, bookIds: [0] }).count, games * sides);
  assert.equal(setOfBets("nfl", spans, { ...everyBet, bookIds: [5] }).count, games * sides);
});
