/** The single game, from records to answer: periods, order and numbers for every sport [D-1, D-4, D-9, D-10, D-15, D-22]. */
import assert from "node:assert/strict";
import { Compile } from "typebox/compile";
import { afterAll, test } from "vitest";
import { type BookOdds, GameDetail, type PeriodOdds } from "../../src/contract/rows/game.ts";
import { sports } from "../../src/domain/sports.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { openApi, type TestApi } from "../support/api.ts";
import { extras, gameOf } from "../support/archive.ts";
import { books, finals, pricedPeriods, publishRecords, quotesOf } from "../support/hand-made.ts";
import { league } from "../support/league.ts";

const api = await openApi();
afterAll(() => api[Symbol.asyncDispose]());
const later: GameRecord = { ...finals.nba, home_score: null, away_score: null, line_score: null };
const doubleheader: GameRecord = { ...finals.mlb, game_id: "mlb2", start_time: "2025-07-05T02:40:00Z" };
await publishRecords(api, [
  ...Object.values(finals).flatMap((game) => [game, ...quotesOf(game)]),
  { ...later, game_id: "nba2", game_date: "2026-03-01", start_time: "2026-03-02T00:30:00Z", status: "scheduled" },
  { ...later, game_id: "nba3", game_date: "2026-01-20", start_time: "2026-01-21T00:30:00Z", status: "cancelled" },
  doubleheader,
]);

const ids = {
  mlb: "MLB-20250704-NYY-BOS",
  nfl: "NFL-20250904-DAL-PHI",
  ncaaf: "NCAAF-20251128-TEX-TAMU",
  nba: "NBA-20260110-NYK-BOS",
  nhl: "NHL-20260110-NYR-BOS",
} as const;

async function detailOf(id: string, from: TestApi = api): Promise<GameDetail> {
  const { status, body, text } = await from.get(`/v1/games/${id}`);
  assert.equal(status, 200, text);
  return body.data;
}

test("The single game returns { data: GameDetail, meta: { request_id } }, in any case of its id", async () => {
  const check = Compile(GameDetail);
  for (const id of Object.values(ids).flatMap((each) => [each, each.toLowerCase()])) {
    const { status, body, headers } = await api.get(`/v1/games/${id}`);
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body), ["data", "meta"]);
    assert.deepEqual(body.meta, { request_id: headers["x-request-id"] });
    assert.deepEqual(check.Errors(body.data), [], id);
  }
});

test("GameDetail has every field of Game, plus period_scores, weather, books and period_odds", async () => {
  const added = ["period_scores", "weather", "books", "period_odds"];
  for (const sport of sports) {
    const { data } = (await api.get(`/v1/games?sport=${sport}`)).body;
    for (const row of data) {
      const detail = await detailOf(row.game_id);
      assert.deepEqual(Object.keys(detail), [...Object.keys(row), ...added]);
      assert.deepEqual(Object.fromEntries(Object.entries(detail).filter(([name]) => !added.includes(name))), row);
    }
  }
  await using other = await openApi(league);
  const game = league.find(({ sport }) => sport === "nba");
  assert.deepEqual(await detailOf("NBA-20240110-BOS-LAL", other), { ...(game && gameOf(game)), ...extras });
});

const side = (home: number, away: number) => ({ home, away });

test("Period keys of each sport: only periods that exist; ot sums every period after regulation [D-9]", async () => {
  const scores = Object.fromEntries(
    await Promise.all(sports.map(async (sport) => [sport, (await detailOf(ids[sport])).period_scores])),
  );
  assert.deepEqual(scores, {
    mlb: { inn1: side(0, 1), inn5: side(4, 3), ot: side(2, 1) },
    nfl: { q1: side(7, 7), q2: side(10, 7), q3: side(7, 3), q4: side(0, 3), "1h": side(17, 14), "2h": side(7, 6) },
    ncaaf: {
      ...{ q1: side(14, 7), q2: side(0, 7), q3: side(7, 7), q4: side(7, 7) },
      ...{ "1h": side(14, 14), "2h": side(14, 14), ot: side(8, 6) },
    },
    nba: {
      ...{ q1: side(30, 24), q2: side(25, 28), q3: side(28, 26), q4: side(17, 22) },
      ...{ "1h": side(55, 52), "2h": side(45, 48), ot: side(15, 12) },
    },
    nhl: { p1: side(0, 1), p2: side(2, 0), p3: side(0, 1), ot: side(1, 0) },
  });
});

test("A shootout adds one goal to the winner, in score, in totals and in ot; overtime is true for it [D-10, D-11]", async () => {
  const game = await detailOf(ids.nhl);
  assert.deepEqual([game.home.score, game.away.score, game.overtime, game.result.margin_home], [3, 2, true, 1]);
  assert.deepEqual(game.period_scores.ot, side(1, 0));
  // The total closed at 6.5; 3 and 2 are five.
  assert.equal(game.result.went_over, false);
  const overtime = await Promise.all(sports.map(async (sport) => (await detailOf(ids[sport])).overtime));
  assert.deepEqual(overtime, [true, false, true, true, true]);
});

