/** One hand-made game of each sport, with every published market, which the real import and publish process. */
import type { FeedRecord, GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import type { TestApi } from "./api.ts";
import { keepDoubtedOf } from "./keep-doubted.ts";
import { gameRecord, items, quoteRecord } from "./records.ts";

type Period = QuoteRecord["period"];
type Markets = readonly ("moneyline" | "spread" | "total" | "team_total")[];
const three: Markets = ["moneyline", "spread", "total"];

/** The periods that are priced, and their markets, as in `bet_types` of service.md. */
export const pricedPeriods: Readonly<Record<GameRecord["sport"], readonly (readonly [Period, Markets])[]>> = {
  mlb: [
    ["full", three],
    ["inn1", ["total"]],
    ["inn5", three],
  ],
  nfl: [
    ["full", [...three, "team_total"]],
    ...(["1h", "2h", "q1", "q2", "q3", "q4"] as const).map((at) => [at, three] as const),
  ],
  ncaaf: [
    ["full", [...three, "team_total"]],
    ...(["1h", "2h", "q1", "q2", "q3", "q4"] as const).map((at) => [at, three] as const),
  ],
  nba: [
    ["full", [...three, "team_total"]],
    ["1h", three],
    ["q1", three],
  ],
  nhl: [
    ["full", [...three, "team_total"]],
    ["p1", three],
  ],
};

export const books = [
  { book_id: 2, book: "fanduel", book_name: "FanDuel" },
  { book_id: 7, book: "bovada", book_name: "Bovada" },
  { book_id: 10, book: "mybookieag", book_name: "MyBookie.ag" },
] as const;

const shared = { overtime: null, venue: null, referee: null } as const;
const q = (...points: number[]) => points;

/** One game per sport. All but the NFL's have overtime, and the NHL's has a shootout. */
export const finals: Readonly<Record<GameRecord["sport"], GameRecord>> = {
  mlb: gameRecord({
    ...{ ...shared, sport: "mlb", season: 2025, game_id: "mlb1", away: "NYY", home: "BOS" },
    ...{ game_date: "2025-07-04", start_time: "2025-07-04T23:10:00Z", away_score: 6, home_score: 7 },
    line_score: { away: q(1, 0, 2, 0, 0, 0, 0, 2, 0, 1), home: q(0, 0, 3, 0, 1, 0, 0, 0, 1, 2) },
  }),
  nfl: gameRecord({
    ...{ ...shared, sport: "nfl", season: 2025, game_id: "nfl1", week: 1, away: "DAL", home: "PHI" },
    ...{ game_date: "2025-09-04", start_time: "2025-09-05T00:20:00Z", away_score: 20, home_score: 24 },
    line_score: { away: q(7, 7, 3, 3), home: q(7, 10, 7, 0) },
  }),
  ncaaf: gameRecord({
    ...{ ...shared, sport: "ncaaf", season: 2025, game_id: "cfb1", week: 14, away: "TEX", home: "TAMU" },
    ...{ game_date: "2025-11-28", start_time: "2025-11-29T00:30:00Z", away_score: 34, home_score: 36 },
    line_score: { away: q(7, 7, 7, 7, 6, 0), home: q(14, 0, 7, 7, 6, 2) },
  }),
  nba: gameRecord({
    ...{ ...shared, sport: "nba", season: 2026, game_id: "nba1", away: "NYK", home: "BOS" },
    ...{ game_date: "2026-01-10", start_time: "2026-01-11T00:30:00Z", away_score: 112, home_score: 115 },
    line_score: { away: q(24, 28, 26, 22, 12), home: q(30, 25, 28, 17, 15) },
  }),
  nhl: gameRecord({
    ...{ ...shared, sport: "nhl", season: 2026, game_id: "nhl1", away: "NYR", home: "BOS" },
    ...{ game_date: "2026-01-10", start_time: "2026-01-11T00:00:00Z", away_score: 2, home_score: 3 },
    line_score: { away: q(1, 0, 1, 0, 0), home: q(0, 2, 0, 0, 1) },
  }),
};

const unpriced = { home_odds: null, away_odds: null, over_odds: null, under_odds: null } as const;

/** Makes two captures of every published market of every book; the last books, periods and captures come first. */
export function quotesOf(game: GameRecord): QuoteRecord[] {
  const { sport, home, away, start_time, game_id } = game;
  const base = { sport, home, away, start_time, event_id: `event ${game_id}` };
  const before = (hours: number) => new Date(Date.parse(start_time ?? "") - hours * 3_600_000).toISOString();
  const all = pricedPeriods[sport].flatMap(([period, markets]) =>
    books.flatMap(({ book, book_id }) =>
      [48, 1].flatMap((hours) => {
        const quote = { ...base, period, book, captured_at: before(hours) };
        const price = { over_odds: -105 - book_id, under_odds: -115 + book_id };
        // The spread moves from a pick'em to one point and a half.
        const line = hours === 48 ? -0 : -1.5;
        const moneyline = { home_odds: -120 - book_id, away_odds: 100 + book_id };
        return markets.flatMap((market): QuoteRecord[] => {
          if (market === "moneyline") return [quoteRecord({ ...quote, ...unpriced, market, line: null, ...moneyline })];
          if (market === "spread")
            return [quoteRecord({ ...quote, ...unpriced, market, line, home_odds: 100, away_odds: -120 })];
          if (market === "total")
            return [quoteRecord({ ...quote, ...unpriced, market, line: 6.5 + Math.sign(hours - 1), ...price })];
          return (["home_team_total", "away_team_total"] as const).map((side) =>
            quoteRecord({ ...quote, ...unpriced, market: side, line: 3.5, ...price }),
          );
        });
      }),
    ),
  );
  return all.reverse();
}

const publishedAt = "2026-06-01T12:00:00.000Z";

/** Imports the records and publishes them; every record must be accepted. */
export async function publishRecords(api: TestApi, records: readonly FeedRecord[]): Promise<void> {
  const report = await importItems(api.database, items(...records), publishedAt);
  if (report.refused > 0) throw new Error(JSON.stringify(report.summary()));
  await keepDoubtedOf(api.database, records);
  await publish(api.database, { all: false, acceptRemovals: true, publishedAt });
  await api.shelf.refresh();
}
