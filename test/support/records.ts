/**
 * Games and quotes as feed records, said in a few words: a Boston-New York game with the fields that a test changes, and one hand-made game
 * of each sport with every published market. The real import and publish process them.
 */
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { doubtNames } from "../../src/domain/evidence.ts";
import { gameId } from "../../src/domain/game-ids.ts";
import { bySport, type Sport } from "../../src/domain/sports.ts";
import { type FeedRecord, type GameRecord, nothingStated, type QuoteRecord } from "../../src/feed/records.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { insertDoubtDecisions, keptRule } from "../../src/ledger/decisions.ts";
import { importItems } from "../../src/ledger/import.ts";
import { dateOfGame } from "../../src/ledger/records.ts";
import type { LedgerTables } from "../../src/ledger/tables.ts";
import { publish } from "../../src/publish/publish.ts";
import { betKindsOf, type MarketName } from "../oracle/computed/contract.ts";
import { sportsByHand } from "./sports.ts";

/** A final NBA game. On another date it starts at the same hour, and its quarters are others. In baseball and hockey it has a score usual there. */
export function gameRecord(changes: Partial<GameRecord> = {}): GameRecord {
  const isLowScoring = changes.sport === "mlb" || changes.sport === "nhl";
  const date = Temporal.PlainDate.from(changes.game_date ?? "2025-01-10");
  // Two games of one pair with the same points in every quarter would be one game that is stated twice.
  const shift = date.day - 10;
  return {
    ...nothingStated,
    type: "game",
    provider: "canonical",
    game_id: "g1",
    sport: "nba",
    season: 2025,
    season_type: "regular",
    game_date: "2025-01-10",
    start_time: `${date.add({ days: 1 })}T00:30:00Z`,
    status: "final",
    home: "BOS",
    away: "NYK",
    neutral_site: false,
    overtime: false,
    home_score: isLowScoring ? 5 : 110,
    away_score: isLowScoring ? 4 : 104,
    line_score: isLowScoring ? null : { home: [30 + shift, 25 - shift, 28, 27], away: [24, 28, 26, 26] },
    venue: { venue_id: "td-garden", name: "TD Garden", city: "Boston", indoor: true },
    referee: "A. Referee",
    ...changes,
  };
}

export function quoteRecord(changes: Partial<QuoteRecord> = {}): QuoteRecord {
  return {
    type: "quote",
    provider: "the-odds-api",
    sport: "nba",
    event_id: "e1",
    home: "BOS",
    away: "NYK",
    game_date: null,
    start_time: "2025-01-11T00:30:00Z",
    seen_at: null,
    book: "draftkings",
    period: "full",
    market: "spread",
    captured_at: "2025-01-10T15:00:00Z",
    stated: null,
    line: -5.5,
    home_odds: -110,
    away_odds: -110,
    over_odds: null,
    under_odds: null,
    ...changes,
  };
}

/** Minutes before the start, or what is stated without a time. */
type When = number | "open" | "close";
type Price = number | null;

/** What a book showed of a game: the line, then the price of home or over, then that of away or under. */
export function quoteOf(
  { sport, home, away, game_id, start_time }: GameRecord,
  book: string,
  [period, market]: readonly [QuoteRecord["period"], QuoteRecord["market"]],
  when: When,
  [line, first, second]: readonly [line: number | null, first: Price, second: Price],
): QuoteRecord {
  const isSided = market === "moneyline" || market === "spread";
  const isTimed = typeof when === "number";
  const captured_at = isTimed ? new Date(Date.parse(start_time ?? "") - when * 60_000).toISOString() : null;
  return quoteRecord({
    ...{ sport, home, away, start_time, event_id: `event ${game_id}`, book, period, market, line },
    ...{ captured_at, stated: isTimed ? null : when },
    ...{ home_odds: isSided ? first : null, away_odds: isSided ? second : null },
    ...{ over_odds: isSided ? null : first, under_odds: isSided ? null : second },
  });
}

export function items(...records: readonly FeedRecord[]): FeedItem[] {
  return records.map((record) => ({ record }));
}

/** The periods that are priced, `full` for the whole game, and their markets. */
const pricedPeriods: Readonly<Record<Sport, ReadonlyMap<string, readonly MarketName[]>>> = bySport((sport) => {
  const kinds = Map.groupBy(betKindsOf(sport), ({ period }) => (period === "game" ? "full" : period));
  return new Map([...kinds].map(([period, ofPeriod]) => [period, [...new Set(ofPeriod.map(({ market }) => market))]]));
});

const books = [
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
export async function publishRecords(
  { database, shelf }: { readonly database: Database; readonly shelf: { refresh(): Promise<unknown> } },
  records: readonly FeedRecord[],
): Promise<void> {
  await publishInto(database, records);
  await shelf.refresh();
}

export async function keepDoubted(database: Database, ...gameIds: readonly string[]): Promise<void> {
  const tables = tablesOf<LedgerTables>(database.kysely);
  const decisions = gameIds.flatMap((id) =>
    doubtNames.filter((rule) => rule !== "dropped").map((rule) => keptRule(id, rule, "2025-01-01T00:00:00.000Z")),
  );
  await insertDoubtDecisions(tables, decisions);
}

/** The same of all games among some records. */
export async function keepDoubtedOf(database: Database, records: readonly FeedRecord[]): Promise<void> {
  const ids = records.flatMap((record) => {
    const gameDate = record.type === "game" ? dateOfGame(record) : null;
    if (record.type !== "game" || gameDate === null) return [];
    const { sport, away, home } = record;
    return [1, 2].map((gameNumber) => gameId({ sport, gameDate, away, home, gameNumber }));
  });
  await keepDoubted(database, ...ids);
}
