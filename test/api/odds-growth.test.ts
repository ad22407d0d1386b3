/** A page of odds costs what its rows cost, however many games the archive has of other teams, books and days. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { type GameFilter, type Looked, matchingGames, type OddsFilter, oddsPage } from "../../src/query/pages.ts";
import type { SeasonShelf } from "../../src/query/season.ts";
import { type Span, spansOf } from "../../src/query/spans.ts";
import type { GameValues } from "../../src/release/values.ts";
import { type GameSketch, valuesOf } from "../support/archive.ts";
import { seasonOf } from "../support/season-shelf.ts";

const rareTeam = "KC";
const rareBook = 9;
const noFilter: OddsFilter = {
  ...{ season: null, fromDate: null, toDate: null, team: null, home: null, away: null, week: null },
  ...{ seasonType: null, gameId: null, bookIds: null, marketBit: 0 },
};

/** Every hundredth game is the rare team's, home and away in turn; the rare book has priced games of 2020 alone. */
function gameAt(season: number, place: number): GameValues {
  const day = `${season}-09-${String(1 + (place % 28)).padStart(2, "0")}`;
  const others = ["PHI", "DAL", "BUF", "NYJ", "MIA"];
  const teams = [others[place % 5] as string, others[(place + 1) % 5] as string];
  if (place % 100 === 7) teams[(place / 100) & 1] = rareTeam;
  const [home = "", away = ""] = teams;
  const start = new Date(Date.UTC(season, 8, 1) + place).toISOString();
  const books = {
    1: ["moneyline", "spread"],
    2: ["moneyline"],
    ...(season === 2020 ? { [rareBook]: ["spread"] } : {}),
  };
  const sketch = { ...{ sport: "nfl", season, start, date: day, home, away, week: place % 17 }, books } as GameSketch;
  const values = valuesOf({ ...sketch, seasonType: place % 9 === 0 ? "postseason" : "regular" });
  const game_id = `NFL-${season}-${String(place).padStart(5, "0")}`;
  return { ...values, facts: { ...values.facts, game_id } };
}

function spansWith(seasons: number, games: number): readonly Span[] {
  return spansOf(
    Array.from({ length: seasons }, (_, index): SeasonShelf => {
      const season = 2020 + index;
      return seasonOf({
        sport: "nfl",
        season,
        games: Array.from({ length: games }, (_, place) => gameAt(season, place)),
      });
    }),
  );
}

function costOf(spans: readonly Span[], filter: Partial<OddsFilter>, limit = 20): Looked & { readonly count: number } {
  const looked = { games: 0, rows: 0 };
  const { count } = oddsPage(spans, { ...noFilter, ...filter }, { after: null, limit, format: "json" }, looked);
  return { ...looked, count };
}

const few = spansWith(2, 1_000);
const many = spansWith(4, 8_000);

for (const [what, filter] of [
  ["of one team", { team: rareTeam }],
  ["of one team at home", { home: rareTeam }],
  ["of one team away", { away: rareTeam }],
  ["of the days of one season", { fromDate: 20_200_901, toDate: 20_200_930 }],
  ["of one book", { bookIds: [1] }],
  ["of one book and market", { bookIds: [1], marketBit: 2 }],
] as const) {
  test(`a page ${what} looks at as much in a small archive as in a large one`, () => {
    const [small, large] = [costOf(few, filter), costOf(many, filter)];
    assert.equal(large.count, small.count);
    assert.ok(
      small.count > 0 && large.rows <= small.rows && large.games <= small.games + 2,
      JSON.stringify({ small, large }),
    );
    assert.ok(large.games <= large.count + 2, JSON.stringify(large));
  });
}

test("seasons without a book, a market of it, a day or a team are not looked at", () => {
  for (const filter of [
    { bookIds: [77] },
    { bookIds: [2], marketBit: 2 },
    { fromDate: 20_300_101 },
    { team: "NE" },
    { season: 2031 },
    { gameId: "NFL-2020-99999" },
  ]) {
    assert.deepEqual(costOf(many, filter), { games: 0, rows: 0, count: 0 });
  }
  const { games, count } = costOf(many, { bookIds: [rareBook] }, 8_001);
  assert.deepEqual([games, count], [8_000, 8_000]);
  assert.deepEqual(costOf(many, { gameId: "NFL-2021-04711" }), { games: 1, rows: 2, count: 2 });
});

test("what is found is what a comparison of every game finds, from the beginning and from any key on", () => {
  const filters: Partial<GameFilter>[] = [
    { team: rareTeam },
    { home: rareTeam },
    { away: rareTeam, week: 7 },
    { home: rareTeam, away: "DAL" },
    { team: rareTeam, home: "DAL" },
    { team: "PHI", season: 2021, seasonType: "postseason" },
    { fromDate: 20_200_915, toDate: 20_210_905, team: rareTeam },
    { gameId: "NFL-2020-00007" },
    { gameId: "NFL-2020-00007", team: "NYJ" },
    {},
  ];
  for (const filter of filters) {
    const whole = { ...noFilter, ...filter };
    for (const after of [null, ...[0, 7, 500, 999].map((game) => keyOf(few, game))]) {
      const found = [...matchingGames(few, whole, after)].map(({ season, game }) => season.gameIds[game] as string);
      const expected = few.flatMap(({ season, from, to }) =>
        Array.from({ length: to - from }, (_, index) => from + index)
          .filter((game) => after === null || (season.startMs[game] as number) >= after.startMs)
          .filter((game) => isMatch(season, game, whole))
          .map((game) => season.gameIds[game] as string),
      );
      assert.deepEqual(found, expected, JSON.stringify({ filter, after }));
    }
  }
});

function keyOf(spans: readonly Span[], game: number) {
  const { season } = spans[0] ?? assert.fail();
  return {
    startMs: season.startMs[game] ?? assert.fail(),
    gameId: season.gameIds[game] ?? assert.fail(),
    withinGame: 0,
  };
}

function isMatch(shelf: SeasonShelf, game: number, filter: GameFilter): boolean {
  const teamAt = (codes: Uint16Array) => shelf.teams[codes[game] as number] as string;
  const [home, away] = [teamAt(shelf.homes), teamAt(shelf.aways)];
  const date = shelf.gameDates[game] as number;
  const asked: readonly (readonly [unknown, boolean])[] = [
    [filter.season, shelf.season === filter.season],
    [filter.team, home === filter.team || away === filter.team],
    [filter.home, home === filter.home],
    [filter.away, away === filter.away],
    [filter.week, shelf.weeks[game] === filter.week],
    [filter.seasonType, (filter.seasonType === "postseason") === (shelf.isPostseason[game] === 1)],
    [filter.gameId, shelf.gameIds[game] === filter.gameId],
    [filter.fromDate, date >= (filter.fromDate ?? 0)],
    [filter.toDate, date <= (filter.toDate ?? 0)],
  ];
  return asked.every(([value, holds]) => value === null || holds);
}
