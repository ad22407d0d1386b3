// @module-tag volume
/** Every filter of games and odds against a plain filter over all rows, alone and together [D-2, D-5, D-23, D-24, D-26]. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, test } from "vitest";
import { openApi, walk } from "../support/api.ts";
import {
  type Asked,
  allGames,
  allOdds,
  former,
  games,
  plainFilter,
  type SportHere,
  sportsHere,
  type Teams,
} from "../support/plain-filter.ts";
import { share } from "../support/volume.ts";

const api = await openApi(games);
afterAll(() => api[Symbol.asyncDispose]());

const teams = Object.fromEntries(
  await Promise.all(sportsHere.map(async (sport) => [sport, (await api.get(`/v1/teams?sport=${sport}`)).body.data])),
) as Teams;
const { isAskedGame, isAskedRow } = plainFilter(teams);

function queryOf(asked: Asked): string {
  const given = Object.entries(asked).filter(([, value]) => value !== undefined);
  return given.map(([name, value]) => `${name}=${value}`).join("&");
}

async function expectRows(path: string, asked: Asked, expected: readonly object[], limit: number): Promise<number> {
  const { rows, pages } = await walk(api, `/v1/${path}?${queryOf(asked)}`, limit);
  assert.deepEqual(rows, expected, queryOf(asked));
  assert.equal(pages.length, Math.max(1, Math.ceil(rows.length / limit)));
  return expected.length;
}

/** Rows are rendered by the publish, and those of a plain filter are in the order of start_time, then game_id and book_id. */
const expectGames = (asked: Asked, limit = 1000) =>
  expectRows(
    "games",
    asked,
    allGames.filter((game) => isAskedGame(game, asked)),
    limit,
  );
const expectOdds = (asked: Asked, limit = 1000) =>
  expectRows(
    "odds",
    asked,
    allOdds.filter((row) => isAskedRow(row, asked)),
    limit,
  );

/** Every way to write a team that plays, and of one that does not. */
function writings(sport: SportHere): readonly string[] {
  const playing = ["KC", "BUF", "LV", "WAS", "BOS", "LAL", "BKN", "NYY", "ATH", "MIA"];
  const listed = teams[sport].filter(({ abbreviation }) => playing.includes(abbreviation));
  const old = Object.keys(former)
    .filter((name) => name.startsWith(sport))
    .map((name) => name.slice(4));
  const words = [...listed.map(({ abbreviation }) => abbreviation), ...old];
  return [...words, ...words.map((word) => word.toLowerCase()), ...listed.map(({ team_id }) => String(team_id))];
}

test("Each filter of games by itself gives what a plain filter over all rows gives", async () => {
  const alone: readonly Asked[] = [
    ...sportsHere.map((sport) => ({ sport })),
    ...sportsHere.flatMap((sport) => ["2023", "2024", "2025", "1999"].map((season) => ({ sport, season }))),
    ...sportsHere.flatMap((sport) => ["0", "1", "2", "02", "6", "19", "44"].map((week) => ({ sport, week }))),
    ...sportsHere.flatMap((sport) => ["regular", "postseason", "all"].map((season_type) => ({ sport, season_type }))),
    ...sportsHere.flatMap((sport) =>
      writings(sport).flatMap((value) => [
        { sport, team: value },
        { sport, home: value },
        { sport, away: value },
      ]),
    ),
  ];
  let found = 0;
  for (const asked of alone) found += await expectGames(asked);
  assert.ok(found > 100);
});

test("from and to apply to game_date, both inclusive, on every date and on the days beside it", async () => {
  const dates = [...new Set(allGames.map((game) => game.game_date))];
  const days = dates.flatMap((date) =>
    [-1, 0, 1].map((step) => Temporal.PlainDate.from(date).add({ days: step }).toString()),
  );
  for (const day of new Set(days)) {
    for (const sport of sportsHere) {
      await expectGames({ sport, from: day });
      await expectGames({ sport, to: day });
      await expectGames({ sport, from: day, to: day });
      await expectOdds({ sport, from: day, to: day });
    }
  }
  // Starts after midnight UTC: the slate date counts, not the start's.
  assert.equal(await expectGames({ sport: "nba", from: "2024-01-10", to: "2024-01-10" }), 1);
});

test("Each filter of odds by itself gives what a plain filter over all rows gives", async () => {
  const everything = { from: "2000-01-01" };
  const alone: readonly Asked[] = [
    ...sportsHere.flatMap((sport) => ["2023", "2024", "2025", "1999"].map((season) => ({ sport, season }))),
    ...sportsHere.flatMap((sport) => writings(sport).map((team) => ({ sport, team }))),
    ...allGames.flatMap(({ game_id: id }) =>
      sportsHere.flatMap((sport) => [
        { sport, game_id: id },
        { sport, game_id: id.toLowerCase() },
      ]),
    ),
    ...["moneyline", "spread", "total", "team_total"].flatMap((market) =>
      sportsHere.map((sport) => ({ sport, ...everything, market })),
    ),
    ..."1 2 3 10 11 fanduel FanDuel DRAFTKINGS,2 2,1 1,1 betmgm,draftkings,fanduel,10"
      .split(" ")
      .flatMap((book) => sportsHere.map((sport) => ({ sport, ...everything, book }))),
  ];
  let found = 0;
  for (const asked of alone) found += await expectOdds(asked);
  assert.ok(found > 100);
});

const asked = fc.constantFrom(...sportsHere).chain((sport) => {
  const maybe = (...values: readonly string[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
  const team = maybe(...writings(sport));
  const date = maybe("2023-11-05", "2023-11-10", "2024-01-10", "2024-01-11", "2024-07-04", "2024-11-15", "2025-01-01");
  const shared = {
    sport: fc.constant(sport),
    season: maybe("2023", "2024", "2025"),
    team,
    range: fc.tuple(date, date),
  };
  const forGames = fc.record({
    ...shared,
    home: team,
    away: team,
    week: maybe("1", "2", "6", "19"),
    season_type: maybe("regular", "postseason", "all"),
  });
  const forOdds = fc.record({
    ...shared,
    game_id: maybe(...allGames.map((game) => game.game_id)),
    market: maybe("moneyline", "spread", "total", "team_total"),
    book: maybe("1", "FANDUEL", "10,1", "betmgm", "3,mybookieag,2"),
  });
  const limit = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(1, 2, 999, 1000));
  return fc.record({ games: forGames, odds: forOdds, limit });
});

function inOrder<Made extends { readonly range: readonly [string | undefined, string | undefined] }>({
  range,
  ...rest
}: Made) {
  const [first, second] = range;
  const isBackwards = first !== undefined && second !== undefined && first > second;
  return { ...rest, from: isBackwards ? second : first, to: isBackwards ? first : second };
}

test("Filters join: any combination of them, in pages of any size, gives what a plain filter over all rows gives [D-23]", async () => {
  await fc.assert(
    fc.asyncProperty(asked, async (made) => {
      await expectGames(inOrder(made.games), made.limit);
      const odds = inOrder(made.odds);
      const isNarrow = [odds.season, odds.from, odds.to, odds.team, odds.game_id].some((value) => value !== undefined);
      await expectOdds(isNarrow ? odds : { ...odds, from: "2000-01-01" }, made.limit);
    }),
    { numRuns: share(1500) },
  );
});
