/**
 * The odds' statement of a start is the last one that they made before that start itself [D-52]: once a game is in play, The
 * Odds API may state a start that is hours early. And of all that was stated of an event, the newest date and start count.
 */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { hourMs, minuteMs } from "../../src/domain/times.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { firstNight, publishAt } from "../support/nights.ts";
import { publishedOddsRows, publishedValues } from "../support/published.ts";
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
