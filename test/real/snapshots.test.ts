/**
 * Lines at moments over all real seasons that have lines: every row of /v1/snapshots follows from the rows of /v1/games/{id}/lines, of
 * which those in doubt are left out, by the second reading of.
 */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { mlbStatsapiItems } from "../../src/cli/import.ts";
import type { Game, GameDetail } from "../../src/contract/lists/games.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { openApi, type TestApi, walk } from "../support/api.ts";
import { assertJsonPages } from "../support/oracle/compare.ts";
import type { GameKeys, Score } from "../support/oracle/game.ts";
import { type Run, snapshotsOfRuns } from "../support/oracle/snapshots.ts";
import {
  cfbdItems,
  importedMs,
  nbaItems,
  nflverseItems,
  oddsApiItems,
  realFiles,
  realPath,
  withoutRealData,
} from "../support/real-data.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";

const odds = (folder: string, sport: "nfl" | "nba" | "mlb") => oddsApiItems(realFiles("the-odds-api", folder), sport);

const sources: Readonly<Record<string, () => Iterable<FeedItem>[]>> = {
  mlb: () => [
    mlbStatsapiItems([realPath("mlb-results", "2026-07-05_12.json")], importedMs),
    odds("mlb-2026-07-week", "mlb"),
  ],
  nfl: () => [nflverseItems(realPath("nflverse", "games.csv"), undefined), odds("nfl-2025", "nfl")],
  nba: () => [
    nbaItems(realPath("nba-results", "results_2023-05.csv")),
    nbaItems(realPath("nba-results", "results_2023-24.csv")),
    odds("nba-h1-2023-05", "nba"),
    odds("nba-2023-24", "nba"),
  ],
  ncaaf: () =>
    [2022, 2023].map((year) =>
      cfbdItems(realPath("cfbd", `games_${year}.json`), realPath("cfbd", `lines_${year}.json`)),
    ),
};

const publishedAt = "2026-08-01T00:00:00Z";

describe("real seasons", { ...skipIf(withoutRealData), ...long }, () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openApi();
    for (const items of Object.values(sources)) {
      for (const each of items()) await importItems(api.database, each, publishedAt);
    }
    await publish(api.database, { all: false, acceptRemovals: false, publishedAt });
    await api.shelf.refresh();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  for (const sport of Object.keys(sources)) {
    test(`every row of ${sport} follows from the lines of its game`, async (t) => {
      const { rows: games } = await walk(api, `/v1/games?sport=${sport}`, 1000);
      let count = 0;
      let doubted = 0;
      for (const { home, away, ...game } of games as Game[]) {
        const url = `/v1/games/${game.game_id}`;
        const { rows: runs } = await walk(api, `${url}/lines?`, 1000);
        const { period_scores: scores } = (await api.get(url)).body.data as GameDetail;
        const periods = scores as Readonly<Record<string, Score | undefined>>;
        const full = { home: home.score ?? Number.NaN, away: away.score ?? Number.NaN };
        const wanted = snapshotsOfRuns(
          {
            keys: keysOf(game, home.abbreviation, away.abbreviation),
            scoreOf: (period) => (period === "game" ? full : periods[period]),
          },
          runs as Run[],
        );
        await assertJsonPages(api, `/v1/snapshots?sport=${sport}&game_id=${game.game_id}`, wanted, 1000);
        count += wanted.length;
        doubted += (runs as Run[]).filter(({ doubt }) => doubt !== null).length;
      }
      // NCAAF's lines have no times, so that they are at no moment.
      assert.equal(count === 0, sport === "ncaaf", `${count} rows`);
      t.annotate(`${count} rows of ${games.length} games; ${doubted} runs are in doubt`);
    });
  }
});

type Named = Omit<Game, "home" | "away">;

function keysOf(game: Named, home: string | null, away: string | null): GameKeys {
  const { game_id, sport, season, season_type, week, game_date, start_time } = game;
  return { game_id, sport, season, season_type, week, game_date, start_time, home: home ?? "", away: away ?? "" };
}
