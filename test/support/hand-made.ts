/** One hand-made game of each sport, with every published market, which the real import and publish process. */
import { bySport, type Sport } from "../../src/domain/sports.ts";
import type { FeedRecord, GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import type { TestApi } from "./api.ts";
import { keepDoubtedOf } from "./keep-doubted.ts";
import { betKindsOf, type MarketName } from "./oracle/contract.ts";
import { gameRecord, items, quoteRecord } from "./records.ts";
import { sportsByHand } from "./sports.ts";

/** The periods that are priced, `full` for the whole game, and their markets. */
export const pricedPeriods: Readonly<Record<Sport, ReadonlyMap<string, readonly MarketName[]>>> = bySport((sport) => {
  const kinds = Map.groupBy(betKindsOf(sport), ({ period }) => (period === "game" ? "full" : period));
  return new Map([...kinds].map(([period, ofPeriod]) => [period, [...new Set(ofPeriod.map(({ market }) => market))]]));
});

export const books = [
  { book_id: 2, book: "fanduel", book_name: "FanDuel" },
  { book_id: 7, book: "bovada", book_name: "Bovada" },
  { book_id: 10, book: "mybookieag", book_name: "MyBookie.ag" },
] as const;

/** One game per sport. All but the NFL's have overtime, and the NHL's has a shootout. */
export const finals: Readonly<Record<Sport, GameRecord>> = bySport((sport) => {
  const { final } = sportsByHand[sport];
  return gameRecord({ ...final, sport, game_id: `${sport}1`, overtime: null, venue: null, referee: null });
});

/** The ids that those games have in the API. */
export const finalIds: Readonly<Record<Sport, string>> = bySport((sport) => sportsByHand[sport].finalId);

const unpriced = { home_odds: null, away_odds: null, over_odds: null, under_odds: null } as const;

/** Makes two captures of every published market of every book; the last books, periods and captures come first. */
export function quotesOf(game: GameRecord): QuoteRecord[] {
  const { sport, home, away, start_time, game_id } = game;
  const base = { sport, home, away, start_time, event_id: `event ${game_id}` };
  const before = (hours: number) => new Date(Date.parse(start_time ?? "") - hours * 3_600_000).toISOString();
  const all = [...pricedPeriods[sport]].flatMap(([period, markets]) =>
    books.flatMap(({ book, book_id }) =>
      [48, 1].flatMap((hours) => {
        const quote = { ...base, period: period as QuoteRecord["period"], book, captured_at: before(hours) };
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
