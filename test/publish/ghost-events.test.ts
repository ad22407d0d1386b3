/** A provider lists more events than there are games: ids that live on after a game was moved, and prices in play [D-1]. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { FeedRecord, GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { readArchive } from "../real/real-data.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { publishAt } from "../support/nights.ts";
import { gameRecord, items, quoteRecord } from "../support/records.ts";

const at = "2026-08-01T00:00:00Z";
const teams = { sport: "mlb", home: "PIT", away: "MIL" } as const;

/** @param start in UTC, as "11 16:05": the day of July 2026 and the time. */
const utc = (start: string): string => `2026-07-${start.replace(" ", "T")}:00Z`;

function game(id: string, start: string | null, changes: Partial<GameRecord> = {}): GameRecord {
  const startTime = start === null ? null : utc(start);
  return gameRecord({
    ...teams,
    season: 2026,
    game_id: id,
    game_date: "2026-07-11",
    start_time: startTime,
    ...changes,
  });
}

/** A moneyline of the books, which all state `price` for the home side. An event is seen when it is captured. */
function seen(event: string, start: string, time: string, price: number, books: readonly string[]): QuoteRecord[] {
  return books.map((book) =>
    quoteRecord({
      ...{ ...teams, event_id: event, start_time: utc(start), seen_at: utc(time), captured_at: utc(time), book },
      ...{ market: "moneyline", line: null, home_odds: price, away_odds: -price },
    }),
  );
}

const many = ["draftkings", "fanduel", "betmgm"];
const final = { status: "final" } as const;

type Case = {
  readonly name: string;
  readonly records: readonly FeedRecord[];
  /** By game: the start, and the opening and closing price of the home side, which every book has or none. */
  readonly expected: Readonly<Record<string, string>>;
};

