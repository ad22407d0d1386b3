/**
 * Every page of the lists, of every game of the sample's slice, in JSON and CSV, is what the oracle says; so are games, their details, and
 * the lists that count.
 */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import type { SportRow } from "../../src/contract/lists/reference.ts";
import { closedAfterAll } from "../support/api.ts";
import { sampledSports } from "../support/sports.ts";
import { bookRows } from "./computed/book-rows.ts";
import { assertCsvPages, assertGames, assertJsonPages, assertList, lists } from "./computed/compare.ts";
import { coverageRows } from "./computed/coverage.ts";
import { type PathRow, pathRows } from "./computed/paths.ts";
import { detailOf, oddsRows } from "./computed/periods.ts";
import { openOracleSample } from "./computed/sample.ts";

const sample = closedAfterAll(await openOracleSample());

for (const list of lists) {
  describe(`${list.path}?${list.query}`, () => {
    for (const sport of sampledSports)
      test(`every row of ${sport} is what the oracle says, in its order, in JSON and in CSV`, async () => {
        assert.ok((await assertList(sample.api, list, sport, sample.games[sport], 997)) > 0);
      });
  });
}

for (const sport of sampledSports) {
  test(`games of ${sport}: identity, start, score, consensus and result are what the feed's records say [D-19]`, () =>
    assertGames(sample.api, sport, sample.games[sport]));

  test(`details of ${sport}: period scores and the odds of game and periods, in their order, are what the feed's records say [D-12, D-13, D-15, D-22, D-24]`, async () => {
    for (const game of sample.games[sport]) {
      const { period_scores, books, period_odds } = (await sample.api.get(`/v1/games/${game.keys.game_id}`)).body.data;
      assert.deepEqual({ period_scores, books, period_odds }, detailOf(game), game.keys.game_id);
    }
  });

  test(`every row of every path of ${sport} is what the oracle says, whole and by its filters`, async () => {
    let isFiltered = false;
    for (const game of sample.games[sport]) {
      const wanted = pathRows(game);
      const url = `/v1/games/${game.keys.game_id}/lines?`;
      await assertJsonPages(sample.api, url, wanted, 211);
      const [shape] = wanted;
      if (shape === undefined) continue;
      await assertCsvPages(sample.api, url, { wanted, shape }, 1000);
      if (isFiltered) continue;
      isFiltered = true;
      const filters = new Set(
        wanted.flatMap(({ book, book_id, market, period }) => [
          `book=${book.toUpperCase()}`,
          `book=${book_id},draftkings`,
          `market=${market}&book=draftkings`,
          `period=${period}&market=${market}`,
          `period=${period}`,
        ]),
      );
      for (const query of filters) {
        await assertJsonPages(
          sample.api,
          `${url}${query}`,
          wanted.filter((row) => isAskedPath(row, new URLSearchParams(query))),
          7,
        );
      }
    }
    assert.ok(isFiltered, "no game is priced");
  });
}

function isAskedPath({ book, book_id, market, period }: PathRow, asked: URLSearchParams): boolean {
  const books = asked.get("book")?.toLowerCase().split(",");
  return (
    (books === undefined || books.includes(book) || books.includes(String(book_id))) &&
    market === (asked.get("market") ?? market) &&
    period === (asked.get("period") ?? period)
  );
}

test("every published book is listed with its games of each season, as the oracle counts them", async () => {
  const { status, body } = await sample.api.get("/v1/books");
  assert.deepEqual([status, body.next_cursor, body.meta.count], [200, null, body.data.length]);
  const found: readonly (object & { readonly former_books: unknown; readonly former_names: unknown })[] = body.data;
  assert.deepEqual(
    found.map(({ former_books: _, former_names: __, ...row }) => row),
    bookRows(sample.games),
  );
});

test("every row of coverage is what the oracle counts, whole and of a sport and season, in JSON and in CSV", async () => {
  const coverage = coverageRows(sample.games);
  await assertJsonPages(sample.api, "/v1/coverage?", coverage, 97);
  const [shape = {}] = coverage;
  await assertCsvPages(sample.api, "/v1/coverage?", { wanted: coverage, shape }, 1000);
  for (const [name, ofSeason] of Map.groupBy(coverage, ({ sport, season }) => `sport=${sport}&season=${season}`)) {
    await assertJsonPages(sample.api, `/v1/coverage?${name}`, ofSeason, 50);
  }
});

test("seasons say how many games they have, and of how many somebody has a closing line", async () => {
  const { data } = (await sample.api.get("/v1/sports")).body;
  const isClose = ([name, value]: [string, unknown]) => name.endsWith("close") && value !== null;
  for (const { sport, seasons } of data as SportRow[]) {
    for (const { season, games, games_with_closing_line } of seasons) {
      const own = sample.games[sport].filter(({ keys }) => keys.season === season);
      const closed = own.filter((game) =>
        oddsRows(game).some(({ moneyline, spread, total, team_total }) =>
          [moneyline, spread, total, team_total].flatMap((market) => Object.entries(market)).some(isClose),
        ),
      );
      assert.deepEqual([games, games_with_closing_line], [own.length, closed.length], `${sport} ${season}`);
    }
  }
});
