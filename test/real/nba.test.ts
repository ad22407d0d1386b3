/** NBA: results of 2023-24 with captures of The Odds API; additions.test.ts has those of May and June 2023. */
import assert from "node:assert/strict";
import { beforeAll, describe, test } from "vitest";
import { toldOf } from "../support/published.ts";
import { skipIf } from "../support/skip-if.ts";
import { inputs } from "./planted/sports.ts";
import * as input from "./real-data.ts";

/**
 * Quotes of the captures that cannot be true: alternate lines of MyBookie (-17.5 at 350 / -650), which stand in the place of its main
 * ones, and the lines of another game at BetMGM (a total of 152.5).
 */
const alternateLines = [
  ...["moneyline", "spread", "total"].map((market) => `NBA-20231124-SAS-GSW betmgm ${market}`),
  ...["NBA-20231201-PHI-BOS spread", "NBA-20231201-PHI-BOS total", "NBA-20231201-SAS-NOP total"],
  ...["NBA-20231202-IND-MIA total", "NBA-20231202-MEM-PHX spread", "NBA-20231204-BOS-IND total"],
  ...["NBA-20231206-BKN-ATL spread", "NBA-20231206-DEN-LAC spread", "NBA-20231206-DEN-LAC total"],
  ...["NBA-20231206-OKC-HOU spread", "NBA-20231206-OKC-HOU total", "NBA-20231206-PHI-WAS spread"],
  ...["NBA-20231206-POR-GSW total", "NBA-20231206-SAS-MIN spread", "NBA-20231212-DEN-CHI spread"],
  ...["NBA-20231212-DEN-CHI total", "NBA-20231212-LAL-DAL spread", "NBA-20231212-LAL-DAL total"],
].map((quote) => (quote.includes("betmgm") ? quote : quote.replace(" ", " mybookieag ")));

/** Codes in the results that are others than the published abbreviations. */
const otherCodes: Readonly<Record<string, string>> = {
  ...{ gs: "GSW", no: "NOP", ny: "NYK", sa: "SAS", utah: "UTA", wsh: "WAS" },
};

describe("NBA 2023-24, real input", skipIf(input.withoutRealData), () => {
  const real = input.publishedBefore(inputs.nba.results, inputs.nba.odds);
  let results: readonly input.CsvRow[];
  beforeAll(() => {
    results = input.readRawCsv(input.realPath("nba-results", "results_2023-24.csv"));
  });

  test("1,319 games are listed with the scores of the results, and season 2024 is published", () => {
    assert.equal(real.archive.games.size, 1_319);
    assert.deepEqual([...real.archive.games.keys()].sort(), results.map(idOf).sort());
    for (const row of results) {
      const { game, extras } = gameOf(real.archive, idOf(row));
      assert.equal(game.home.score, Number(row.score_home), game.game_id);
      assert.equal(game.away.score, Number(row.score_away), game.game_id);
      assert.equal(game.game_date, row.date);
      assert.equal(game.season, 2024);
      assert.equal(game.week, null);
      for (const side of ["home", "away"] as const) {
        const quarters = [1, 2, 3, 4].map((quarter) => Number(row[`q${quarter}_${side}`]));
        const [q1 = 0, q2 = 0, q3 = 0, q4 = 0] = quarters;
        const scores = extras.period_scores;
        assert.deepEqual([scores.q1?.[side], scores.q2?.[side], scores.q3?.[side], scores.q4?.[side]], quarters);
        assert.equal(scores["1h"]?.[side], q1 + q2, game.game_id);
        assert.equal(scores["2h"]?.[side], q3 + q4, game.game_id);
        assert.equal(scores.ot?.[side] ?? 0, Number(row[`ot_${side}`]), game.game_id);
      }
    }
    assert.deepEqual([toldOf(real.night, "held-unpublished"), toldOf(real.night, "withheld")], [[], []]);
    const row = real.archive.seasons.get("nba 2024");
    assert.equal(row?.status, "published");
    assert.equal(row?.weeks, null);
    assert.deepEqual([row?.games, row?.regular_season_games, row?.postseason_games], [1_319, 1_231, 88]);
  });

  test("the six play-in games are postseason, and the Cup final is regular at a neutral site", () => {
    const playIn = results.filter((row) => row.regular === "False" && row.playoffs === "False" && isApril(row));
    assert.equal(playIn.length, 6);
    for (const row of playIn) assert.equal(gameOf(real.archive, idOf(row)).game.season_type, "postseason");
    const { game } = gameOf(real.archive, "NBA-20231209-IND-LAL");
    assert.equal(game.season_type, "regular");
    assert.equal(game.neutral_site, true);
  });

  test("starts are of the day in New York that the results state; what is left out are alternate lines and another game's", async () => {
    for (const { id, game } of real.archive.games.values())
      assert.equal(input.easternText(Date.parse(game.start_time)).slice(0, 10), game.game_date, id);
    assert.deepEqual(await input.doubtedQuotes(real.database), alternateLines);
    assert.ok(real.archive.rows.odds.length > 1_319 * 8, `${real.archive.rows.odds.length} rows`);
    const [, quotes] = real.reports;
    assert.deepEqual([quotes?.read, quotes?.refused], [62_575, {}]);
  });

  test("the results' own favorite by 5 points or more is the consensus favorite in at least 98 of 100 games", (t) => {
    // A second opinion on the sign: the spread of the results has none, and belongs to `whos_favored`.
    const clear = results.filter((row) => Number(row.spread) >= 5);
    const others = clear.filter((row) => gameOf(real.archive, idOf(row)).game.result.favorite !== row.whos_favored);
    for (const row of others) {
      const { id, game } = gameOf(real.archive, idOf(row));
      t.annotate(
        `${id}: consensus close ${game.consensus?.spread.close}, results ${row.whos_favored} by ${row.spread}`,
      );
    }
    assert.ok(clear.length > 500, `${clear.length}`);
    assert.ok(others.length <= clear.length / 50, `${others.length} of ${clear.length}`);
  });
});

function gameOf(archive: input.Archive, id: string): input.ArchivedGame {
  const game = archive.games.get(id);
  assert.ok(game, `${id} is missing`);
  return game;
}

function teamOf(code = ""): string {
  return otherCodes[code] ?? code.toUpperCase();
}

function idOf(row: input.CsvRow): string {
  return `NBA-${row.date?.replaceAll("-", "")}-${teamOf(row.away)}-${teamOf(row.home)}`;
}

function isApril(row: input.CsvRow): boolean {
  return row.date?.slice(5, 7) === "04";
}
