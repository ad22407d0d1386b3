/**
 * When a game started. The odds' statement of a start is the last one that they made before that start itself [D-52]: once a game is in
 * play, The Odds API may state a start that is hours early. Of all that was stated of an event, the newest date and start count. And
 * finals whose source states no start are listed with another one's, and told of where nobody states any.
 */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { publishLines } from "../../src/cli/publish.ts";
import type { Database } from "../../src/database/engine.ts";
import { hourMs, minuteMs } from "../../src/domain/times.ts";
import type { FeedRecord } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import type { PublishReport } from "../../src/publish/findings.ts";
import { firstNight, nextNight, openNight, publishAt } from "../support/nights.ts";
import { publishedGames, publishedLeagues, publishedOddsRows, publishedValues, toldOf } from "../support/published.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";
import { cfbdResult, collegeStart, snapshot } from "./college-game.ts";

const startMs = Date.parse(collegeStart);
const isoAfter = (hours: number): string => new Date(startMs + hours * hourMs).toISOString();
const minutes = (count: number): number => (count * minuteMs) / hourMs;

/** An answer so many hours after the game's start, which states another start as many hours after it. The line tells it from others. */
type Capture = { readonly at: number; readonly states: number; readonly line: number };

const books = ["draftkings", "fanduel", "betmgm"];
const answer = ({ at, states, line }: Capture): FeedItem[] =>
  snapshot(
    isoAfter(at),
    books.map((book) => ({ book, market: "spread", line, prices: [-110, -110] })),
    isoAfter(states),
  );

const before: readonly Capture[] = [
  { at: -24, states: 0, line: 12.5 },
  { at: -9, states: 0, line: 13 },
  { at: minutes(-20), states: 0, line: 13.5 },
];

/** What the provider states once the game is in play. */
const inPlay: Readonly<Record<string, readonly Capture[]>> = {
  "minutes early": [{ at: 0.5, states: minutes(-25), line: 3.5 }],
  "hours early": [{ at: 1.3, states: -8.6, line: 3.5 }],
  "several times": [
    { at: 0.2, states: -1, line: 10.5 },
    { at: 1, states: -15, line: 3.5 },
    { at: 2, states: -4, line: -2.5 },
  ],
  "on the day before": [{ at: 1, states: -19.5, line: 3.5 }],
  "before any capture": [{ at: 1, states: -30, line: 3.5 }],
  "as it was": [{ at: 1, states: 0, line: 3.5 }],
};

const at = "2025-12-01T00:00:00Z";

/** The start of the game, the closing spreads of its books and its doubts; each answer is imported by itself. */
async function told(...lists: readonly (readonly FeedItem[])[]) {
  const { database } = await firstNight(at, ...lists);
  const [game] = await publishedValues(database);
  const closes = (await publishedOddsRows(database)).map((row) => row.spread.close);
  return { start: game?.facts.start_time, closes, doubts: game?.doubts.map(({ rule }) => rule) };
}
const sound = { start: isoAfter(0), closes: [13.5, 13.5, 13.5], doubts: [] };

for (const [how, restated] of Object.entries(inPlay)) {
  test(`restated in play, ${how}: no dispute, and no close is lost, in any order of imports`, async () => {
    const answers = [...before, ...restated].map(answer);
    assert.deepEqual(await told(cfbdResult(), ...answers), sound);
    assert.deepEqual(await told(...answers.toReversed(), cfbdResult()), sound);
    assert.deepEqual(await told([...answers.toReversed().flat(), ...cfbdResult()]), sound);
  });
}

test("a start that is stated for the first time in play is no witness of a game whose start a result states", async () => {
  assert.deepEqual(await told(cfbdResult(), answer({ at: 1, states: -8, line: 3.5 })), {
    start: isoAfter(0),
    closes: [],
    doubts: [],
  });
});

test("where nobody states a start, that of a game in play is all that is known", async () => {
  const withoutStart = gameRecord({ start_time: null });
  const quote = quoteRecord({ seen_at: "2025-01-11T02:00:00Z", captured_at: "2025-01-11T01:59:00Z" });
  assert.equal((await told(items(withoutStart, quote))).start, "2025-01-11T00:30:00.000Z");
  const earlier = quoteRecord({ seen_at: "2025-01-10T20:00:00Z", start_time: "2025-01-11T01:00:00Z" });
  assert.equal((await told(items(withoutStart, quote, earlier))).start, "2025-01-11T01:00:00.000Z");
});

test("a start that was moved before the game is a statement, and one that contradicts the result's is a dispute", async () => {
  const moved: readonly Capture[] = [
    { at: -30, states: 3.5, line: 12.5 },
    { at: -9, states: 0, line: 13.5 },
    { at: 1, states: -9, line: 3.5 },
  ];
  assert.deepEqual(await told(cfbdResult(), ...moved.map(answer)), sound);
  const early: readonly Capture[] = [
    { at: -30, states: 0, line: 12.5 },
    { at: -9, states: -3, line: 13.5 },
    { at: -2, states: -3, line: 3.5 },
  ];
  const disputed = await told(cfbdResult(), ...early.map(answer));
  assert.deepEqual([...new Set(disputed.doubts)], ["start_disputed"]);
  assert.deepEqual(disputed.closes, [13.5, 13.5, 13.5]);
});

