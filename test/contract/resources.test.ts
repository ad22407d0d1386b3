/** Sports, teams, seasons, books and the envelopes, with the texts of service.md written out. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { CoverageRow } from "../../src/contract/lists/coverage.ts";
import type { SportRow, TeamRow } from "../../src/contract/lists/reference.ts";
import { bySport, type Sport, sports } from "../../src/domain/sports.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { closedAfterAll, openApi, openPublished } from "../support/api.ts";
import { coveredGames } from "../support/covered-games.ts";
import { league } from "../support/league.ts";
import { finals, quotesOf } from "../support/records.ts";
import { sportsByHand } from "../support/sports.ts";

const api = closedAfterAll(await openApi(league));
const { nfl, nba } = finals;
const toCome = { status: "scheduled", home_score: null, away_score: null, line_score: null } as const;
const inWeek = (week: number, day: string, changes: Partial<GameRecord> = {}): GameRecord => ({
  ...{ ...nfl, game_id: `nfl ${day}`, week, game_date: day, start_time: `${day}T18:00:00Z` },
  ...changes,
});
/** Made by the real publish: a season of each sport, those of NFL and NBA with games to come. */
const published = closedAfterAll(
  await openPublished([
    ...Object.values(finals),
    ...quotesOf(finals.nba),
    inWeek(2, "2025-09-14"),
    inWeek(2, "2025-09-15", {
      home: "BUF",
      away: "KC",
      status: "cancelled",
      home_score: null,
      away_score: null,
      line_score: null,
    }),
    inWeek(3, "2025-09-21"),
    inWeek(3, "2025-09-22", { home: "SEA", away: "KC", ...toCome }),
    inWeek(19, "2026-01-10", { ...toCome, season_type: "postseason" }),
    {
      ...nba,
      game_id: "nba 2",
      game_date: "2026-05-01",
      start_time: "2026-05-02T00:00:00Z",
      season_type: "postseason",
    },
    {
      ...nba,
      game_id: "nba 3",
      game_date: "2026-05-03",
      start_time: "2026-05-04T00:00:00Z",
      season_type: "postseason",
      ...toCome,
    },
  ]),
);

const dataOf = async (url: string, from = api) => (await from.get(url)).body.data;

test("Lists every sport, with its full league name, season_label and bet_types", async () => {
  for (const from of [api, published]) {
    const rows: SportRow[] = await dataOf("/v1/sports", from);
    assert.deepEqual(
      rows.map(({ sport, name, season_label: label, bet_types: types }) => [sport, name, label, types.join(", ")]),
      Object.entries(sportsByHand).map(([sport, { name, seasonLabel, betTypes }]) => [
        sport,
        name,
        seasonLabel,
        betTypes,
      ]),
    );
  }
});

test("Sport.seasons: status, first and last game, games, and games_with_closing_line", async () => {
  const rows: SportRow[] = await dataOf("/v1/sports", published);
  const more: Readonly<Record<string, object>> = {
    nfl: { last_game: "2025-09-21", status: "in_progress", games: 3 },
    nba: { last_game: "2026-05-01", status: "in_progress", games: 2, games_with_closing_line: 1 },
  };
  for (const { sport, seasons, last_completed_game: last } of rows) {
    const { season, game_date: date } = sportsByHand[sport as Sport].final;
    const one = { first_game: date, last_game: date, games: 1, games_with_closing_line: 0, status: "published" };
    const expected = { season, ...one, ...more[sport] };
    assert.deepEqual([seasons, last], [[expected], expected.last_game], sport);
  }
});

test("Season: in_progress while any game is unplayed, weeks is the highest completed week [D-7, D-42]", async () => {
  const season = (sport: string) => dataOf(`/v1/seasons?sport=${sport}`, published);
  const nflSeason = {
    ...{ sport: "nfl", season: 2025, status: "in_progress", first_game: "2025-09-04", last_game: "2025-09-21" },
    // Week 2 has a cancelled game, week 3 one to come.
    ...{ games: 3, regular_season_games: 3, postseason_games: 0, weeks: 2 },
  };
  assert.deepEqual(await season("nfl"), [nflSeason]);
  assert.deepEqual(await season("nba"), [
    {
      ...{ sport: "nba", season: 2026, status: "in_progress", first_game: "2026-01-10", last_game: "2026-05-01" },
      ...{ games: 2, regular_season_games: 1, postseason_games: 1, weeks: null },
    },
  ]);
  assert.deepEqual(await season("ncaaf"), [
    {
      ...{ sport: "ncaaf", season: 2025, status: "published", first_game: "2025-11-28", last_game: "2025-11-28" },
      ...{ games: 1, regular_season_games: 1, postseason_games: 0, weeks: 14 },
    },
  ]);
});

test("Team: by team_id, each id and abbreviation once; school for college only, and FBS only [D-2, D-8]", async () => {
  const counts: Record<string, number> = {};
  for (const sport of sports) {
    const rows: TeamRow[] = await dataOf(`/v1/teams?sport=${sport}`, published);
    counts[sport] = rows.length;
    const ids = rows.map((row) => row.team_id);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
    assert.equal(new Set(ids).size, rows.length);
    assert.equal(new Set(rows.map((row) => row.abbreviation)).size, rows.length);
    for (const row of rows) {
      assert.match(row.abbreviation, /^[A-Z0-9]{2,6}$/);
      assert.equal(row.school !== null, sport === "ncaaf", row.name);
      if (row.logo_url !== null) assert.ok(URL.canParse(row.logo_url));
    }
  }
  assert.deepEqual(
    counts,
    bySport((sport) => sportsByHand[sport].teams),
  );
  const sportRows: SportRow[] = await dataOf("/v1/sports", published);
  assert.deepEqual(Object.fromEntries(sportRows.map(({ sport, teams }) => [sport, teams])), counts);
});

test("an empty archive has its sports, and neither seasons nor games", async () => {
  await using empty = await openApi();
  const rows: SportRow[] = await dataOf("/v1/sports", empty);
  assert.deepEqual(
    rows.map(({ sport, seasons, last_completed_game: last }) => [sport, seasons, last]),
    sports.map((sport) => [sport, [], null]),
  );
  assert.deepEqual(await dataOf("/v1/games?sport=nfl", empty), []);
});

test("[A-2] a book says which books it was before, where that is sure, and which names it had until which day", async () => {
  type Book = {
    readonly book: string;
    readonly former_books: readonly string[];
    readonly former_names: readonly object[];
  };
  const books: readonly Book[] = await dataOf("/v1/books");
  assert.deepEqual(
    books.flatMap(({ book, former_books, former_names: names }) =>
      former_books.length + names.length > 0 ? [[book, former_books, names]] : [],
    ),
    [
      ["caesars", ["williamhill_us"], []],
      ["fanatics", ["pointsbetus"], []],
      ["espnbet", ["barstool"], [{ name: "ESPN BET", until: "2025-12-01" }]],
    ],
  );
});

test("[A-9] coverage counts a close of exactly 15 minutes before the start as within them, and one a second earlier not", async () => {
  await using covered = await openPublished(coveredGames);
  const rows = await dataOf("/v1/coverage?sport=nfl&season=2025", covered);
  const row = rows.find((each: CoverageRow) => each.book === "draftkings" && each.market === "moneyline");
  assert.deepEqual([row.with_close, row.within_15_minutes], [2, 0.5]);
});
