/** Sports, teams, seasons and the envelopes, with the texts of service.md written out. */
import assert from "node:assert/strict";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { afterAll, test } from "vitest";
import { Game } from "../../src/contract/lists/games.ts";
import { OddsRow } from "../../src/contract/lists/odds.ts";
import { SeasonRow, SportRow, TeamRow } from "../../src/contract/lists/reference.ts";
import { bySport, type Sport, sports } from "../../src/domain/sports.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import { openApi } from "../support/api.ts";
import { gameOf, idOf, oddsOf } from "../support/archive.ts";
import { finals, publishRecords, quotesOf } from "../support/hand-made.ts";
import { league } from "../support/league.ts";
import { sportsByHand } from "../support/sports.ts";

const api = await openApi(league);
/** Made by the real publish: a season of each sport, those of NFL and NBA with games to come. */
const published = await openApi();
afterAll(() => Promise.all([api[Symbol.asyncDispose](), published[Symbol.asyncDispose]()]));

const { nfl, nba } = finals;
const toCome = { status: "scheduled", home_score: null, away_score: null, line_score: null } as const;
const inWeek = (week: number, day: string, changes: Partial<GameRecord> = {}): GameRecord => ({
  ...{ ...nfl, game_id: `nfl ${day}`, week, game_date: day, start_time: `${day}T18:00:00Z` },
  ...changes,
});
await publishRecords(published, [
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
  { ...nba, game_id: "nba 2", game_date: "2026-05-01", start_time: "2026-05-02T00:00:00Z", season_type: "postseason" },
  {
    ...nba,
    game_id: "nba 3",
    game_date: "2026-05-03",
    start_time: "2026-05-04T00:00:00Z",
    season_type: "postseason",
    ...toCome,
  },
]);

const dataOf = async (url: string, from = api) => (await from.get(url)).body.data;

for (const [url, shape] of [
  ["/v1/sports", SportRow],
  ["/v1/teams?sport=nfl", TeamRow],
  ["/v1/seasons?sport=nfl", SeasonRow],
  ["/v1/games?sport=nfl", Game],
  ["/v1/games?sport=nba", Game],
  ["/v1/odds?sport=nfl&season=2024", OddsRow],
] as const satisfies readonly (readonly [string, TSchema])[]) {
  test(`${url}: list response of data, next_cursor, and meta with count and request_id [D-30]`, async () => {
    const { status, headers, body } = await api.get(url);
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    assert.deepEqual(Object.keys(body), ["data", "next_cursor", "meta"]);
    assert.deepEqual(Object.keys(body.meta), ["count", "request_id"]);
    assert.equal(body.meta.count, body.data.length);
    assert.equal(body.meta.request_id, headers["x-request-id"]);
    assert.ok(body.data.length > 0);
    if (/sports|teams|seasons/.test(url)) assert.equal(body.next_cursor, null);
    const check = Compile(shape);
    for (const row of body.data) assert.deepEqual(check.Errors(row), [], JSON.stringify(row));
  });
}

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
    for (const row of rows) {
      const last = ["seasons", "bet_types", "last_completed_game", "teams"];
      assert.deepEqual(Object.keys(row), ["sport", "name", "season_label", ...last]);
    }
  }
});

test("Sport: its seasons from the oldest, most recent completed game, and number of teams; none is none", async () => {
  const [, row, , , nhl] = (await dataOf("/v1/sports")) as SportRow[];
  assert.deepEqual([row?.teams, row?.last_completed_game], [32, "2024-11-25"]);
  assert.deepEqual(
    row?.seasons.map(({ season }) => season),
    [2023, 2024],
  );
  const listed: SeasonRow[] = await dataOf("/v1/seasons?sport=nfl");
  assert.deepEqual(
    listed.map(({ season }) => season),
    [2023, 2024],
  );
  assert.deepEqual([nhl?.seasons, nhl?.last_completed_game], [[], null]);
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
  assert.deepEqual(Object.keys((await season("nfl"))[0]), Object.keys(nflSeason));
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
    const members = ["city", "school", "mascot", "conference", "division", "logo_url"];
    for (const row of rows) {
      assert.deepEqual(Object.keys(row), ["team_id", "abbreviation", "name", ...members]);
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

/** The league's games in API order, worked out the plain way. */
const inOrder = (keep: (game: (typeof league)[number]) => boolean) =>
  league.filter(keep).sort((a, b) => (a.start === b.start ? (idOf(a) < idOf(b) ? -1 : 1) : a.start < b.start ? -1 : 1));

test("Games come by start_time, then game_id, oldest first, as they were rendered", async () => {
  assert.deepEqual(await dataOf("/v1/games?sport=nfl"), inOrder(({ sport }) => sport === "nfl").map(gameOf));
});

test("Odds come by start_time, game_id and book_id, as they were rendered: one row per game and book", async () => {
  const expected = inOrder(({ sport, season }) => sport === "nfl" && season === 2023).flatMap((game) =>
    Object.entries(game.books ?? {}).map(([book, priced]) => oddsOf(game, Number(book), priced)),
  );
  assert.deepEqual(await dataOf("/v1/odds?sport=nfl&season=2023"), expected);
});

test("Answers to a good key say that the archive is the sample, and only then", async () => {
  await using sample = await openApi(league, { isSample: true });
  assert.equal((await sample.get("/v1/sports")).headers["x-dataset"], "sample");
  assert.equal((await sample.get("/v1/games")).headers["x-dataset"], "sample");
  assert.equal((await sample.get("/v1/sports", {})).headers["x-dataset"], undefined);
  assert.equal((await api.get("/v1/sports")).headers["x-dataset"], undefined);
});

test("An empty archive answers empty lists", async () => {
  await using empty = await openApi();
  assert.equal((await empty.get("/v1/sports")).body.meta.count, sports.length);
  assert.deepEqual((await empty.get("/v1/games?sport=nfl")).body.data, []);
});
