/** ESPN's site API, all five sports. Counts and scores were read from the files by hand. */
import assert from "node:assert/strict";
import { basename, dirname } from "node:path";
import { describe, test } from "vitest";
import { itemsOfFiles } from "../../src/cli/import.ts";
import type { Sport } from "../../src/domain/sports.ts";
import { readEspn } from "../../src/feed/providers/espn.ts";
import { readEspnCoreOdds } from "../../src/feed/providers/espn-odds.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { skipIf } from "../support/skip-if.ts";
import { importedMs, readRawJson, realFiles, realPath, tallies, withoutRealData } from "./real-data.ts";

const sports = ["mlb", "nba", "ncaaf", "nfl", "nhl"];
const files = (): string[] => [
  ...realFiles("espn").filter((file) => file.endsWith(".json")),
  ...sports.flatMap((sport) => realFiles("espn", sport)),
];

describe("ESPN, real input", skipIf(withoutRealData), () => {
  test("every file gives what it holds; preseason, Pro Bowls, open teams and a team's schedule are refused", () => {
    const nameOf = (file: string) => `${basename(dirname(file))}/${basename(file).replace(/\.json(\.gz)?$/, "")}`;
    assert.deepEqual(tallies("espn", files(), nameOf), {
      "espn/mlb": { final: 3, scheduled: 14, "malformed captured_at": 11, "not-a-book book": 22 },
      "espn/ncaaf": { final: 1, scheduled: 24, "malformed captured_at": 7 },
      "espn/nfl": { final: 2, scheduled: 14, "malformed captured_at": 6 },
      "espn/nfl_event_401547227": { final: 1 },
      "espn/nhl": { "not-covered season.type": 10 },
      "mlb/core_odds_401695826": { "malformed null": 1 },
      "mlb/event_401816055_1_rain_delay": { scheduled: 1 },
      "mlb/event_401816055_2_live": { scheduled: 1 },
      "mlb/event_401816067_pregame": { scheduled: 1, quote: 3, "malformed captured_at": 3 },
      "mlb/event_401871790_doubleheader_game1_final": { final: 1 },
      "mlb/scoreboard_2025-06-04_postponed": { final: 8, scheduled: 6, postponed: 1 },
      "mlb/scoreboard_2025-06-05_doubleheader_scheduled": { scheduled: 13, quote: 10, "malformed captured_at": 20 },
      "mlb/scoreboard_2025-06-06_suspended": { final: 14, suspended: 1 },
      "mlb/summary_401472463_pickcenter": { final: 1 },
      "nba/core_odds_401584793": { "malformed null": 1 },
      "nba/event_401811032_end_of_4th_not_final": { scheduled: 1 },
      "nba/event_401811040_pregame": { scheduled: 1, quote: 3, "malformed captured_at": 3 },
      "nba/scoreboard_2024-12-01": { final: 10 },
      "nba/scoreboard_2025-05-29_playoffs": { final: 1 },
      "nba/scoreboard_2026-02-18_no_games": {},
      "nba/scoreboard_2026-02-23_pregame_odds": { scheduled: 3, quote: 9, "malformed captured_at": 9 },
      "nba/scoreboard_2026-05-02_1_pregame_odds": { scheduled: 1, quote: 3, "malformed captured_at": 3 },
      "nba/scoreboard_2026-05-02_2_fourth_quarter": { scheduled: 1 },
      "nba/summary_401585607": { final: 1 },
      "nba/summary_401772994_pregame_playoffs": { scheduled: 1 },
      "nba/team_schedule_lal_2026_playoffs_overtime": { "malformed uid": 13 },
      "ncaaf/scoreboard_2025_week1_sec_fcs_neutral": { scheduled: 16, quote: 11, "malformed captured_at": 22 },
      "ncaaf/summary_401628455_trimmed": { final: 1 },
      "nfl/core_odds_401671854": { "malformed null": 1 },
      "nfl/core_officials_401547417": "no games",
      "nfl/event_401326637_pro_bowl": { "not-covered competitions.type": 1 },
      "nfl/event_401435640_london_neutral": { final: 1 },
      "nfl/event_401437637_tie": { final: 1 },
      "nfl/event_401437847_relocated_neutral": { final: 1 },
      "nfl/event_401492629_pro_bowl_flag_no_linescores": { "not-covered competitions.type": 1 },
      "nfl/event_401547378_super_bowl_overtime": { final: 1 },
      "nfl/event_401671889_tbd_teams": { "unknown-team home": 1, season: 1 },
      "nfl/scoreboard_2025-02-09_super_bowl": { final: 1 },
      "nfl/scoreboard_2025_week1_neutral_odds": { scheduled: 16, quote: 16, "malformed captured_at": 32 },
      "nfl/scoreboard_2026-08-22_preseason": { "not-covered season.type": 20 },
      "nfl/summary_401547417": { final: 1 },
      "nhl/scoreboard_2024-06-01_playoffs": { final: 1 },
      "nhl/scoreboard_2025-06-04_1_third_period": { scheduled: 1 },
      "nhl/scoreboard_2025-06-04_2_overtime": { scheduled: 1 },
      "nhl/summary_401672881_playoffs": { final: 1 },
      "nhl/team_schedule_tor_2025_playoffs_overtime": { "malformed uid": 13 },
    });
  });

  test("every book's odds of a scoreboard are taken at the time of the answer, and those of core v2 as stated", () => {
    const ofBooks = (items: Iterable<FeedItem>) => {
      const counts: Record<string, number> = {};
      for (const { record, refusal } of items) {
        if (record?.type === "game") continue;
        const name = record?.type === "quote" ? `${record.book} ${record.stated ?? "now"}` : refusal?.reason;
        counts[`${name}`] = (counts[`${name}`] ?? 0) + 1;
      }
      return counts;
    };
    const boards = ["mlb", "nba", "ncaaf", "nfl"].flatMap((sport) =>
      realFiles("espn", sport).flatMap((file) => {
        const payload = readRawJson<unknown>(file);
        if (!file.includes("odds") && !/_scheduled|_sec_fcs/.test(file)) return [];
        if (file.includes("core_odds") || file.includes("preseason")) return [];
        return [...readEspn(payload, { file, nowMs: importedMs, seenAt: "2025-06-04T12:00:00Z" })];
      }),
    );
    // Four games of DraftKings with three markets; ESPN BET has no moneyline on a scoreboard, and a spread of now alone.
    assert.deepEqual(ofBooks(boards), {
      ...{ "espnbet open": 37, "espnbet now": 74, "draftkings open": 12, "draftkings now": 12 },
    });
    const core = (sport: Sport, id: string, home: string, away: string, start_time: string, ending = "") => {
      const file = realPath("espn", sport, `core_odds_${id}.json${ending}`);
      const game = { sport, event_id: id, home, away, game_date: null, start_time };
      return ofBooks(readEspnCoreOdds(readRawJson<unknown>(file), game, { file, nowMs: importedMs }));
    };
    const both = (book: string, count = 3) => ({ [`${book} open`]: count, [`${book} close`]: count });
    const espnBet = { ...both("espnbet"), "other-market": 1 };
    assert.deepEqual(core("nfl", "401671854", "CLE", "KC", "2024-12-15T18:00:00Z"), espnBet);
    assert.deepEqual(core("mlb", "401695826", "CWS", "DET", "2025-06-05T18:10:00Z"), espnBet);
    assert.deepEqual(core("nba", "401584793", "MIL", "DET", "2023-12-17T00:00:00Z", ".gz"), {
      ...{ ...espnBet, ...both("caesars", 9), "not-a-book": 1, "unknown-book": 1 },
      ...{
        ...both("betfair"),
        ...both("draftkings"),
        ...both("betmgm"),
        ...both("pointsbetus"),
        ...both("sugarhouse"),
      },
      ...both("unibet"),
    });
  });

  test("the periods of all 52 finals add up to the score", () => {
    const sumOf = (points: readonly (number | null)[]): number => {
      return points.reduce<number>((total, each) => total + (each ?? 0), 0);
    };
    let finals = 0;
    for (const file of files()) {
      if (file.includes("core_officials")) continue;
      for (const { record } of itemsOfFiles("espn", [file], importedMs)) {
        if (record?.type !== "game" || record.status !== "final") continue;
        finals += 1;
        const { line_score: lineScore, home_score: home, away_score: away, game_id: id } = record;
        assert.ok(lineScore !== null, id);
        assert.deepEqual([sumOf(lineScore.home), sumOf(lineScore.away)], [home, away], id);
      }
    }
    assert.equal(finals, 52);
  });

  test("the overtime Super Bowl, the moved game in Detroit, the tie and the suspended game keep their facts", () => {
    const only = (...path: string[]) => {
      const [game] = [...itemsOfFiles("espn", [realPath("espn", ...path)], importedMs)].map(({ record }) => record);
      assert.ok(game?.type === "game");
      return [game.status, game.away, game.away_score, game.home, game.home_score, game.overtime, game.neutral_site];
    };
    const superBowl = only("nfl", "event_401547378_super_bowl_overtime.json.gz");
    assert.deepEqual(superBowl, ["final", "SF", 22, "KC", 25, true, true]);
    const moved = only("nfl", "event_401437847_relocated_neutral.json.gz");
    assert.deepEqual(moved, ["final", "CLE", 23, "BUF", 31, false, true]);
    assert.deepEqual(only("nfl", "event_401437637_tie.json.gz"), ["final", "IND", 20, "HOU", 20, true, false]);
    const board = realPath("espn", "mlb", "scoreboard_2025-06-06_suspended.json.gz");
    const suspended = [...itemsOfFiles("espn", [board], importedMs)].find(({ record }) => {
      return record?.type === "game" && record.status === "suspended";
    });
    assert.ok(suspended?.record?.type === "game");
    assert.deepEqual(
      [suspended.record.game_id, suspended.record.start_time, suspended.record.home_score],
      ["401695844", "2025-06-06T23:10:00Z", null],
    );
  });

  test("lead officials come from the summaries", () => {
    const referees = sports.flatMap((sport) =>
      realFiles("espn", sport)
        .filter((file) => basename(file).startsWith("summary_"))
        .flatMap((file) => [...itemsOfFiles("espn", [file], importedMs)])
        .map(({ record }) => (record?.type === "game" ? `${record.sport} ${record.referee}` : "")),
    );
    assert.deepEqual(referees, [
      "mlb Jeremy Riggs",
      "nba Eric Dalen",
      "nba null",
      "ncaaf null",
      "nfl Tra Blake",
      "nhl Chris Rooney",
    ]);
  });
});
