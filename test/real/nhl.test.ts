/** NHL: answers of the league's web API. The raw readings in this file share no code with the adapter. */
import assert from "node:assert/strict";
import { basename } from "node:path";
import { describe, test } from "vitest";
import { itemsOfFiles } from "../../src/cli/import.ts";
import { readNhlApi } from "../../src/feed/providers/nhl-api.ts";
import { type GameRecord, nothingStated } from "../../src/feed/records.ts";
import { mergeRecords } from "../../src/ledger/records.ts";
import { skipIf } from "../support/skip-if.ts";
import * as input from "./real-data.ts";

const folder = "nhl-api-web";

type RawSide = { readonly abbrev: string; readonly score?: number };

type RawGame = {
  readonly id: number;
  readonly gameType: number;
  readonly gameState: string;
  readonly gameScheduleState: string;
  readonly startTimeUTC?: string;
  readonly homeTeam: RawSide;
  readonly awayTeam: RawSide;
  readonly gameOutcome?: { readonly lastPeriodType: string };
};
type RawWeek = { readonly gameWeek: readonly { readonly date: string; readonly games: readonly RawGame[] }[] };
type RawRail = {
  readonly linescore: { readonly byPeriod: readonly { readonly home: number; readonly away: number }[] };
  readonly gameInfo: { readonly referees: readonly { readonly default: string }[] };
};

