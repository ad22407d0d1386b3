/**
 * Every id that is published of a game leads back to that game in the files of its source: the same score, the same teams,
 * the same day. The files are read a second time here, without any code of the feed.
 */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { espnItems, mlbStatsapiItems, nhlApiItems } from "../../src/cli/import.ts";
import type { Game } from "../../src/contract/lists/games.ts";
import type { GameIds } from "../../src/contract/lists/ids.ts";
import { sports } from "../../src/domain/sports.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { gameIdList, gameList } from "../../src/query/games.ts";
import { keyedRows } from "../../src/query/pages.ts";
import { openShelf } from "../../src/query/shelf.ts";
import {
  cfbdItems,
  importedMs,
  nflverseItems,
  oddsApiItems,
  openScratch,
  type RawObject,
  rawObjects,
  readRawCsv,
  realFiles,
  realPath,
  type Scratch,
  withoutRealData,
} from "../support/real-data.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";

/** What a source's file says of a game; several files may say it at several times. */
type Told = {
  readonly dates: readonly string[];
  readonly scores: readonly [number, number];
  /** The sides by name, where the file was written before the end and has no score yet. */
  readonly coming?: readonly [string, string] | null;
};
type Index = ReadonlyMap<string, readonly Told[]>;

function indexOf(told: Iterable<readonly [id: unknown, told: Told]>): Index {
  const index = new Map<string, Told[]>();
  for (const [id, each] of told) {
    const known = index.get(String(id));
    if (known === undefined) index.set(String(id), [each]);
    else known.push(each);
  }
  return index;
}

const scoreOf = (value: unknown): number =>
  value === undefined || value === null || value === "" ? Number.NaN : Number(value);
const dateOf = (value: unknown): string => String(value ?? "").slice(0, 10);

type Competitor = {
  readonly homeAway?: string;
  readonly score?: unknown;
  readonly team?: { readonly displayName?: string };
};

function* espn(): Generator<readonly [unknown, Told]> {
  for (const { id, date, competitors, status } of rawObjects("espn")) {
    if (!Array.isArray(competitors) || competitors.length !== 2) continue;
    const side = (name: string) => (competitors as Competitor[]).find((each) => each.homeAway === name);
    const [home, away] = [side("home"), side("away")];
    const isOver = (status as { type?: { completed?: boolean } } | undefined)?.type?.completed !== false;
    yield [
      id,
      {
        dates: [dateOf(date)],
        scores: [scoreOf(home?.score), scoreOf(away?.score)],
        coming: isOver ? null : [String(home?.team?.displayName), String(away?.team?.displayName)],
      },
    ];
  }
  for (const row of readRawCsv(realPath("nflverse", "games.csv"))) {
    yield [row.espn, { dates: [row.gameday ?? ""], scores: [scoreOf(row.home_score), scoreOf(row.away_score)] }];
  }
}

const isCalled = (coming: Told["coming"], { home, away }: Game) =>
  coming != null && coming[0] === home.name && coming[1] === away.name;

const dayMs = 86_400_000;
const isNear = (date: string, other: string) => Math.abs(Date.parse(date) - Date.parse(other)) <= dayMs;

