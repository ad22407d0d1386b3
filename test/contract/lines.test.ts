/** How the lines of a game moved, from captures to answer; test/oracle/pages.test.ts holds every row and filter of the sample. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { QuoteRecord } from "../../src/feed/records.ts";
import { openApi } from "../support/api.ts";
import { finals, gameRecord, keepDoubted, publishRecords, quoteRecord, quotesOf } from "../support/records.ts";
import { assertInvalid, assertRefusal } from "./refusals.ts";

const unpriced = { home_odds: null, away_odds: null, over_odds: null, under_odds: null } as const;

/** A quote of the game, so many minutes before its start. */
function quote(minutes: number, changes: Partial<QuoteRecord>): QuoteRecord {
  const captured_at = new Date(Date.parse("2025-01-11T00:30:00Z") - minutes * 60_000).toISOString();
  return quoteRecord({ ...unpriced, captured_at, ...changes });
}

const spread = (minutes: number, line: number, home: number, away: number, changes: Partial<QuoteRecord> = {}) =>
  quote(minutes, { market: "spread", line, home_odds: home, away_odds: away, ...changes });

/** Captures at or after the start, which come while the provider lists a later one. */
const late = [0, -30].map((minutes) => spread(minutes, -9.5, -110, -110, { start_time: "2025-01-11T01:30:00Z" }));

const captures: readonly QuoteRecord[] = [
  // Five captures, of which two and two are equal. The last is half way between two tenths of a minute.
  spread(2880, -5.5, -110, -110),
  spread(1440, -5.5, -110, -110),
  spread(600, -6, -110, -110),
  spread(30, -5.5, -110, -110),
  spread(10.05, -5.5, -110, -110),
  // A book that is not published has no path.
  spread(60, -7.5, -110, -110, { book: "betfair" }),
  // Two quotes of one moment: FanDuel's line is that of most books, whether at an end or between.
  spread(2880, -5.5, -108, -112, { book: "fanduel" }),
  spread(700, -4.5, -110, -110, { book: "fanduel" }),
  spread(700, -5.5, -110, -110, { book: "fanduel" }),
  spread(20, -6.5, -110, -110, { book: "fanduel" }),
  spread(20, -5.5, -108, -112, { book: "fanduel" }),
  // An only moment with two quotes: other books opened at one of them, and closed at the other.
  quote(500, { market: "total", line: 220.5, over_odds: -110, under_odds: -110, book: "betmgm" }),
  quote(500, { market: "total", line: 221.5, over_odds: -110, under_odds: -110, book: "betmgm" }),
  ...[2, 3].flatMap((_, index) => {
    const book = ["draftkings", "fanduel"][index] as string;
    const prices = { market: "total", over_odds: -105, under_odds: -115, book } as const;
    return [quote(900, { ...prices, line: 220.5 }), quote(100, { ...prices, line: 221.5 })];
  }),
  // What is stated without a time counts only where nothing was captured.
  quote(0, { market: "moneyline", line: null, home_odds: -220, away_odds: 180, captured_at: null, stated: "open" }),
  quote(0, { market: "moneyline", line: null, home_odds: -240, away_odds: 200, captured_at: null, stated: "close" }),
  spread(0, -1.5, -101, -119, { captured_at: null, stated: "open" }),
  // Team totals and a period.
  quote(60, { market: "away_team_total", line: 108.5, over_odds: -110, under_odds: -110 }),
  quote(60, { market: "home_team_total", line: 114.5, over_odds: 100, under_odds: -120, book: "betmgm" }),
  quote(60, { market: "home_team_total", line: 113.5, over_odds: -110, under_odds: -110 }),
  quote(60, { market: "total", line: 110.5, over_odds: -110, under_odds: -110, period: "1h" }),
  quote(60, { market: "moneyline", line: null, home_odds: -130, away_odds: 110, period: "q1" }),
];

const id = "NBA-20250110-NYK-BOS";
const url = `/v1/games/${id}/lines`;
const api = await openApi();
afterAll(() => api[Symbol.asyncDispose]());
await keepDoubted(api.database, "NBA-20250110-NYK-BOS");
await publishRecords(api, [gameRecord({ start_time: "2025-01-11T01:30:00Z" }), ...late]);
await publishRecords(api, [gameRecord(), ...captures, finals.nfl, ...quotesOf(finals.nfl)]);

type Row = Readonly<Record<string, string | number | boolean | null>>;

async function rowsOf(query = ""): Promise<readonly Row[]> {
  const { status, body, text } = await api.get(`${url}?limit=1000${query}`);
  assert.equal(status, 200, text);
  return body.data;
}

/** A row in short: what it is of; its line and prices; how often it was seen; the minutes; whether it is an end. */
function inShort(row: Row): string {
  const prices = [row.home_price ?? row.over_price, row.away_price ?? row.under_price];
  const ends = [row.is_open === true ? "open" : "", row.is_close === true ? "close" : ""].join(" ").trim();
  const place = [row.book, row.period, row.market, row.team].filter((part) => part !== null).join(" ");
  return `${place}: ${row.line} ${prices.join("/")} x${row.captures} ${row.minutes_before_start} ${ends}`.trim();
}

test("a row is a run of equal captures; rows come by period, market, team, book and time [A-6]", async () => {
  assert.deepEqual((await rowsOf()).map(inShort), [
    "draftkings game moneyline: null -220/180 x1 null open",
    "draftkings game moneyline: null -240/200 x1 null close",
    "draftkings game spread: -5.5 -110/-110 x2 1440 open",
    "draftkings game spread: -6 -110/-110 x1 600",
    "draftkings game spread: -5.5 -110/-110 x2 10.1 close",
    "fanduel game spread: -5.5 -108/-112 x1 2880 open",
    "fanduel game spread: -5.5 -110/-110 x1 700",
    "fanduel game spread: -5.5 -108/-112 x1 20 close",
    "draftkings game total: 220.5 -105/-115 x1 900 open",
    "draftkings game total: 221.5 -105/-115 x1 100 close",
    "fanduel game total: 220.5 -105/-115 x1 900 open",
    "fanduel game total: 221.5 -105/-115 x1 100 close",
    "betmgm game total: 220.5 -110/-110 x1 500 open",
    "betmgm game total: 221.5 -110/-110 x1 500 close",
    "draftkings game team_total home: 113.5 -110/-110 x1 60 open close",
    "betmgm game team_total home: 114.5 100/-120 x1 60 open close",
    "draftkings game team_total away: 108.5 -110/-110 x1 60 open close",
    "draftkings 1h total: 110.5 -110/-110 x1 60 open close",
    "draftkings q1 moneyline: null -130/110 x1 60 open close",
  ]);
});

test("a book that posted nothing, a period of another sport, and a game that nobody priced match nothing", async () => {
  assert.deepEqual([await rowsOf("&book=fliff"), await rowsOf("&period=inn5")], [[], []]);
  await using other = await openApi();
  await publishRecords(other, [gameRecord()]);
  const { status, body } = await other.get(url);
  assert.deepEqual([status, body.data, body.next_cursor], [200, [], null]);
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
