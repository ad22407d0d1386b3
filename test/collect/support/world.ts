/** A small world of providers: NBA games that are scheduled, priced and played as its time passes. */
import type { FeedRecord, GameRecord, QuoteRecord } from "../../../src/feed/records.ts";
import { gameRecord, quoteRecord } from "../../support/records.ts";
import { scheduledGame } from "./collecting.ts";
import type { Reply } from "./scripted.ts";

type Fixture = {
  readonly id: string;
  readonly start: string;
  readonly date: string;
  readonly home: string;
  readonly away: string;
};

const fixtures: readonly Fixture[] = [
  { id: "g1", start: "2025-01-11T00:00:00Z", date: "2025-01-10", home: "BOS", away: "NYK" },
  { id: "g2", start: "2025-01-11T00:30:00Z", date: "2025-01-10", home: "LAL", away: "DEN" },
  { id: "g3", start: "2025-01-12T01:00:00Z", date: "2025-01-11", home: "MIA", away: "CHI" },
];

/** Games last so long. */
const playMs = 2.5 * 3_600_000;

function recordOf({ id, start, date, home, away }: Fixture, nowMs: number): GameRecord {
  const about = { provider: "espn", game_id: id, start_time: start, game_date: date, home, away };
  if (nowMs < Date.parse(start) + playMs) return scheduledGame(about);
  return gameRecord({ ...about, referee: null });
}

function quotesOf({ id, start, home, away }: Fixture, nowMs: number): QuoteRecord[] {
  const minutes = Math.floor((Date.parse(start) - nowMs) / 60_000);
  const at = new Date(nowMs - 10_000).toISOString();
  const about = { event_id: `e-${id}`, start_time: start, seen_at: at, captured_at: at, home, away };
  return ["draftkings", "fanduel"].map((book, index) => {
    const line = -((minutes % 20) / 2 + index + 1);
    return quoteRecord({ ...about, book, line });
  });
}

/** What a provider says at a moment, by the label of the request. */
export function worldReply(label: string, nowMs: number): Reply {
  const [provider, sport, first = "", last = ""] = label.split(" ");
  if (sport !== "nba") return [];
  if (provider === "odds") {
    const open = fixtures.filter(({ start }) => Date.parse(start) > nowMs);
    const wanted = first === "event" ? open.filter(({ id }) => `e-${id}` === last) : open;
    return wanted.flatMap((fixture) => quotesOf(fixture, nowMs)).map((quote) => ofPeriod(quote, first === "event"));
  }
  const asked = first === "game" ? fixtures.filter(({ id }) => id === last) : fixtures.filter(isBetween(first, last));
  const records: FeedRecord[] = asked.map((fixture) => recordOf(fixture, nowMs));
  return first === "game" ? records.map((record) => ({ ...record, referee: "B. Referee" }) as FeedRecord) : records;
}

function ofPeriod(quote: QuoteRecord, isEvent: boolean): QuoteRecord {
  return isEvent ? { ...quote, period: "1h", line: (quote.line ?? 0) / 2 > -1 ? -1 : -2 } : quote;
}

function isBetween(from: string, to: string): (fixture: Fixture) => boolean {
  return ({ date }) => date >= from && date <= to;
}
