/** NFL: nflverse's schedule and results with three months of captures of The Odds API, whose opens and closes additions.test.ts holds. */
import assert from "node:assert/strict";
import { beforeAll, describe, test } from "vitest";
import { toldOf } from "../support/published.ts";
import { skipIf } from "../support/skip-if.ts";
import { inputs } from "./planted/sports.ts";
import * as input from "./real-data.ts";

const firstCaptured = "2025-09-11";
const lastPlayed = "2025-11-30";

describe("NFL, real input", skipIf(input.withoutRealData), () => {
  const real = input.publishedBefore(inputs.nfl.results, inputs.nfl.odds);
  let schedule: readonly input.CsvRow[];
  beforeAll(() => {
    schedule = input.readRawCsv(input.realPath("nflverse", "games.csv"));
  });

  const games = (season: number): input.ArchivedGame[] =>
    [...real.archive.games.values()].filter(({ game }) => game.season === season);
  const priced = (): input.ArchivedGame[] =>
    games(2025).filter(({ game }) => game.game_date >= firstCaptured && game.game_date <= lastPlayed);
  const rowOf = (id: string): input.CsvRow => {
    const row = schedule.find((each) => idOf(each) === id);
    assert.ok(row, `${id} is not in games.csv`);
    return row;
  };

  test("season 2025 is in progress with 12 completed weeks, and those before it are published with 22", () => {
    for (const [season, status, weeks] of [
      [2022, "published", 22],
      [2023, "published", 22],
      [2024, "published", 22],
      [2025, "in_progress", 12],
    ] as const) {
      const row = real.archive.seasons.get(`nfl ${season}`);
      assert.deepEqual([row?.status, row?.weeks, row?.games], [status, weeks, games(season).length], String(season));
    }
    assert.equal(real.archive.seasons.get("nfl 2025")?.last_game, lastPlayed);
  });

  test("every final score, week and start of games.csv is published, nothing else is listed, and nothing is refused or withheld", () => {
    // BUF at CIN of 2 January 2023, which was cancelled, is no row with a score.
    const played = schedule.filter((row) => row.home_score !== "");
    assert.equal(played.length, 284 + 285 + 285 + 193);
    assert.equal(real.archive.games.size, played.length);
    for (const row of played) {
      const game = real.archive.games.get(idOf(row))?.game;
      assert.ok(game, `${idOf(row)} is missing`);
      assert.equal(game.home.score, Number(row.home_score), game.game_id);
      assert.equal(game.away.score, Number(row.away_score), game.game_id);
      assert.equal(game.week, Number(row.week), game.game_id);
      assert.equal(game.season_type, row.game_type === "REG" ? "regular" : "postseason", game.game_id);
      assert.equal(game.neutral_site, row.location === "Neutral", game.game_id);
      assert.equal(game.overtime, row.overtime === "1", game.game_id);
      assert.equal(input.easternText(Date.parse(game.start_time)), `${row.gameday} ${row.gametime}`, game.game_id);
    }
    assert.deepEqual(toldOf(real.night, "held-unpublished"), []);
    assert.deepEqual(toldOf(real.night, "withheld"), []);
  });

  test("217,227 quotes are read, and the 4,229 at or after the start are counted as refused, with no others", () => {
    const { read, accepted, unchanged, refused } = real.reports[1] ?? assert.fail();
    assert.equal(read, 217_227);
    assert.deepEqual(Object.keys(refused), ["at-or-after-start"]);
    assert.equal(refused["at-or-after-start"]?.count, 4_229);
    assert.equal(accepted + unchanged + 4_229, read);
  });

  for (const [market, column, sign] of [
    ["spread", "spread_line", -1],
    ["total", "total_line", 1],
  ] as const) {
    test(`the consensus closing ${market} is within 0.5 of nflverse's own line in at least 88% of the games`, (t) => {
      const exceptions: string[] = [];
      for (const { id, game } of priced()) {
        const theirs = sign * Number(rowOf(id)[column]);
        const ours = game.consensus?.[market].close ?? Number.NaN;
        if (!(Math.abs(ours - theirs) <= 0.5)) exceptions.push(`${id}: ${ours}, nflverse ${theirs}`);
      }
      const share = 1 - exceptions.length / priced().length;
      t.annotate(`${market}: ${(100 * share).toFixed(1)}% within 0.5; ${exceptions.length} exceptions`);
      for (const exception of exceptions) t.annotate(exception);
      assert.ok(share >= 0.88, `${share}`);
    });
  }
});

function idOf(row: input.CsvRow): string {
  return `NFL-${row.gameday?.replaceAll("-", "")}-${row.away_team}-${row.home_team}`;
}