const cases: readonly Case[] = [
  {
    name: "an id that was left when the game was moved to another hour gives it no lines",
    records: [
      game("a", "11 17:35", final),
      ...seen("old", "11 22:36", "10 18:30", 150, many),
      ...seen("old", "11 22:36", "11 03:30", 151, many),
      ...seen("new", "11 17:36", "11 02:00", 120, many),
      ...seen("new", "11 17:36", "11 17:15", 130, many),
    ],
    expected: { "MLB-20260711-MIL-PIT": "17:35 120 130" },
  },
  {
    name: "of three events for two games, the one that left the list the day before gives no lines",
    records: [
      game("a", "11 16:05", { ...final, game_number: 1 }),
      game("b", "11 20:05", { ...final, game_number: 2 }),
      ...seen("first", "11 16:06", "11 04:45", 110, many),
      ...seen("second", "11 20:06", "10 17:45", 120, many),
      ...seen("ghost", "11 23:00", "10 23:30", 200, ["bovada", "draftkings"]),
      ...seen("ghost of the night", "11 04:50", "11 00:15", 210, ["bovada"]),
      ...seen("first", "11 16:06", "11 15:50", 111, many),
      ...seen("second", "11 20:16", "11 19:50", 121, many),
    ],
    expected: { "MLB-20260711-MIL-PIT": "16:05 110 111", "MLB-20260711-MIL-PIT-2": "20:05 120 121" },
  },
  {
    name: "where the first game has no event, the ghost does not push the second game's event to it",
    records: [
      game("a", "11 16:05", { ...final, game_number: 1 }),
      game("b", "11 20:05", { ...final, game_number: 2 }),
      ...seen("second", "11 20:06", "10 17:45", 120, many),
      ...seen("ghost", "11 23:00", "10 23:30", 200, ["bovada"]),
      ...seen("second", "11 20:06", "11 19:50", 121, many),
    ],
    expected: { "MLB-20260711-MIL-PIT": "16:05", "MLB-20260711-MIL-PIT-2": "20:05 120 121" },
  },
  {
    name: "a doubleheader that rain moves by hours keeps its order, though the first start comes near the second game's",
    records: [
      game("a", "11 16:05", { ...final, game_number: 1 }),
      game("b", "11 20:05", { ...final, game_number: 2 }),
      ...seen("first", "11 16:06", "11 10:00", 110, many),
      ...seen("second", "11 20:06", "11 10:00", 120, many),
      ...seen("first", "11 19:30", "11 15:50", 111, many),
      ...seen("second", "11 23:45", "11 19:50", 121, many),
    ],
    expected: { "MLB-20260711-MIL-PIT": "16:05 110 111", "MLB-20260711-MIL-PIT-2": "20:05 120 121" },
  },
  {
    name: "a price in play under a start still to come is no line, also where only the odds state a start",
    records: [
      game("a", null, final),
      ...seen("own", "11 22:36", "11 10:00", 110, many),
      ...seen("own", "11 22:36", "11 22:15", 112, many),
      ...seen("own", "11 22:36", "12 01:45", -5000, many),
      ...seen("ghost", "12 02:17", "12 01:45", -20000, ["fanduel"]),
    ],
    expected: { "MLB-20260711-MIL-PIT": "22:36 110 112" },
  },
  {
    name: "the event of a game that was called off gives its lines to no game of the next day, however near",
    records: [
      game("rain", "10 23:45", { status: "postponed", game_date: "2026-07-10", home_score: null, away_score: null }),
      game("a", "11 11:00", final),
      ...seen("rained out", "11 00:45", "10 23:30", 150, many),
    ],
    expected: { "MLB-20260711-MIL-PIT": "11:00" },
  },
  {
    name: "an event that moves with its postponed game to the new day is that game's",
    records: [
      game("rain", "10 22:40", { status: "postponed", game_date: "2026-07-10", home_score: null, away_score: null }),
      game("a", "11 16:05", final),
      ...seen("moved", "10 22:41", "10 20:00", 115, many),
      ...seen("moved", "11 16:06", "11 15:50", 116, many),
    ],
    expected: { "MLB-20260711-MIL-PIT": "16:05 115 116" },
  },
  {
    name: "two ids of one game, whose starts lie an hour apart and of which one was left, give it the lines of both",
    records: [
      game("a", "11 16:05", final),
      ...seen("one", "11 15:00", "09 20:00", 115, many),
      ...seen("two", "11 16:10", "10 12:00", 117, many),
      ...seen("two", "11 16:10", "11 15:50", 116, many),
    ],
    expected: { "MLB-20260711-MIL-PIT": "16:05 115 116" },
  },
  {
    name: "an event that leaves the list early is believed where no other stands for the game",
    records: [
      game("a", "11 17:35", final),
      ...seen("own", "11 17:36", "10 18:30", 150, many),
      ...seen("tomorrow", "12 17:36", "11 12:00", 120, many),
    ],
    expected: { "MLB-20260711-MIL-PIT": "17:35 150 150" },
  },
];

onSqliteDaily(({ fresh }) => {
  async function archiveOf(steps: readonly (readonly FeedRecord[])[]) {
    const { database } = await fresh();
    for (const records of steps) {
      const report = await importItems(database, items(...records), at);
      const refused = Object.keys(report.refused).filter((reason) => reason !== "at-or-after-start");
      assert.deepEqual(refused, []);
    }
    await publishAt(database, at);
    const { games } = await readArchive(database);
    return Object.fromEntries(
      [...games.values()].map(({ id, game: { start_time: start }, odds }) => {
        const prices = odds.map(({ moneyline }) => `${moneyline.home_open} ${moneyline.home_close}`);
        assert.ok(odds.length === 0 || odds.length === many.length, `${odds.length} books`);
        return [id, [start.slice(11, 16), ...new Set(prices)].join(" ")];
      }),
    );
  }

  for (const { name: sentence, records, expected } of cases) {
    test(`${sentence}, in any order of imports`, async () => {
      assert.deepEqual(await archiveOf([records]), expected);
      assert.deepEqual(await archiveOf(records.toReversed().map((record) => [record])), expected);
    });
  }
});
