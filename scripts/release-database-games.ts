/**
 * The games in the databases that are kept of each release. A few come from the sample. The others are invented, and
 * each is a case that the ledger must remember: a doubleheader, a game that moved after it was published, a suspended
 * game, stated lines, a capture that came too late, two providers of one game, a season in progress.
 */

import { sampleRecords } from "../sample/src/sample.ts";
import type { FeedRecord, GameRecord, QuoteRecord } from "../src/feed/records.ts";
import { gameRecord, quoteRecord } from "../test/support/records.ts";

const sampleGamesOfASport = 2;

/** Yields the sample's first final games of each sport, with their odds and venues. */
function* sampleSlice(): Generator<FeedRecord> {
  const counts = new Map<string, number>();
  const venues = new Map<string, FeedRecord>();
  const taken = new Set<string>();
  for (const record of sampleRecords({ seed: 1, extent: "start" })) {
    if (record.type === "venue") venues.set(record.venue_id, record);
    if (record.type === "quote" && taken.has(record.event_id)) yield record;
    if (record.type !== "game" || record.status !== "final") continue;
    const count = (counts.get(record.sport) ?? 0) + 1;
    if (count > sampleGamesOfASport) continue;
    counts.set(record.sport, count);
    taken.add(record.game_id);
    const venue = venues.get(record.venue?.venue_id ?? "");
    if (venue !== undefined) yield venue;
    yield record;
  }
}

const unpriced = { home_odds: null, away_odds: null, over_odds: null, under_odds: null } as const;

/** Makes the captures of two books for each full-game market: one a day and one an hour before the start. */
function quotesOf(game: GameRecord, eventId: string, { spread, total }: { spread: number; total: number }) {
  const { sport, home, away, start_time } = game;
  const startMs = Date.parse(start_time ?? "");
  return ["draftkings", "fanduel"].flatMap((book, place) =>
    [24, 1].flatMap((hours): QuoteRecord[] => {
      const captured_at = new Date(startMs - hours * 3_600_000).toISOString();
      const quote = { ...unpriced, sport, event_id: eventId, home, away, start_time, book, captured_at };
      const moved = hours === 1 ? 0.5 : 0;
      return [
        quoteRecord({ ...quote, market: "moneyline", line: null, home_odds: -135 - place * 5, away_odds: 115 }),
        quoteRecord({ ...quote, market: "spread", line: spread, home_odds: -110, away_odds: -110 - place * 5 }),
        quoteRecord({ ...quote, market: "total", line: total + moved, over_odds: -105 - place * 5, under_odds: -115 }),
      ];
    }),
  );
}

const plain = { venue: null, weather: null, week: null, actual_start_time: null } as const;

const doubleheader = [1, 2].map((game_number) =>
  gameRecord({
    ...plain,
    provider: "mlb-statsapi",
    sport: "mlb",
    season: 2024,
    game_id: `dh-${game_number}`,
    game_number,
    game_date: "2024-06-08",
    start_time: `2024-06-08T${game_number === 1 ? "17:05" : "23:10"}:00.000Z`,
    away: "NYY",
    home: "BOS",
    away_score: 3 + game_number,
    home_score: 5,
    referee: "Ángel O’Neil",
    line_score: { away: [0, 1, 0, 2, 0, 0, 0, 0, game_number], home: [2, 0, 0, 0, 3, 0, 0, 0, 0] },
  }),
);

const suspended = gameRecord({
  ...plain,
  provider: "mlb-statsapi",
  sport: "mlb",
  season: 2024,
  game_id: "rain",
  status: "suspended",
  game_date: "2024-07-10",
  start_time: "2024-07-10T23:05:00.000Z",
  away: "SEA",
  home: "DET",
  away_score: null,
  home_score: null,
  line_score: null,
});

const football = gameRecord({
  ...plain,
  provider: "nflverse",
  sport: "nfl",
  season: 2024,
  week: 1,
  game_id: "2024_01_SEA_MIA",
  game_date: "2024-09-08",
  start_time: "2024-09-08T17:00:00.000Z",
  away: "SEA",
  home: "MIA",
  away_score: 20,
  home_score: 24,
  line_score: { away: [7, 7, 3, 3], home: [7, 10, 7, 0] },
});

const college = gameRecord({
  ...plain,
  provider: "cfbd",
  sport: "ncaaf",
  season: 2024,
  week: 2,
  game_id: "401600001",
  game_date: "2024-09-07",
  start_time: "2024-09-07T19:30:00.000Z",
  away: "TEX",
  home: "TAMU",
  overtime: true,
  away_score: 34,
  home_score: 36,
  line_score: { away: [7, 7, 7, 7, 6, 0], home: [14, 0, 7, 7, 6, 2] },
});

const stated = (["open", "close"] as const).map((word) =>
  quoteRecord({
    ...unpriced,
    provider: "cfbd",
    sport: "ncaaf",
    event_id: "401600001",
    home: "TAMU",
    away: "TEX",
    start_time: college.start_time,
    book: "bovada",
    captured_at: null,
    stated: word,
    market: "spread",
    line: word === "open" ? -2.5 : -3,
  }),
);

/** A season in progress: one of its games is final, the other is scheduled. */
const basketball = ["2026-11-10", "2026-12-01"].map((game_date, place) =>
  gameRecord({
    ...plain,
    provider: "espn",
    sport: "nba",
    season: 2027,
    game_id: `espn-nba-${place}`,
    game_date,
    start_time: `${game_date}T23:30:00.000Z`,
    away: "NYK",
    home: "BOS",
    ...(place === 0 ? {} : { status: "scheduled", away_score: null, home_score: null, line_score: null }),
  }),
);

/** A capture at the time of the kick-off. The import refuses it, and the ledger keeps it. */
const late = quoteRecord({
  ...unpriced,
  sport: "nfl",
  event_id: "nfl-event",
  home: "MIA",
  away: "SEA",
  start_time: football.start_time,
  book: "betmgm",
  captured_at: football.start_time,
  market: "total",
  line: 51,
  over_odds: -110,
  under_odds: -110,
});

/** The records that are imported on each of two nights. After each import the ledger is published. */
export const nights: readonly (readonly FeedRecord[])[] = [
  [
    ...sampleSlice(),
    ...doubleheader,
    ...doubleheader.flatMap((game) => quotesOf(game, `event ${game.game_id}`, { spread: -1.5, total: 8.5 })),
    suspended,
    football,
    ...quotesOf(football, "nfl-event", { spread: -3, total: 44.5 }),
    late,
    college,
    ...stated,
    ...basketball,
  ],
  [
    // The provider now gives the game another day. Its id stays that of the first night [D-1].
    { ...football, game_date: "2024-09-09", start_time: "2024-09-09T00:15:00.000Z" },
    // The suspended game goes on the next day, and keeps the date and start of its first pitch [D-4].
    { ...suspended, status: "final", game_date: "2024-07-11", start_time: "2024-07-11T17:00:00.000Z", ...runs(4, 6) },
    // A second provider of the same game.
    { ...college, provider: "espn", game_id: "espn-1", line_score: null, referee: "B. Official" },
    {
      ...college,
      game_id: "401600002",
      game_date: "2024-09-14",
      start_time: null,
      status: "cancelled",
      away_score: null,
      home_score: null,
      line_score: null,
      overtime: null,
    },
  ],
];

function runs(away_score: number, home_score: number) {
  const innings = (last: number) => [0, 0, 1, 0, 2, 0, 0, 0, last - 3];
  return { away_score, home_score, line_score: { away: innings(away_score), home: innings(home_score) } };
}
