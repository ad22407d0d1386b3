/** MLB: StatsAPI's schedules and feeds, Retrosheet's game log of 2023, and the results of a week of 2026. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { itemsOfFiles } from "../../src/cli/import.ts";
import { periodScores } from "../../src/domain/period-scores.ts";
import { readMlbStatsapi } from "../../src/feed/providers/mlb-statsapi.ts";
import type { GameRecord } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { skipIf } from "../support/skip-if.ts";
import * as input from "./real-data.ts";

/** A row of a schedule, as far as this file looks at it. */
type RawRow = {
  readonly gamePk: number;
  readonly gameDate: string;
  readonly officialDate: string;
  readonly status: { readonly detailedState: string; readonly startTimeTBD: boolean };
  readonly doubleHeader: string;
  readonly gameNumber: number;
  readonly resumeGameDate?: string;
  readonly resumedFrom?: string;
  readonly teams: Readonly<
    Record<"home" | "away", { readonly score?: number; readonly team: { readonly name: string } }>
  >;
};

/** The three weeks of August 2020 as if they had been played in 2024, since the coverage begins in 2022. */
function threeWeeks(): { readonly rows: readonly RawRow[]; readonly items: FeedItem[] } {
  const text = input.readRawText(input.realPath("mlb-statsapi", "schedule_2020-08-03_23_games.json.gz"));
  const rows = JSON.parse(text.replaceAll("2020-", "2024-").replaceAll('"2020"', '"2024"')) as readonly RawRow[];
  return { rows, items: [...readMlbStatsapi(rows, { file: "weeks.json", nowMs: input.importedMs })] };
}

describe("MLB StatsAPI, real input", skipIf(input.withoutRealData), () => {
  test("every file gives what it holds, and parts of a game and lists of teams and venues stop the import", () => {
    assert.deepEqual(input.tallies("mlb-statsapi", input.realFiles("mlb-statsapi")), {
      "boxscore_747175.json.gz": "no games",
      "game.json": { final: 1 },
      "linescore_747175.json": "no games",
      "livefeed_747175.json.gz": { final: 1 },
      "postseason_series_2024.json.gz": { final: 43 },
      "schedule_2020-08-03_23_games.json.gz": { "not-covered season": 301 },
      "schedule_2022-10-11_13_postseason_postponed.json": { final: 7, postponed: 1 },
      "schedule_2023-08-29_in_progress.json": { scheduled: 15 },
      "schedule_2024-05-20_split_doubleheader.json": { final: 2, scheduled: 10 },
      "schedule_2024-10-20_22_postseason.json": { final: 1 },
      "schedule_2024-10-27_empty.json": {},
      "schedule_2026-05-30_minor_league.json": { "not-covered teams.home.team": 15 },
      "schedule_date.json": { final: 7, postponed: 2 },
      "schedule_tied_2016.json": { "not-covered season": 1 },
      "teams.json": "no games",
      "venues.json": "no games",
    });
  });

  test("a live feed gives plate umpire, first pitch, innings, venue and roof", () => {
    const [game] = input.gamesOf(
      itemsOfFiles("mlb-statsapi", [input.realPath("mlb-statsapi", "livefeed_747175.json.gz")], input.importedMs),
    );
    assert.deepEqual(game, {
      type: "game",
      provider: "mlb-statsapi",
      game_id: "747175",
      sport: "mlb",
      season: 2024,
      season_type: "regular",
      week: null,
      game_date: "2024-07-12",
      game_number: null,
      start_time: "2024-07-13T01:40:00Z",
      actual_start_time: "2024-07-13T01:40:00Z",
      status: "final",
      home: "ARI",
      away: "TOR",
      neutral_site: false,
      overtime: false,
      home_score: 5,
      away_score: 4,
      line_score: { home: [0, 0, 1, 1, 0, 0, 0, 2, 1], away: [0, 0, 0, 0, 1, 1, 1, 1, 0] },
      starters: {
        home: { id: "669194", name: "Ryne Nelson", hand: "R" },
        away: { id: "684320", name: "Yariel Rodríguez", hand: "R" },
      },
      venue: { venue_id: "15", name: "Chase Field", city: "Phoenix", indoor: true },
      referee: "Doug Eddings",
      weather: { temp_f: null, wind_mph: null, wind_direction: null, condition: "Indoor" },
    });
  });

  test("the 301 rows of three weeks are 278 finals, two interrupted days, 19 moved games and two cancelled ones", () => {
    const { rows, items } = threeWeeks();
    assert.deepEqual(input.tally(items), { final: 278, suspended: 2, postponed: 19, cancelled: 2 });
    for (const [index, game] of input.gamesOf(items).entries()) {
      const row = rows[index];
      assert.ok(row !== undefined && game.game_id === String(row.gamePk));
      if (game.status === "postponed") continue;
      assert.equal(game.game_date, row.officialDate);
      const isDouble = row.doubleHeader !== "N";
      assert.equal(game.game_number, isDouble ? row.gameNumber : null);
      const start = row.resumedFrom ?? row.gameDate;
      assert.equal(game.start_time, row.status.startTimeTBD ? null : start);
      if (game.status !== "final") continue;
      assert.deepEqual([game.home_score, game.away_score], [row.teams.home.score, row.teams.away.score]);
    }
  });

  test("a resumed game and the regular one of its second day are two games, and both games of every doubleheader are", async () => {
    const { rows, items } = threeWeeks();
    await using scratch = await input.openScratch();
    await scratch.take(items);
    await scratch.publish();
    const { games } = await input.readArchive(scratch.database);
    // A second game with a made-up start waits for somebody who states one.
    const finals = rows.filter(({ status, resumeGameDate }) => {
      return /Final|Completed Early/.test(status.detailedState) && resumeGameDate === undefined;
    });
    assert.equal(finals.length, 278);
    assert.equal(games.size, finals.filter(({ status }) => !status.startTimeTBD).length);
    const baltimore = [...games.values()].filter(({ id }) => /BAL-WSH|WSH-BAL/.test(id));
    assert.deepEqual(
      baltimore.map(({ id, game }) => [id, game.start_time]).filter(([id]) => /0809|0814/.test(id ?? "")),
      [
        ["MLB-20240809-BAL-WSH", "2024-08-09T16:35:00.000Z"],
        ["MLB-20240814-WSH-BAL", "2024-08-14T22:59:00.000Z"],
      ],
    );
  });
});