describe("ids of games at other sources, real input", { ...skipIf(withoutRealData), ...long }, () => {
  let scratch: Scratch;
  let rows: readonly { readonly ids: GameIds; readonly game: Game }[];

  beforeAll(async () => {
    scratch = await openScratch();
    await scratch.take(nflverseItems(realPath("nflverse", "games.csv"), realPath("nflverse", "teams.csv")));
    await scratch.take(oddsApiItems([realPath("the-odds-api", "nfl-2025")], "nfl"));
    for (const year of [2022, 2023]) await scratch.take(cfbdItems(realPath("cfbd", `games_${year}.json`), undefined));
    await scratch.take(mlbStatsapiItems([realPath("mlb-results", "2026-07-05_12.json")], importedMs));
    await scratch.take(oddsApiItems([realPath("the-odds-api", "mlb-2026-07-week")], "mlb"));
    const folders = ["mlb", "nba", "ncaaf", "nfl", "nhl"].flatMap((sport) => realFiles("espn", sport));
    const espnFiles = [...realFiles("espn").filter((file) => file.endsWith(".json")), ...folders];
    await takeEach(realFiles("mlb-statsapi"), (file) => mlbStatsapiItems([file], importedMs));
    await takeEach(realFiles("nhl-api-web"), (file) => nhlApiItems([file], importedMs));
    await takeEach(espnFiles, (file) => espnItems([file], importedMs));
    await scratch.publish();
    rows = await publishedRows();
  });

  afterAll(() => scratch.close());

  /** Files that hold no games stop their import, and are no part of this. */
  async function takeEach(files: readonly string[], items: (file: string) => Iterable<FeedItem>): Promise<void> {
    for (const file of files) {
      let read: FeedItem[];
      try {
        read = [...items(file)];
      } catch {
        continue;
      }
      await scratch.take(read);
    }
  }

  async function publishedRows(): Promise<{ readonly ids: GameIds; readonly game: Game }[]> {
    const { current } = await openShelf(scratch.database);
    const anyGame = {
      ...{ season: null, fromDate: null, toDate: null, team: null, home: null, away: null },
      ...{ week: null, seasonType: null, gameId: null },
    };
    return sports.flatMap((sport) => {
      const { spans } = current.sports[sport];
      const list = [...keyedRows(gameList, spans, anyGame, null)].map(({ row }) => JSON.parse(row) as Game);
      const ids = [...keyedRows(gameIdList, spans, anyGame, null)].map(({ row }) => JSON.parse(row) as GameIds);
      assert.deepEqual(
        ids.map((row) => row.game_id),
        list.map((row) => row.game_id),
      );
      return ids.map((row, index) => ({ ids: row, game: list[index] ?? assert.fail() }));
    });
  }

  // The ids of other sources are those of their own records, which the tests of each sport hold to the files.
  test("ESPN: every id leads to one game there, of the same day and score, and no two games have one", () => {
    const index = indexOf(espn());
    const published = rows.filter(({ ids }) => ids.espn !== null);
    assert.ok(published.length >= 1_040, `${published.length} games`);
    for (const { ids, game } of published) {
      const told = index.get(ids.espn ?? "") ?? assert.fail(`no ${ids.espn}, the id of ${game.game_id}`);
      const score = [game.home.score, game.away.score];
      // On neutral sites sources differ about who is at home.
      const isTold = told.some(
        ({ scores: [home, away], dates, coming = null }) =>
          (isCalled(coming, game) ||
            (home === score[0] && away === score[1]) ||
            (game.neutral_site === true && home === score[1] && away === score[0])) &&
          dates.some((date) => date !== "" && isNear(date, game.game_date)),
      );
      assert.ok(isTold, `${game.game_id} ${score}: ${ids.espn} says ${JSON.stringify(told)}`);
    }
    assert.equal(new Set(published.map(({ ids }) => ids.espn)).size, published.length);
  });

  test("every published game has an id at one of the sources that it came from", () => {
    for (const { ids } of rows) {
      const { nflverse: a, espn: b, mlb: c, nhl: d, cfbd: e } = ids;
      assert.notDeepEqual([a, b, c, d, e], [null, null, null, null, null], ids.game_id);
    }
  });

  test("the NFL's games have nflverse's id and ESPN's, which belong together in nflverse's file", () => {
    const pairs = new Map(readRawCsv(realPath("nflverse", "games.csv")).map((row) => [row.game_id, row.espn]));
    const nfl = rows.filter(({ ids }) => ids.nflverse !== null);
    assert.equal(nfl.length, rows.filter(({ ids }) => ids.sport === "nfl" && ids.season >= 2022).length);
    for (const { ids } of nfl) assert.equal(ids.espn, pairs.get(ids.nflverse ?? ""), ids.game_id);
  });

  test("The Odds API: every event has the game's teams, is one game's alone, and starts on its day", () => {
    const events = new Map<string, RawObject>();
    for (const folder of ["nfl-2025", "mlb-2026-07-week"]) {
      for (const event of rawObjects("the-odds-api", folder)) {
        if (event.home_team !== undefined) events.set(String(event.id), event);
      }
    }
    const seen = new Map<string, string>();
    for (const { ids, game } of rows) {
      for (const id of ids.the_odds_api) {
        const event = events.get(id) ?? assert.fail(`no event ${id}`);
        assert.deepEqual([event.home_team, event.away_team].sort(), [game.home.name, game.away.name].sort());
        assert.ok(isNear(dateOf(event.commence_time), game.game_date), `${game.game_id} ${event.commence_time}`);
        assert.equal(seen.get(id), undefined, id);
        seen.set(id, game.game_id);
      }
    }
    assert.ok(new Set(seen.values()).size > 280, `${new Set(seen.values()).size} games`);
  });
});
