/** Finals whose source states no start are listed with another one's, and told of where nobody states any. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { publishLines } from "../../src/cli/publish.ts";
import type { Database } from "../../src/database/engine.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import type { PublishReport } from "../../src/publish/findings.ts";
import { nextNight, openNight } from "../support/nights.ts";
import { publishedGames, publishedLeagues, toldOf } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

const nothing = { line_score: null, overtime: null, referee: null, venue: null } as const;

/** Robert Morris at Utah State, which CFBD dates and gives no time of day. */
const rmu = gameRecord({
  ...{ ...nothing, sport: "ncaaf", season: 2024, week: 1, home: "USU", away: "RMU", provider: "cfbd", game_id: "c" },
  ...{ game_date: "2024-08-31", start_time: null, home_score: 36, away_score: 14 },
});
const start = "2024-09-01T00:00:00Z";

let database: Database;
async function night(...records: readonly FeedRecord[]): Promise<PublishReport> {
  database = await openNight();
  return again("2026-01-01T00:00:00Z", ...records);
}
async function again(at: string, ...records: readonly FeedRecord[]): Promise<PublishReport> {
  return (await nextNight(database, at, items(...records))).report;
}
async function listed(): Promise<string[]> {
  const games = await publishedGames(database);
  return games.map((game) => `${game.game_id} ${game.start_time}`);
}
const status = async () => (await publishedLeagues(database)).seasons[0]?.row.status;
const quote = (startTime: string) =>
  quoteRecord({
    ...{ sport: "ncaaf", home: "USU", away: "RMU", start_time: startTime, captured_at: "2024-08-30T12:00:00Z" },
    line: -24.5,
  });

test("the events of the odds give the start, also where they are of the next day", async () => {
  await night(rmu, quote(start));
  assert.deepEqual(await listed(), ["NCAAF-20240831-RMU-USU 2024-09-01T00:00:00.000Z"]);
  assert.equal(await status(), "published");
  await night(rmu, quote("2024-09-01T20:00:00Z"));
  assert.deepEqual(await listed(), ["NCAAF-20240831-RMU-USU 2024-09-01T20:00:00.000Z"]);
});

test("another provider gives the start, whether it knows the result or not", async () => {
  for (const changes of [{}, { status: "scheduled", home_score: null, away_score: null } as const]) {
    await night(rmu, { ...rmu, ...changes, provider: "espn", game_id: "e", start_time: start });
    assert.deepEqual(await listed(), ["NCAAF-20240831-RMU-USU 2024-09-01T00:00:00.000Z"]);
    assert.equal(await status(), "published");
  }
});

test("an event of another week or of another sport's next day gives none", async () => {
  const report = await night(rmu, quote("2024-09-03T00:00:00Z"));
  assert.deepEqual(toldOf(report, "held-unpublished"), ["NCAAF-20240831-RMU-USU: nobody states a start time"]);
  const nba = gameRecord({ start_time: null });
  const ofNext = await night(nba, quoteRecord({ start_time: "2025-01-12T00:30:00Z" }));
  assert.equal(toldOf(ofNext, "held-unpublished").length, 1);
});

test("where nobody states it the report counts such games by season, and the season is not published", async () => {
  const log = Array.from({ length: 28 }, (_, day) =>
    gameRecord({
      ...{ ...nothing, sport: "mlb", season: 2023, provider: "retrosheet", home: "BOS", away: "NYY" },
      ...{ game_id: `BOS${day}`, game_date: `2023-05-${String(day + 1).padStart(2, "0")}`, start_time: null },
    }),
  );
  const known = gameRecord({
    ...nothing,
    sport: "mlb",
    season: 2023,
    home: "BOS",
    away: "TOR",
    game_date: "2023-06-01",
  });
  const report = await night(...log, known);
  assert.equal(report.held.length, 28);
  assert.equal(await status(), "in_progress");
  assert.match(publishLines(report).join("\n"), /gradeline backfill results asks for the missing starts/);
  const lines = publishLines(report).filter((line) => line.includes("held back"));
  assert.deepEqual(lines, [
    "  held back, not published yet: 28, the first: MLB-20230501-NYY-BOS: nobody states a start time; " +
      `\`gradeline log ${report.reportId} --all\` lists all`,
  ]);
  const statsapi = log.map((game) => ({
    ...game,
    provider: "mlb-statsapi",
    start_time: `${game.game_date}T23:10:00Z`,
  }));
  const next = await again("2026-01-02T00:00:00Z", ...statsapi);
  assert.deepEqual([next.held, next.games, await status()], [[], 29, "published"]);
});