test("without a time of the answers, those of their quotes tell which is in play", async () => {
  const quotes = [
    quoteRecord({ captured_at: "2025-01-11T00:20:00Z", line: -6 }),
    quoteRecord({ captured_at: "2025-01-11T01:30:00Z", start_time: "2025-01-10T16:00:00Z", line: 2 }),
  ];
  for (const given of [quotes, quotes.toReversed()]) {
    const { start, closes, doubts } = await told(items(gameRecord()), ...given.map((quote) => items(quote)));
    assert.deepEqual({ start, closes, doubts }, { start: "2025-01-11T00:30:00.000Z", closes: [-6], doubts: [] });
  }
});

describe("of a game that is moved to another day", () => {
  const game = { sport: "nfl", season: 2025, week: 16, home: "LAC", away: "BAL", line_score: null } as const;
  const played = gameRecord({
    ...{ ...game, game_date: "2025-11-15", start_time: "2025-11-16T01:20:00Z", home_score: 20, away_score: 17 },
  });
  const old = gameRecord({
    ...{ ...game, provider: "espn", game_id: "b-901", status: "scheduled", home_score: null, away_score: null },
    ...{ game_date: "2025-11-16", start_time: "2025-11-16T21:05:00Z", overtime: null, venue: null },
  });
  const sides = { sport: "nfl", home: "LAC", away: "BAL" } as const;
  const first = quoteRecord({
    ...{ ...sides, game_date: "2025-11-16", start_time: "2025-11-16T21:05:00Z", line: -1.5 },
    ...{ seen_at: "2025-11-10T15:00:00Z", captured_at: "2025-11-10T15:00:00Z" },
  });
  const newest = quoteRecord({
    ...{ ...sides, game_date: "2025-11-15", start_time: "2025-11-16T01:20:00Z", line: -3.5 },
    ...{ seen_at: "2025-11-16T01:10:00Z", captured_at: "2025-11-16T01:10:00Z" },
  });
  const right = { start: "2025-11-16T01:20:00.000Z", closes: [-3.5], doubts: [] };

  test("the date and the start of the newest capture count, in any order of imports", async () => {
    assert.deepEqual(await told(items(played, old, first, newest)), right);
    assert.deepEqual(await told(items(newest, first, old, played)), right);
    assert.deepEqual(await told(items(newest), items(played, old), items(first)), right);
    assert.deepEqual(await told(items(first), items(newest), items(old, played)), right);
  });

  test("an event that begins when a game does is of that game, also where it bears the date of another one", async () => {
    const dated = { ...newest, game_date: "2025-11-16" };
    assert.deepEqual(await told(items(played, old, dated)), { ...right, closes: [-3.5] });
  });
});

test("a suspended game keeps its first start, also when its end is all that a provider tells of [D-4, D-44]", async () => {
  const right = { start: "2025-01-11T00:30:00.000Z", closes: [-5.5], doubts: [] };
  const wentOn = gameRecord({ actual_start_time: "2025-01-13T18:00:00Z" });
  const late = quoteRecord({ captured_at: "2025-01-12T12:00:00Z", line: -9.5 });
  assert.deepEqual(await told(items(wentOn, quoteRecord(), late)), right);
  // The first record knows no start: that of the day when it went on is not taken for it.
  const begun = gameRecord({ status: "suspended", home_score: null, away_score: null, start_time: null });
  const ended = gameRecord({ game_date: "2025-01-13", start_time: "2025-01-13T18:00:00Z" });
  assert.deepEqual(await told(items(begun, ended, quoteRecord())), right);
});

test("a clock that was set back takes nothing out of the archive", async () => {
  const { database } = await firstNight(at, items(gameRecord(), quoteRecord()));
  const before = await publishedValues(database);
  const { changedGames, held } = await publishAt(database, "2020-01-01T00:00:00Z", { all: true });
  assert.deepEqual([changedGames, held], [0, []]);
  assert.deepEqual(await publishedValues(database), before);
});

const nothing = { line_score: null, overtime: null, referee: null, venue: null } as const;

/** Robert Morris at Utah State, which CFBD dates and gives no time of day. */
const rmu = gameRecord({
  ...{ ...nothing, sport: "ncaaf", season: 2024, week: 1, home: "USU", away: "RMU", provider: "cfbd", game_id: "c" },
  ...{ game_date: "2024-08-31", start_time: null, home_score: 36, away_score: 14 },
});
const midnight = "2024-09-01T00:00:00Z";

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
  await night(rmu, quote(midnight));
  assert.deepEqual(await listed(), ["NCAAF-20240831-RMU-USU 2024-09-01T00:00:00.000Z"]);
  assert.equal(await status(), "published");
  await night(rmu, quote("2024-09-01T20:00:00Z"));
  assert.deepEqual(await listed(), ["NCAAF-20240831-RMU-USU 2024-09-01T20:00:00.000Z"]);
});

test("another provider gives the start, whether it knows the result or not", async () => {
  for (const changes of [{}, { status: "scheduled", home_score: null, away_score: null } as const]) {
    await night(rmu, { ...rmu, ...changes, provider: "espn", game_id: "e", start_time: midnight });
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
