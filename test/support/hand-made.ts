/** One hand-made game of each sport, with every published market, which the real import and publish process. */
import type { Database } from "../../src/database/engine.ts";
import { bySport, type Sport } from "../../src/domain/sports.ts";
import type { FeedRecord, GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import type { TestApi } from "./api.ts";
import { keepDoubtedOf } from "./keep-doubted.ts";
import { betKindsOf, type MarketName } from "./oracle/contract.ts";
import { gameRecord, items, quoteOf } from "./records.ts";
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

/** Makes two captures of every published market of every book; the last books, periods and captures come first. */
export function quotesOf(game: GameRecord): QuoteRecord[] {
  const all = [...pricedPeriods[game.sport]].flatMap(([period, markets]) =>
    books.flatMap(({ book, book_id }) =>
      [48, 1].flatMap((hours) => {
        const quote = (market: QuoteRecord["market"], shown: Parameters<typeof quoteOf>[4]) =>
          quoteOf(game, book, [period as QuoteRecord["period"], market], hours * 60, shown);
        const [over, under] = [-105 - book_id, -115 + book_id];
        return markets.flatMap((market): QuoteRecord[] => {
          if (market === "moneyline") return [quote(market, [null, -120 - book_id, 100 + book_id])];
          // The spread moves from a pick'em to one point and a half.
          if (market === "spread") return [quote(market, [hours === 48 ? -0 : -1.5, 100, -120])];
          if (market === "total") return [quote(market, [6.5 + Math.sign(hours - 1), over, under])];
          return [quote("home_team_total", [3.5, over, under]), quote("away_team_total", [3.5, over, under])];
        });
      }),
    ),
  );
  return all.reverse();
}

/** Imports the records and publishes them; every record must be accepted. */
export async function publishInto(database: Database, records: readonly FeedRecord[]): Promise<void> {
  const publishedAt = "2026-06-01T12:00:00.000Z";
  const report = await importItems(database, items(...records), publishedAt);
  if (report.refusedCount > 0) throw new Error(JSON.stringify(report));
  await keepDoubtedOf(database, records);
  await publish(database, { all: false, acceptRemovals: true, publishedAt });
}

/** The same, and the API serves it. */
export async function publishRecords({ database, shelf }: TestApi, records: readonly FeedRecord[]): Promise<void> {
  await publishInto(database, records);
  await shelf.refresh();
}
