/** Games of real data as the oracle reads them: canonical records and quotes, put together apart from src/. */
import type { Game } from "../../../src/contract/lists/games.ts";
import type { GameRecord, QuoteRecord } from "../../../src/feed/records.ts";
import { gameOf, inOrder, type OracleGame } from "./game.ts";
import { type Capture, captureOf } from "./quotes.ts";

const hourMs = 3_600_000;
/** An event whose last stated start is nearer than this to a game of the same teams prices that game. */
const nearMs = 12 * hourMs;

/**
 * Identity, date and start are the published ones, which tests of each sport hold to the raw files; scores, periods and
 * lines come from the records.
 *
 * @param published of one sport. @param records final games of one provider. @param quotes of one provider.
 */
export function realGames(
  published: readonly Game[],
  records: readonly GameRecord[],
  quotes: readonly QuoteRecord[],
): OracleGame[] {
  const recordsOfPair = Map.groupBy(records, ({ home, away }) => pairOf(home, away));
  const eventsOfPair = eventsByPair(quotes);
  const games = published.map((game): OracleGame => {
    const { game_date, start_time } = game;
    const startMs = Date.parse(start_time);
    const [home, away] = [game.home.abbreviation ?? "", game.away.abbreviation ?? ""];
    const pair = pairOf(home, away);
    const record = recordsOfPair.get(pair)?.find((each) => each.home === home && isOfDay(each, game_date, startMs));
    if (record === undefined) throw new Error(`no record is of ${game.game_id}`);
    const events = (eventsOfPair.get(pair) ?? []).filter((event) => isOf(event, startMs, game_date));
    const captures = events.flatMap((event) => event.quotes.map((quote) => seenFrom(home, quote)));
    const eventIds = events.filter(({ provider }) => provider === "the-odds-api").map(({ id }) => id);
    return gameOf({ ...record, game_date, start_time, actual_start_time: start_time }, captures, eventIds);
  });
  return inOrder(games);
}

/** A provider that states no slate date states the start. */
function isOfDay(record: GameRecord, date: string, startMs: number): boolean {
  return record.game_date === null ? Date.parse(record.start_time ?? "") === startMs : record.game_date === date;
}

function pairOf(home: string, away: string): string {
  return [home, away].sort().join(" ");
}

type PricedEvent = {
  readonly provider: string;
  readonly id: string;
  readonly startMs: number | null;
  readonly date: string | null;
  readonly quotes: readonly QuoteRecord[];
};

function eventsByPair(quotes: readonly QuoteRecord[]): Map<string, PricedEvent[]> {
  const byEvent = Map.groupBy(quotes, ({ event_id, home, away }) => `${event_id} ${home} ${away}`);
  const events = [...byEvent.values()].map((ofEvent) => {
    const [first] = ofEvent as [QuoteRecord];
    const latest = ofEvent.reduce((a, b) => ((b.seen_at ?? "") > (a.seen_at ?? "") ? b : a), first);
    const startMs = latest.start_time === null ? null : Date.parse(latest.start_time);
    const { provider, event_id: id } = first;
    return { pair: pairOf(first.home, first.away), provider, id, startMs, date: latest.game_date, quotes: ofEvent };
  });
  return Map.groupBy(events, ({ pair }) => pair);
}

function isOf({ startMs, date }: PricedEvent, gameStartMs: number, gameDate: string): boolean {
  return startMs === null ? date === gameDate : Math.abs(startMs - gameStartMs) < nearMs;
}

const otherSide = {
  moneyline: "moneyline",
  spread: "spread",
  total: "total",
  home_team_total: "away_team_total",
  away_team_total: "home_team_total",
} as const;

/** On neutral sites, providers differ about which side is at home. */
function seenFrom(home: string, quote: QuoteRecord): Capture {
  const capture = captureOf(quote);
  if (quote.home === home) return capture;
  const market = otherSide[capture.market];
  const { line, first, second } = capture;
  if (capture.market === "moneyline" || capture.market === "spread") {
    return { ...capture, market, line: line === null ? null : 0 - line, first: second, second: first };
  }
  return { ...capture, market };
}
