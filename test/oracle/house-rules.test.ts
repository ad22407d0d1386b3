/** House rules: bets of games with overtime and of games that were cut short, as a second reading of the rules settles them. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import type { TeamGameRow } from "../../src/contract/lists/team-games.ts";
import type { TrendRow } from "../../src/contract/lists/trends.ts";
import { type Sport, sports } from "../../src/domain/sports.ts";
import type { FeedRecord, GameRecord } from "../../src/feed/records.ts";
import { closedAfterAll, walk } from "../support/api.ts";
import { finals, gameRecord, quotesOf } from "../support/records.ts";
import { betRows } from "./computed/bets.ts";
import { assertList, lists } from "./computed/compare.ts";
import { isCutShort } from "./computed/house.ts";
import { openOracleGames } from "./computed/sample.ts";

/** A game of Boston against New York on a day of June. @param home null: the half inning was not played. */
function baseball(day: number, away: readonly number[], home: readonly (number | null)[]): GameRecord {
  const runs = (side: readonly (number | null)[]): number => side.reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const date = `2025-06-${String(day).padStart(2, "0")}`;
  return gameRecord({
    ...{ sport: "mlb", season: 2025, game_id: `june ${day}`, away: "NYY", home: "BOS", overtime: null },
    ...{ game_date: date, start_time: `${date}T23:10:00Z`, away_score: runs(away), home_score: runs(home) },
    ...{ line_score: { away: [...away], home: [...home] }, venue: null, referee: null },
  });
}

const short: readonly GameRecord[] = [
  // Four and a half innings: the home side ahead by one, by four, and behind.
  baseball(1, [0, 0, 1, 0, 0], [0, 2, 0, 0, null]),
  baseball(2, [0, 0, 1, 0, 0], [4, 1, 0, 0]),
  baseball(3, [0, 0, 1, 2, 0], [0, 0, 0, 1, null]),
  baseball(4, [3, 0, 1, 2, 3], [0, 0, 0, 1, null]),
  // Five innings and more, with runs below, at and above the lines of 6.5 and 7.5.
  baseball(5, [0, 0, 1, 0, 0], [0, 2, 0, 0, 0]),
  baseball(6, [1, 2, 1, 0, 2], [0, 0, 0, 0, 1]),
  baseball(7, [4, 2, 1, 0, 2], [0, 0, 0, 0, 1]),
  baseball(8, [0, 0, 1, 0, 0, 0], [0, 2, 0, 0, 1, null]),
  baseball(9, [0, 0, 1, 0, 0, 4], [0, 2, 0, 0, 1, null]),
  baseball(10, [0, 0, 1, 0, 0, 4], [0, 2, 0, 0, 0, 0]),
  baseball(11, [1, 0, 1, 0, 0, 2], [3, 0, 0, 0, 0, 2]),
  baseball(12, [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1, null]),
  baseball(13, [0, 0, 0, 0, 5, 0, 0], [0, 0, 0, 0, 0, 1, null]),
  baseball(14, [0, 1, 0, 0, 5, 0, 0], [0, 0, 0, 3, 0, 1, 0]),
  baseball(15, [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 1, 1]),
  baseball(16, [0, 0, 0, 0, 0, 0, 0, 2], [0, 0, 4, 0, 0, 0, 0, null]),
  baseball(17, [0, 0, 0, 0, 0, 0, 0, 7], [0, 0, 0, 0, 0, 0, 0, 0]),
  baseball(18, [0, 0, 0, 0, 0, 0, 1, 2], [0, 0, 4, 0, 0, 0, 0, 0]),
  // Half an inning less than nine, with the home side behind.
  baseball(19, [0, 0, 0, 0, 0, 0, 1, 2, 0], [0, 0, 2, 0, 0, 0, 0, 0, null]),
  baseball(20, [1, 0, 1, 0, 0, 0, 1, 2, 2], [0, 0, 2, 0, 0, 0, 0, 0]),
];

const whole: readonly GameRecord[] = [
  baseball(22, [1, 0, 1, 0, 0, 0, 1, 0, 0], [0, 0, 2, 0, 0, 2, 0, 0, null]),
  baseball(23, [1, 0, 1, 0, 0, 0, 1, 0, 0], [0, 0, 2, 0, 0, 0, 0, 0, 2]),
  baseball(24, [1, 0, 4, 0, 0, 0, 1, 0, 0], [0, 0, 2, 0, 0, 0, 0, 0, 2]),
];

