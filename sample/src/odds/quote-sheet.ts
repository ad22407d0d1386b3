/** Gathers the quotes of a game, and remembers the prices of the book at hand, so that only changes are captured. */
import { sampleProvider } from "../../../src/domain/providers.ts";
import { type Market, markets, type OddsPeriod, oddsPeriods } from "../../../src/domain/sports.ts";
import { clubOfSeason } from "../../../src/domain/teams/successions.ts";
import type { QuoteRecord } from "../../../src/feed/records.ts";
import { dateOf, isoOf } from "../calendar.ts";
import type { Fixture } from "../fixture.ts";
import type { Priced } from "./lines.ts";

const marketIndexes = Object.fromEntries(markets.map((market, at) => [market, at])) as Record<Market, number>;
const periodIndexes = Object.fromEntries(oddsPeriods.map((period, at) => [period, at * markets.length])) as Record<
  OddsPeriod,
  number
>;

/** A line of the book at hand: how it began, how it looks now, and how often it was captured. */
type Shown = {
  readonly firstMs: number;
  readonly first: Priced;
  lastMs: number;
  last: Priced;
  captures: number;
};

/** A capture of the book at hand and where it belongs. */
export type ShownLine = Readonly<Shown> & { readonly period: OddsPeriod; readonly market: Market };

export class QuoteSheet {
  readonly quotes: QuoteRecord[] = [];
  readonly #fixture: Fixture;
  readonly #id: string;
  readonly #gameDate: string;
  readonly #startTime: string;
  /** By period and market; null before the book shows it. */
  readonly #shown: (Shown | null)[] = Array.from({ length: oddsPeriods.length * markets.length }, () => null);
  #book = "";
  #timeMs = 0;
  #time = "";

  constructor(fixture: Fixture, id: string) {
    this.#fixture = fixture;
    this.#id = id;
    this.#gameDate = dateOf(fixture.day);
    this.#startTime = isoOf(fixture.startMs);
  }

  startBook(slug: string): void {
    this.#book = slug;
    this.#shown.fill(null);
  }

  /** The line that the book shows so far; null before its first. */
  lineOf(period: OddsPeriod, market: Market): number | null {
    return this.#shown[indexOf(period, market)]?.last.line ?? null;
  }

  /** What the book shows so far. */
  *lines(): Generator<ShownLine> {
    for (const [periodIndex, period] of oddsPeriods.entries()) {
      for (const [marketIndex, market] of markets.entries()) {
        const shown = this.#shown[periodIndex * markets.length + marketIndex];
        if (shown != null) yield { ...shown, period, market };
      }
    }
  }

  /** Captures a market, unless the book shows the very same already and `isNewsOnly`. */
  add(timeMs: number, period: OddsPeriod, market: Market, priced: Priced, isNewsOnly: boolean): void {
    const before = this.#shown[indexOf(period, market)]?.last;
    const isNews = before?.line !== priced.line || before.first !== priced.first || before.second !== priced.second;
    if (!isNews && isNewsOnly) return;
    this.#remember(timeMs, period, market, priced);
    this.#push(timeMs, period, market, priced.line, priced.first, priced.second);
  }

  /** Captures what the book showed between two captures that are here already. */
  addBetween(timeMs: number, { period, market }: ShownLine, { line, first, second }: Priced): void {
    this.#push(timeMs, period, market, line, first, second);
  }

  /** Captures a line whose prices were not kept. */
  addUnpriced(timeMs: number, period: OddsPeriod, market: Market, priced: Priced): void {
    this.#remember(timeMs, period, market, priced);
    this.#push(timeMs, period, market, priced.line, null, null);
  }

  #remember(timeMs: number, period: OddsPeriod, market: Market, priced: Priced): void {
    const index = indexOf(period, market);
    const shown = this.#shown[index];
    if (shown == null) {
      this.#shown[index] = { firstMs: timeMs, first: priced, lastMs: timeMs, last: priced, captures: 1 };
    } else {
      shown.lastMs = timeMs;
      shown.last = priced;
      shown.captures += 1;
    }
  }

  #push(
    timeMs: number,
    period: OddsPeriod,
    market: Market,
    line: number | null,
    first: number | null,
    second: number | null,
  ): void {
    if (timeMs !== this.#timeMs) {
      this.#timeMs = timeMs;
      this.#time = isoOf(timeMs);
    }
    const time = this.#time;
    const isTotal = market !== "moneyline" && market !== "spread";
    this.quotes.push({
      type: "quote",
      provider: sampleProvider,
      sport: this.#fixture.sport,
      event_id: this.#id,
      home: clubOfSeason(this.#fixture.sport, this.#fixture.home, this.#fixture.season),
      away: clubOfSeason(this.#fixture.sport, this.#fixture.away, this.#fixture.season),
      game_date: this.#gameDate,
      start_time: this.#startTime,
      seen_at: time,
      book: this.#book,
      period,
      market,
      captured_at: time,
      stated: null,
      line,
      home_odds: isTotal ? null : first,
      away_odds: isTotal ? null : second,
      over_odds: isTotal ? first : null,
      under_odds: isTotal ? second : null,
    });
  }
}

function indexOf(period: OddsPeriod, market: Market): number {
  return periodIndexes[period] + marketIndexes[market];
}
