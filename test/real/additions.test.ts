/**
 * Every list over real games of the NFL, the NBA and NCAAF: games, odds and every other row are what the oracle makes of the records that
 * the adapters yield.
 */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { Game } from "../../src/contract/lists/games.ts";
import type { Sport } from "../../src/domain/sports.ts";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { assertGames, assertJsonPages, assertList, lists } from "../oracle/computed/compare.ts";
import { coverageRows } from "../oracle/computed/coverage.ts";
import type { OracleGame } from "../oracle/computed/game.ts";
import { pathRows } from "../oracle/computed/paths.ts";
import { realGames } from "../oracle/computed/real-games.ts";
import { openApi, type TestApi, walk } from "../support/api.ts";
import { keepDoubted } from "../support/records.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";
import { inputs } from "./planted/sports.ts";
import * as input from "./real-data.ts";

/** Results and odds of a sport, of which the NFL's have moving lines, the NBA's first halves, and NCAAF's no times. */
const sources: Readonly<Partial<Record<Sport, () => FeedItem[]>>> = {
  nfl: () => [...inputs.nfl.results(), ...inputs.nfl.odds()],
  nba: () => [
    ...input.nbaItems(input.realPath("nba-results", "results_2023-05.csv")),
    ...inputs.nba.results(),
    ...input.oddsApiItems(input.realFiles("the-odds-api", "nba-h1-2023-05"), "nba"),
    ...inputs.nba.odds(),
  ],
  // Results and lines are in one file of each season.
  ncaaf: () => [...inputs.ncaaf.results(), ...inputs.ncaaf.odds()],
};

/** nflverse has no scores of quarters, only the first halves of some NBA games were captured, and NCAAF's lines have no times. */
const without: ReadonlySet<string> = new Set([
  "/v1/periods nfl",
  "/v1/period_odds nfl",
  "/v1/period_odds ncaaf",
  "/v1/snapshots ncaaf",
]);

const publishedAt = "2026-08-01T00:00:00Z";

describe("real games", { ...skipIf(input.withoutRealData), ...long }, () => {
  let api: TestApi;
  const games = new Map<string, OracleGame[]>();

  beforeAll(async () => {
    api = await openApi();
    const quotes = new Map<string, QuoteRecord[]>();
    const records = new Map<string, GameRecord[]>();
    for (const [sport, items] of Object.entries(sources)) {
      const feed = items().filter((item) => "record" in item);
      const of = feed.flatMap(({ record }) => (record === undefined ? [] : [structuredClone(record)]));
      quotes.set(
        sport,
        of.filter((record) => record.type === "quote"),
      );
      records.set(
        sport,
        of.filter((record) => record.type === "game").filter(({ status }) => status === "final"),
      );
      await importItems(api.database, feed, publishedAt);
    }
    await publish(api.database, { all: false, acceptRemovals: false, publishedAt });
    // The oracle reads every quote. What rules of doubt leave out is what the tests of each sport name.
    const doubted = await input.doubtedQuotes(api.database);
    await keepDoubted(api.database, ...new Set(doubted.map((quote) => quote.split(" ")[0] ?? "")));
    await publish(api.database, { all: true, acceptRemovals: false, publishedAt });
    await api.shelf.refresh();
    for (const sport of Object.keys(sources)) {
      const { rows } = await walk(api, `/v1/games?sport=${sport}`, 1000);
      games.set(sport, realGames(rows as Game[], records.get(sport) ?? [], quotes.get(sport) ?? []));
    }
  });
  afterAll(() => api[Symbol.asyncDispose]());

  test("every row of /v1/coverage is what the oracle counts", async () => {
    await assertJsonPages(api, "/v1/coverage?", coverageRows(Object.fromEntries(games)), 100);
  });

  for (const sport of Object.keys(sources)) {
    test(`the games of ${sport} have the score, consensus and result that the oracle says`, () =>
      assertGames(api, sport, games.get(sport) ?? []));

    test(`the paths of one in seven games of ${sport} are what the oracle says`, async (t) => {
      let rows = 0;
      for (const [index, game] of (games.get(sport) ?? []).entries()) {
        if (index % 7 !== 0) continue;
        const wanted = pathRows(game);
        rows += wanted.length;
        await assertJsonPages(api, `/v1/games/${game.keys.game_id}/lines?`, wanted, 1000);
      }
      assert.ok(rows > 1000, `${rows} rows`);
      t.annotate(`${rows} rows agree`);
    });
  }

  for (const list of lists) {
    for (const sport of Object.keys(sources)) {
      test(`every row of ${list.path}${list.query} for ${sport} is what the oracle says, in JSON and in CSV`, async (t) => {
        const rows = await assertList(api, list, sport, games.get(sport) ?? []);
        assert.equal(rows === 0, without.has(`${list.path} ${sport}`), `${rows} rows`);
        t.annotate(`${rows} rows of ${games.get(sport)?.length} games agree`);
      });
    }
  }
});
