/** One college game as College Football Data and The Odds API tell of it: the answers of both, with lines of a test. */
import { readCfbd } from "../../src/feed/providers/cfbd.ts";
import { readOddsApi } from "../../src/feed/providers/the-odds-api.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";

const nowMs = Date.parse("2025-12-01T00:00:00Z");

/** The id under which the game is published. */
export const collegeGameId = "NCAAF-20250830-ALA-FSU";

const game = {
  id: 401752677,
  season: 2025,
  seasonType: "regular",
  week: 1,
  startDate: "2025-08-30T19:30:00.000Z",
  homeTeam: "Florida State",
  homeClassification: "fbs",
  awayTeam: "Alabama",
  awayClassification: "fbs",
};

/** The answer of `/games`. */
export const cfbdResultAnswer: readonly object[] = [
  {
    ...game,
    completed: true,
    neutralSite: false,
    homePoints: 31,
    homeLineScores: [7, 10, 7, 7],
    awayPoints: 17,
    awayLineScores: [7, 0, 7, 3],
    venueId: 3697,
    venue: "Doak Campbell Stadium",
  },
];

export function cfbdResult(): FeedItem[] {
  return [...readCfbd(cfbdResultAnswer, { file: "games_2025.json", nowMs })];
}

/** One provider's entry in an answer of `/lines`; what is not given is null. */
export type CfbdEntry = {
  readonly provider: string;
  readonly spread?: number;
  readonly spreadOpen?: number;
  readonly overUnder?: number;
  readonly overUnderOpen?: number;
  readonly homeMoneyline?: number;
  readonly awayMoneyline?: number;
};

/** The answer of `/lines`. */
export function cfbdLinesAnswer(entries: readonly CfbdEntry[]): readonly object[] {
  return [{ ...game, homeScore: 31, awayScore: 17, lines: entries }];
}

export function cfbdLines(entries: readonly CfbdEntry[]): FeedItem[] {
  return [...readCfbd(cfbdLinesAnswer(entries), { file: "lines_2025.json", nowMs })];
}

type Market = "spreads" | "totals" | "h2h";

/** A book's market in one snapshot: the home line or the total, and the prices of home and away, or over and under. */
export type SnapshotMarket = {
  readonly book: string;
  readonly market: Market;
  readonly line?: number;
  readonly prices: readonly [number, number];
};

/** When the game was to begin. */
export const collegeStart = "2025-08-30T19:30:00Z";

/** One answer of The Odds API, in which every market was last updated at that time. */
export function snapshot(at: string, markets: readonly SnapshotMarket[], start = collegeStart): FeedItem[] {
  const books = [...Map.groupBy(markets, ({ book }) => book)].map(([key, ofBook]) => ({
    key,
    markets: ofBook.map((each) => ({ key: each.market, last_update: at, outcomes: outcomesOf(each) })),
  }));
  const event = {
    id: "e1a2b3",
    sport_key: "americanfootball_ncaaf",
    commence_time: start,
    home_team: "Florida State Seminoles",
    away_team: "Alabama Crimson Tide",
    bookmakers: books,
  };
  return [...readOddsApi([event], { file: "odds.json", nowMs, sport: null, seenAt: at })];
}

function outcomesOf({ market, line, prices: [first, second] }: SnapshotMarket): object[] {
  if (market === "totals") {
    return [
      { name: "Over", price: first, point: line },
      { name: "Under", price: second, point: line },
    ];
  }
  const points = market === "spreads" && line !== undefined ? [{ point: line }, { point: -line }] : [{}, {}];
  return [
    { name: "Florida State Seminoles", price: first, ...points[0] },
    { name: "Alabama Crimson Tide", price: second, ...points[1] },
  ];
}