/** Nobody says the runs of each inning. */
const unknown: GameRecord = { ...baseball(26, [1, 2, 0, 0, 0], [0, 0, 0, 0, 0]), line_score: null };

const overtime: readonly GameRecord[] = [
  gameRecord({
    ...{ sport: "nfl", season: 2025, game_id: "overtime", week: 2, away: "KC", home: "BUF", overtime: true },
    ...{ game_date: "2025-09-14", start_time: "2025-09-14T17:00:00Z", away_score: 20, home_score: 26 },
    ...{ line_score: { away: [0, 10, 3, 7, 0], home: [7, 3, 7, 3, 6] }, venue: null, referee: null },
  }),
];

const records = [...Object.values(finals), ...overtime, ...short, ...whole, unknown];

/** Every market at four books, of which DraftKings has a rule of its own. */
const written: readonly FeedRecord[] = records.flatMap((game) => [
  game,
  ...quotesOf(game),
  ...quotesOf(game).flatMap((quote) => (quote.book === "bovada" ? [{ ...quote, book: "draftkings" }] : [])),
]);
const { api, games } = closedAfterAll(await openOracleGames(written));
const ofSport = (sport: Sport) => games.get(sport) ?? [];
const daysOf = (sport: Sport) => `sport=${sport}&from=2022-01-01&to=2026-12-31`;

test("every bet of games with overtime and of twenty games cut short is settled as a second reading of the rules says [A-20]", async () => {
  assert.equal(ofSport("mlb").filter((game) => isCutShort(game) === true).length, 20);
  for (const sport of sports) {
    for (const list of lists) await assertList(api, list, sport, ofSport(sport));
  }
});

test("a void bet is counted apart, and is no stake", async () => {
  const asked = "sport=mlb&season=2025&bet_type=run_line&book=fanduel&selection=home";
  const all = ofSport("mlb")
    .flatMap(betRows)
    .filter((row) => {
      return row.bet_type === "run_line" && row.book === "fanduel" && row.selection === "home";
    });
  const count = (result: string) => all.filter((row) => row.result.close === result).length;
  const [row] = (await api.get(`/v1/trends?${asked}`)).body.data as TrendRow[];
  assert.deepEqual(
    [row?.bets, row?.won, row?.lost, row?.void],
    [all.length, count("won"), count("lost"), count("void")],
  );
  assert.equal(count("void"), 20);
  const stakes = all.filter(({ result }) => result.close !== "void");
  const profit = stakes.reduce((sum, { profit: { close } }) => sum + (close ?? 0), 0);
  assert.equal(row?.return_on_investment.close.value, Math.round((1e4 * profit) / stakes.length) / 1e4);
  const { data } = (await api.get(`/v1/bets?${asked}&result=void`)).body;
  assert.equal(data.length, 20);
  const [byScore] = (await api.get(`/v1/trends?${asked}&rules=score`)).body.data as TrendRow[];
  assert.deepEqual([byScore?.bets, byScore?.void], [all.length, 0]);
});

test("a team's game says how many innings were played, and whether it was cut short", async () => {
  const { rows } = await walk(api, `/v1/team_games?${daysOf("mlb")}`, 1000);
  const told = (rows as TeamGameRow[]).map(({ game_id, innings, shortened }) => [game_id, innings, shortened]);
  const wanted = ofSport("mlb").flatMap((game) => {
    const one = [game.keys.game_id, game.innings, isCutShort(game)];
    return [one, one];
  });
  assert.deepEqual(told, wanted);
  for (const [value, is] of [
    ["true", true],
    ["false", false],
  ] as const) {
    const found = (await walk(api, `/v1/team_games?${daysOf("mlb")}&shortened=${value}`, 1000)).rows as TeamGameRow[];
    assert.deepEqual(
      found.map(({ game_id, innings, shortened }) => [game_id, innings, shortened]),
      wanted.filter(([, , isShort]) => isShort === is),
    );
    const bets = (await walk(api, `/v1/bets?${daysOf("mlb")}&shortened=${value}`, 1000)).rows as BetRow[];
    assert.deepEqual(new Set(bets.map(({ game_id }) => game_id)), new Set(found.map(({ game_id }) => game_id)));
  }
  const others = (await walk(api, `/v1/team_games?${daysOf("nfl")}`, 1000)).rows as TeamGameRow[];
  assert.ok(others.length > 0 && others.every(({ innings, shortened }) => innings === null && shortened === null));
});