test("books come by book_id [D-22]", async () => {
  for (const sport of sports) {
    const { books: found } = await detailOf(ids[sport]);
    assert.deepEqual(
      found.map(({ book_id, book, book_name }: BookOdds) => ({ book_id, book, book_name })),
      books,
    );
    for (const book of found) {
      const members = ["moneyline", "spread", "total", "team_total"];
      assert.deepEqual(Object.keys(book), ["book_id", "book", "book_name", ...members]);
    }
  }
});

test("period_odds come by period in the order 1h, 2h, q1-q4, p1, inn1, inn5, then book_id [D-22]", async () => {
  const order = {
    mlb: ["inn1", "inn5"],
    nfl: ["1h", "2h", "q1", "q2", "q3", "q4"],
    ncaaf: ["1h", "2h", "q1", "q2", "q3", "q4"],
    nba: ["1h", "q1"],
    nhl: ["p1"],
  } as const;
  for (const sport of sports) {
    const { period_odds: found } = await detailOf(ids[sport]);
    assert.deepEqual(
      found.map(({ period, book_id }: PeriodOdds) => `${period} ${book_id}`),
      order[sport].flatMap((period) => books.map(({ book_id }) => `${period} ${book_id}`)),
      sport,
    );
  }
});

test("PeriodOdds has no book_name and no open-price fields; an unpriced market is there with null members", async () => {
  for (const sport of sports) {
    const priced = new Map(pricedPeriods[sport].map(([period, markets]) => [period as string, markets]));
    for (const row of (await detailOf(ids[sport])).period_odds) {
      assert.deepEqual(Object.keys(row), ["period", "book_id", "book", "moneyline", "spread", "total"]);
      assert.deepEqual(Object.keys(row.spread), ["open", "close", "home_juice_close", "away_juice_close"]);
      assert.deepEqual(Object.keys(row.total), ["open", "close", "over_juice_close", "under_juice_close"]);
      for (const market of ["moneyline", "spread", "total"] as const) {
        const isPriced = priced.get(row.period)?.includes(market) ?? false;
        const values: readonly unknown[] = Object.values(row[market]);
        assert.ok(
          values.every((value) => (value !== null) === isPriced),
          `${sport} ${row.period} ${market}: ${values}`,
        );
      }
    }
  }
});

test("When a book did not price a market, its object is still present with all members null", async () => {
  for (const { team_total: teamTotal } of (await detailOf(ids.mlb)).books) {
    assert.deepEqual(teamTotal, { home_open: null, home_close: null, away_open: null, away_close: null });
  }
  const { data } = (await api.get("/v1/odds?sport=mlb&season=2025")).body;
  assert.equal(data.length, books.length);
  for (const row of data) assert.deepEqual([...new Set(Object.values(row.team_total))], [null]);
});

test("open is the first captured number, close the last pregame number, never -0, even money +100 [D-12, D-13, D-15]", async () => {
  for (const sport of sports) {
    const detail = await detailOf(ids[sport]);
    for (const book of detail.books) {
      assert.deepEqual(book.spread, {
        ...{ open: 0, close: -1.5, home_juice_open: 100, home_juice_close: 100 },
        ...{ away_juice_open: -120, away_juice_close: -120 },
      });
      assert.deepEqual([book.total.open, book.total.close], [7.5, 6.5]);
    }
    for (const url of [
      `/v1/games/${ids[sport]}`,
      `/v1/odds?sport=${sport}&from=2020-01-01`,
      `/v1/games?sport=${sport}`,
    ]) {
      assert.doesNotMatch((await api.get(url)).text, /[:,[]-0[,}\]]/, url);
    }
    for (const list of ["odds", "games"]) {
      const { text } = await api.get(`/v1/${list}?sport=${sport}&from=2020-01-01&format=csv`);
      assert.doesNotMatch(text, /(^|,)-0(,|\r)/m);
    }
  }
});

test("Game 1 of a doubleheader keeps the bare game_id; game 2 ends in -2 [D-1]", async () => {
  const { data } = (await api.get("/v1/games?sport=mlb")).body;
  assert.deepEqual(
    data.map((row: GameDetail) => row.game_id),
    [ids.mlb, `${ids.mlb}-2`],
  );
  assert.equal((await detailOf(`${ids.mlb}-2`)).start_time, "2025-07-05T02:40:00.000Z");
});

test("A game not yet final, and a cancelled one, have no row and answer 404 game not found [D-4]", async () => {
  for (const id of ["NBA-20260301-NYK-BOS", "NBA-20260120-NYK-BOS"]) {
    const { status, body } = await api.get(`/v1/games/${id}`);
    assert.deepEqual([status, body.error], [404, { code: "not_found", message: "game not found" }], id);
    assert.deepEqual((await api.get(`/v1/odds?sport=nba&game_id=${id}`)).body.data, []);
  }
  const { data } = (await api.get("/v1/games?sport=nba")).body;
  assert.deepEqual(
    data.map((row: GameDetail) => row.game_id),
    [ids.nba],
  );
});

test("period scores that do not add up are withheld; the game is still published with its final score [D-9]", async () => {
  await using other = await openApi();
  await publishRecords(other, [{ ...finals.nfl, home_score: 25 }]);
  const game = await detailOf(ids.nfl, other);
  assert.deepEqual([game.period_scores, game.home.score, game.away.score], [{}, 25, 20]);
  assert.deepEqual([game.consensus, game.books, game.period_odds], [null, [], []]);
});
