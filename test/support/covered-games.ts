/** A few games whose lines begin, end or are missing in every way that coverage tells apart. */
import type { GameRecord } from "../../src/feed/records.ts";
import { gameRecord, quoteOf, type When } from "./records.ts";

const opener = gameRecord({
  ...{ sport: "nfl", season: 2025, game_id: "opener", week: 1, away: "DAL", home: "PHI", overtime: null, venue: null },
  ...{ game_date: "2025-09-04", start_time: "2025-09-05T00:20:00Z", away_score: 20, home_score: 24, line_score: null },
});
const sunday = gameRecord({
  ...{ ...opener, game_id: "sunday", away: "NYG", home: "WAS" },
  ...{ game_date: "2025-09-07", start_time: "2025-09-07T17:00:00Z" },
});
const unpriced = gameRecord({ ...sunday, game_id: "unpriced", away: "MIA", home: "IND" });
const yearBefore = gameRecord({
  ...{ ...opener, season: 2024, game_id: "before", away: "BAL", home: "KC" },
  ...{ game_date: "2024-09-05", start_time: "2024-09-06T00:20:00Z" },
});
const hockey = gameRecord({
  ...{ sport: "nhl", season: 2026, game_id: "nhl1", away: "NYR", home: "BOS", overtime: null, venue: null },
  ...{ game_date: "2026-01-10", start_time: "2026-01-11T00:00:00Z" },
});

type Line = readonly [line: number | null, first: number | null, second: number | null];
type Priced = readonly [kind: Parameters<typeof quoteOf>[2], line: Line];

const spread: Priced = [
  ["full", "spread"],
  [-3.5, -110, -110],
];
const total: Priced = [
  ["full", "total"],
  [44.5, -110, -110],
];
const homeTotal: Priced = [
  ["full", "home_team_total"],
  [24.5, -110, -110],
];
const awayTotal: Priced = [
  ["full", "away_team_total"],
  [20.5, -110, -110],
];
const moneyline: Priced = [
  ["full", "moneyline"],
  [null, -170, 150],
];

/** A quote of a game, so many minutes before its start; `open` and `close` are stated without a time. */
const quote = (game: GameRecord, book: string, at: When, [kind, line] = spread) => quoteOf(game, book, kind, at, line);

export const coveredGames = [
  ...[opener, sunday, unpriced, yearBefore, hockey],
  // Two games of DraftKings, whose closes are 10 and 5.1 minutes before the start.
  ...[quote(opener, "draftkings", 2880), quote(opener, "draftkings", 10), quote(sunday, "draftkings", 5.1)],
  // One close of FanDuel with a time, and one opening without; of BetMGM a closing without a time alone.
  ...[quote(opener, "fanduel", 61), quote(sunday, "fanduel", "open"), quote(sunday, "betmgm", "close")],
  // One close is exactly 15 minutes before, and one a second more.
  ...[quote(opener, "draftkings", 15, moneyline), quote(sunday, "draftkings", 15 + 1 / 60, moneyline)],
  // Of one game both team totals, of the other that of home alone.
  ...[quote(opener, "draftkings", 20, homeTotal), quote(opener, "draftkings", 30, awayTotal)],
  quote(sunday, "draftkings", 14, homeTotal),
  // Bovada has no full-game market of the opener, so it has no odds row of it.
  ...[
    quote(opener, "bovada", 12, [
      ["1h", "spread"],
      [-2.5, -110, -110],
    ]),
    quote(sunday, "bovada", 90, total),
  ],
  quote(yearBefore, "draftkings", 8, total),
  quote(hockey, "bet365", "open", [
    ["full", "total"],
    [6.5, -110, -110],
  ]),
];