describe("NHL web API, real input", skipIf(input.withoutRealData), () => {
  test("every file gives what it holds, and only all-stars, Olympics, open teams and season 2023 are refused", () => {
    assert.deepEqual(input.tallies("nhl-api", input.realFiles(folder)), {
      "boxscore_2023020280_regulation.json": { final: 1 },
      "landing_2022030181_playoff_overtime.json": { "not-covered season": 1 },
      "landing_2023020195_overtime.json": { final: 1 },
      "landing_2023020207_shootout.json": { final: 1 },
      "landing_2023020207_shootout_schema_2024-03.json": { final: 1 },
      "landing_2023020208_regulation.json": { final: 1 },
      "right_rail_2022030181_playoff_overtime.json": { "not-covered season": 1 },
      "right_rail_2023020195_overtime.json": { final: 1 },
      "right_rail_2023020207_shootout.json": { final: 1 },
      "right_rail_2023020208_regulation.json": { final: 1 },
      "schedule_2023-11-08_week.json.gz": { final: 3, scheduled: 45 },
      "schedule_2024-02-01_allstar_edited.json": { "not-covered gameType": 1 },
      "schedule_2025-10-07_shootouts.json.gz": { final: 7, scheduled: 41 },
      "schedule_2026-02-11_olympics_type9.json.gz": { "not-covered gameType": 22 },
      "schedule_2026-03-04_regular.json.gz": { scheduled: 56 },
      "schedule_2026-05-12_playoffs_tbd.json": {
        "unknown-team home": 2,
        "unknown-team away": 2,
        scheduled: 8,
        season: 1,
      },
      "schedule_2026-05-26_playoffs_tbd.json": {
        "unknown-team home": 2,
        "unknown-team away": 1,
        scheduled: 4,
        season: 1,
      },
      "schedule_2026-06-06_empty.json": {},
      "score_2026-04-15.json": { final: 3 },
    });
  });

  test("rows of a schedule have the day, teams, score and overtime that a plain reading finds", () => {
    let compared = 0;
    for (const file of input.realFiles(folder).filter((each) => basename(each).startsWith("schedule_"))) {
      const games = new Map(
        input.gamesOf(itemsOfFiles("nhl-api", [file], input.importedMs)).map((game) => [game.game_id, game]),
      );
      for (const { date, games: rows } of input.readRawJson<RawWeek>(file).gameWeek) {
        for (const row of rows.filter(({ gameType }) => gameType === 2 || gameType === 3)) {
          const game = games.get(String(row.id));
          if (row.homeTeam.abbrev === "TBD" || row.awayTeam.abbrev === "TBD") {
            assert.equal(game, undefined);
            continue;
          }
          assert.ok(game);
          const isFinal = row.gameState === "OFF";
          assert.deepEqual(
            [game.game_date, game.away, game.home, game.away_score, game.home_score, game.overtime],
            [
              date,
              row.awayTeam.abbrev,
              row.homeTeam.abbrev,
              row.awayTeam.score ?? null,
              row.homeTeam.score ?? null,
              isFinal ? row.gameOutcome?.lastPeriodType !== "REG" : null,
            ],
          );
          assert.equal(game.start_time, row.gameScheduleState === "TBD" ? null : row.startTimeUTC);
          compared += 1;
        }
      }
    }
    assert.equal(compared, 164);
  });

  test("the shootout is one record of schedule, landing page in two schemas and right rail", () => {
    const parts = input
      .gamesOf(itemsOfFiles("nhl-api", [input.realPath(folder)], input.importedMs))
      .filter((game) => game.game_id === "2023020207");
    assert.deepEqual(
      parts.reduce((known, incoming) => mergeRecords(incoming, known) as GameRecord),
      {
        ...nothingStated,
        type: "game",
        provider: "nhl-api",
        game_id: "2023020207",
        sport: "nhl",
        season: 2024,
        season_type: "regular",
        game_date: "2023-11-10",
        start_time: "2023-11-11T00:00:00Z",
        status: "final",
        home: "TOR",
        away: "CGY",
        neutral_site: false,
        overtime: true,
        home_score: 5,
        away_score: 4,
        line_score: { home: [2, 2, 0, 0, 1], away: [1, 2, 1, 0, 0] },
        venue: { venue_id: "Scotiabank Arena", name: "Scotiabank Arena", city: "Toronto", indoor: null },
        referee: "Chris Lee",
      },
    );
  });

  test("the goals of a landing page make the same periods as the right rail, also of the overtimes", () => {
    for (const name of ["2022030181_playoff_overtime", "2023020195_overtime", "2023020207_shootout"]) {
      const rail = input.readRawJson<RawRail>(input.realPath(folder, `right_rail_${name}.json`));
      const { byPeriod } = rail.linescore;
      const lineScore = { home: byPeriod.map(({ home }) => home), away: byPeriod.map(({ away }) => away) };
      for (const kind of ["landing", "right_rail"]) {
        // The playoff game is as if it had been played two years later, since the coverage begins in season 2024.
        const text = input.readRawText(input.realPath(folder, `${kind}_${name}.json`));
        const later = text
          .replaceAll("202203", "202403")
          .replaceAll("20222023", "20242025")
          .replaceAll("2023-", "2025-");
        const payload: unknown = JSON.parse(name.includes("playoff") ? later : text);
        const [game] = input.gamesOf(readNhlApi(payload, { file: name, nowMs: input.importedMs }));
        assert.deepEqual(game?.line_score, lineScore, `${kind} ${name}`);
        assert.equal(game?.overtime, true);
        assert.equal(game?.referee, kind === "landing" ? null : rail.gameInfo.referees[0]?.default);
        assert.equal(game?.season_type, name.includes("playoff") ? "postseason" : "regular");
      }
    }
  });

  test("the 17 finals of all files are listed once each; three have periods, and none of those is withheld", async () => {
    await using scratch = await input.openScratch();
    await scratch.take(itemsOfFiles("nhl-api", [input.realPath(folder)], input.importedMs));
    await scratch.publish();
    const { games } = await input.readArchive(scratch.database);
    assert.equal(games.size, 17);
    const ids = ["NHL-20231109-MTL-DET", "NHL-20231110-CGY-TOR", "NHL-20231110-PHI-ANA"];
    const scores = ids.map((id) => games.get(id)?.extras.period_scores);
    assert.deepEqual(scores, [
      { p1: { home: 0, away: 1 }, p2: { home: 1, away: 0 }, p3: { home: 1, away: 1 }, ot: { home: 0, away: 1 } },
      { p1: { home: 2, away: 1 }, p2: { home: 2, away: 2 }, p3: { home: 0, away: 1 }, ot: { home: 1, away: 0 } },
      { p1: { home: 0, away: 2 }, p2: { home: 1, away: 1 }, p3: { home: 2, away: 3 } },
    ]);
  });
});