/** Runs of each half inning of a log's line score, read character by character. */
function rawInnings(text: string): (number | null)[] {
  const innings: (number | null)[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === "(") {
      const end = text.indexOf(")", index);
      innings.push(Number(text.slice(index + 1, end)));
      index = end;
    } else innings.push(character === "x" ? null : Number(character));
  }
  return innings;
}

const sum = (runs: readonly (number | null)[]): number => runs.reduce<number>((total, each) => total + (each ?? 0), 0);

describe("Retrosheet, real input", skipIf(input.withoutRealData), () => {
  const file = input.realPath("retrosheet", "gl2023.txt.gz");
  const rawRows = () =>
    input
      .readRawText(file)
      .trimEnd()
      .split("\n")
      .map((line) =>
        [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? ""),
      );

  test("all 2,430 games of 2023 come out, with the periods that the log's innings add up to", () => {
    const items = [...itemsOfFiles("retrosheet", [file], input.importedMs)];
    assert.deepEqual(input.tally(items), { final: 2430 });
    const games = input.gamesOf(items);
    assert.equal(new Set(games.map(({ game_id: id }) => id)).size, 2430);
    for (const [index, row] of rawRows().entries()) {
      const game = games[index];
      assert.ok(game?.line_score);
      const [away, home] = [rawInnings(row[19] ?? ""), rawInnings(row[20] ?? "")];
      const final = { home: Number(row[10]), away: Number(row[9]) };
      assert.deepEqual([game.home_score, game.away_score], [final.home, final.away], game.game_id);
      assert.equal(game.game_date?.replaceAll("-", ""), row[0]);
      assert.equal(game.referee, row[78]);
      assert.equal(game.venue?.venue_id, row[16]);
      const outcome = periodScores("mlb", game.line_score, final, game.overtime);
      const part = (from: number, to: number) => ({ home: sum(home.slice(from, to)), away: sum(away.slice(from, to)) });
      const extra = away.length > 9 ? { ot: part(9, away.length) } : {};
      const innings = (away.length + home.filter((runs) => runs !== null).length) / 2;
      const scores = { inn1: part(0, 1), inn5: part(0, 5), ...extra };
      assert.deepEqual(outcome, { ok: true, scores, innings }, game.game_id);
    }
    assert.equal(games.filter(({ overtime }) => overtime).length, 201);
  });

  test("35 doubleheaders are two games each, and the six suspended games stay on the day of their first pitch", () => {
    const games = input.gamesOf(itemsOfFiles("retrosheet", [file], input.importedMs));
    const numbered = (number: number) => games.filter((game) => game.game_number === number);
    const keyOf = (game: GameRecord) => `${game.game_date} ${game.away} ${game.home}`;
    assert.deepEqual([numbered(1).length, numbered(2).length], [35, 35]);
    assert.deepEqual(numbered(1).map(keyOf).sort(), numbered(2).map(keyOf).sort());
    const suspended = rawRows().flatMap((row, index) => (row[13] === "" ? [] : [games[index]]));
    assert.deepEqual(
      suspended.map((game) => game && `${keyOf(game)} ${game.away_score}-${game.home_score}`),
      [
        "2023-05-13 NYM WSH 2-3",
        "2023-07-14 WSH STL 7-5",
        "2023-07-17 SF CIN 4-2",
        "2023-07-21 NYM BOS 5-4",
        "2023-08-23 LAD CLE 6-1",
        "2023-09-27 KC DET 0-8",
      ],
    );
  });
});
