/**
 * Alarms over the real input, one night for each slate. What rings is named here, each with what is amiss in the data: no
 * rule may ring for anything else.
 */
import assert from "node:assert/strict";
import { afterAll, beforeAll, describe, test } from "vitest";
import { mlbStatsapiItems } from "../../src/cli/import.ts";
import type { GameFigures } from "../../src/publish/alarms/figures.ts";
import { figuresIn, nightsOf, type Ring } from "../support/alarm-nights.ts";
import {
  cfbdItems,
  importedMs,
  nbaItems,
  nflverseItems,
  oddsApiItems,
  openScratch,
  realPath,
  type Scratch,
  withoutRealData,
} from "../support/real-data.ts";
import { skipIf } from "../support/skip-if.ts";
import { long } from "../support/volume.ts";

describe("alarms over the real input", { ...skipIf(withoutRealData), ...long }, () => {
  let scratch: Scratch;
  let figures: readonly GameFigures[];

  beforeAll(async () => {
    scratch = await openScratch();
    await scratch.take(nflverseItems(realPath("nflverse", "games.csv"), undefined));
    await scratch.take(oddsApiItems([realPath("the-odds-api", "nfl-2025")], "nfl"));
    await scratch.take(nbaItems(realPath("nba-results", "results_2023-24.csv")));
    await scratch.take(oddsApiItems([realPath("the-odds-api", "nba-2023-24")], "nba"));
    await scratch.take(mlbStatsapiItems([realPath("mlb-results", "2026-07-05_12.json")], importedMs));
    await scratch.take(oddsApiItems([realPath("the-odds-api", "mlb-2026-07-week")], "mlb"));
    for (const year of [2022, 2023]) {
      await scratch.take(cfbdItems(realPath("cfbd", `games_${year}.json`), realPath("cfbd", `lines_${year}.json`)));
    }
    figures = await figuresIn(scratch.database, importedMs);
  });
  afterAll(() => scratch.close());

  function ringsOf(sport: string, ...seasons: readonly number[]): readonly Ring[] {
    const { nights, rings } = nightsOf(figures.filter((game) => game.sport === sport && seasons.includes(game.season)));
    assert.ok(nights >= 8, `${nights} nights of ${sport}`);
    return rings;
  }
  const of = (rings: readonly Ring[], rule: string): readonly Ring[] =>
    rings.filter(({ judged }) => judged.rule === rule);
  const rules = (rings: readonly Ring[]): string[] => [...new Set(rings.map(({ judged }) => judged.rule))].sort();
  const gamesIn = (rings: readonly Ring[]) => rings.map(({ judged }) => judged.fault?.example.split(":")[0]).sort();

  test("the week of MLB, which was captured to the last minutes, is quiet", () => {
    assert.deepEqual(ringsOf("mlb", 2026), []);
  });

  test("the NBA rings for captures of hours before, for books that were silent for days", () => {
    const rings = ringsOf("nba", 2024);
    assert.deepEqual(rules(rings), ["book-stopped", "captures-too-early"]);
    const silent = of(rings, "book-stopped").map(
      ({ date, judged }) => `${date}: ${judged.fault?.example.split(" ")[0]}`,
    );
    assert.deepEqual(silent.sort(), [
      "2023-10-25 nba: mybookieag",
      "2023-12-25 nba: betmgm",
      "2024-02-22 nba: superbook",
      "2024-04-20 nba: betmgm",
    ]);
    const isEarly = ({ lastCaptureMinutes: minutes }: GameFigures): boolean => minutes !== null && minutes > 15;
    assert.ok(figures.filter(({ sport }) => sport === "nba").every(isEarly), "no game was captured near its start");
  });

  test("college football rings for two games whose moneylines are the other team's, and for nothing else", () => {
    const rings = ringsOf("ncaaf", 2022, 2023);
    assert.deepEqual(rules(rings), ["favorite-contradicted"]);
    assert.deepEqual(gamesIn(rings), ["NCAAF-20221027-UL-USM", "NCAAF-20221210-NAVY-ARMY"]);
  });

  test("the NFL rings for the days before its first capture, and for slates that were captured too early", () => {
    const rings = ringsOf("nfl", 2025);
    assert.deepEqual(rules(rings), ["book-stands-still", "captures-too-early", "closes-missing"]);
    assert.deepEqual(gamesIn(of(rings, "book-stands-still")), ["NFL-20251012-DEN-NYJ"], "a moneyline of BetMGM");
    assert.deepEqual(
      of(rings, "closes-missing")
        .map(({ date }) => date)
        .sort(),
      ["2025-09-04 nfl", "2025-09-05 nfl", "2025-09-07 nfl", "2025-09-08 nfl"],
    );
    for (const { date } of of(rings, "captures-too-early")) {
      const games = figures.filter((game) => `${game.gameDate} nfl` === date && game.sport === "nfl");
      const early = games.filter(({ lastCaptureMinutes: minutes }) => (minutes ?? 0) > 15);
      assert.ok(early.length * 2 > games.length, date);
    }
  });
});
