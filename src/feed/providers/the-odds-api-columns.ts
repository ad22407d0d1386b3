/**
 * The quotes of one event in columns. Nearly all markets of an answer are alike: two outcomes with whole prices. Those are
 * read here without an object for each, ten times as fast. Every other market, and everything about an event itself, is left
 * to the adapter, whose verdict and words count: what is taken here is what it would have accepted, as it would have.
 */

import { bookByProviderKey } from "../../domain/books.ts";
import { isOdds, isPostedLine, lineRange, type Range } from "../../domain/bounds.ts";
import { clockSkewMs, earliestCaptureMs } from "../../domain/bounds-in-time.ts";
import { seriesKey } from "../../domain/series.ts";
import { isPublishedMarket, type Market, type Sport, sports } from "../../domain/sports.ts";
import type { EventQuotes } from "../feed-item.ts";
import { isObject, type JsonObject } from "../json-text.ts";
import type { QuoteRecord } from "../records.ts";
import { msOfTime, plainTimeMs } from "../utc-times.ts";
import { knownMarket, marketOfKind, publishedMarketKeys } from "./the-odds-api-market.ts";

/** A market of two outcomes. `range` is null for the moneyline. */
type PlainMarket = {
  readonly market: Market;
  /** What it adds to the number of the book's first series. */
  readonly series: number;
  readonly range: Range | null;
};

/** Its series are the positions of period and market alone. */
const noBook = { bookId: 0 };

function plainMarketsOf(sport: Sport): ReadonlyMap<unknown, PlainMarket> {
  return new Map(
    publishedMarketKeys(sport).flatMap((key) => {
      const known = knownMarket(key);
      if (known === null || known.kind === "team_totals") return [];
      const market = marketOfKind[known.kind];
      if (!isPublishedMarket(sport, known.period, market)) return [];
      const range = lineRange(sport, known.period, market);
      if (range === null && market !== "moneyline") return [];
      return [[key, { market, series: seriesKey(noBook, known.period, market), range }] as const];
    }),
  );
}

const plainMarkets = Object.fromEntries(sports.map((sport) => [sport, plainMarketsOf(sport)])) as Readonly<
  Record<Sport, ReadonlyMap<unknown, PlainMarket>>
>;

/** The sides as the provider writes them, and the clock of the import. */
type Sides = { readonly sport: Sport; readonly homeName: string; readonly awayName: string };

const firstCapacity = 256;

export class OddsApiColumns {
  #capacity = firstCapacity;
  #columns = emptyColumns(firstCapacity);
  #count = 0;
  #sides: Sides | null = null;
  #like: QuoteRecord | null = null;
  #earliestMs = 0;
  readonly #latestMs: number;
  /** The number of the book's first series; null where the adapter has to read the book. */
  #firstSeries: number | null = null;
  #bookUpdate: unknown = null;

  /** @param nowMs the clock of the import. */
  constructor(nowMs: number) {
    this.#latestMs = nowMs + clockSkewMs;
  }

  /**
   * Begins an event. Nothing of it is taken before the adapter has accepted one of its quotes.
   * @param sides null: nothing is taken, since the adapter has a problem with the event.
   */
  beginEvent(sides: Sides | null): void {
    this.#count = 0;
    this.#like = null;
    this.#sides = sides;
  }

  beginBook(key: string, update: unknown): void {
    const book = bookByProviderKey(key);
    this.#firstSeries = book === null ? null : seriesKey(book, "full", "moneyline");
    this.#bookUpdate = update;
  }

  /** A quote of the event that passed every check: whatever it shares with the others is sound. */
  learn(quote: QuoteRecord): void {
    if (this.#like !== null || quote.start_time === null) return;
    this.#like = quote;
    this.#earliestMs = earliestCaptureMs(msOfTime(quote.start_time));
  }

  /** Takes a market of the book; false when it is one for the adapter. */
  take(market: JsonObject): boolean {
    if (this.#firstSeries === null || this.#like === null || this.#sides === null) return false;
    const { sport, homeName, awayName } = this.#sides;
    const known = plainMarkets[sport].get(market.key);
    const { outcomes } = market;
    if (known === undefined || !Array.isArray(outcomes) || outcomes.length !== 2) return false;
    const timeMs = plainTimeMs(market.last_update ?? this.#bookUpdate);
    // Not a number is neither.
    if (!(timeMs >= this.#earliestMs && timeMs <= this.#latestMs)) return false;
    const isTotal = known.market === "total";
    const firstName = isTotal ? "Over" : homeName;
    const secondName = isTotal ? "Under" : awayName;
    let first: unknown = outcomes[0];
    let second: unknown = outcomes[1];
    if (!isObject(first) || !isObject(second)) return false;
    if (first.name !== firstName) [first, second] = [second, first];
    if (!isObject(first) || !isObject(second) || first.name !== firstName || second.name !== secondName) return false;
    const { price: firstPrice } = first;
    const { price: secondPrice } = second;
    if (!isPlainPrice(firstPrice) || !isPlainPrice(secondPrice)) return false;
    const line = known.range === null ? Number.NaN : plainLine(first.point, second.point, known.range, isTotal);
    if (line === null) return false;
    this.#push(this.#firstSeries + known.series, timeMs, line, firstPrice, secondPrice);
    return true;
  }

  /** The quotes of the event; null when none were taken. */
  end(): EventQuotes | null {
    if (this.#count === 0 || this.#like === null) return null;
    return { like: this.#like, count: this.#count, columns: this.#columns };
  }

  #push(series: number, timeMs: number, line: number, first: number, second: number): void {
    if (this.#count === this.#capacity) this.#grow();
    const at = this.#count;
    this.#columns.series[at] = series;
    this.#columns.times[at] = timeMs;
    this.#columns.lines[at] = line;
    this.#columns.firstPrices[at] = first;
    this.#columns.secondPrices[at] = second;
    this.#count = at + 1;
  }

  #grow(): void {
    this.#capacity *= 2;
    const grown = emptyColumns(this.#capacity);
    grown.series.set(this.#columns.series);
    grown.times.set(this.#columns.times);
    grown.lines.set(this.#columns.lines);
    grown.firstPrices.set(this.#columns.firstPrices);
    grown.secondPrices.set(this.#columns.secondPrices);
    this.#columns = grown;
  }
}

function emptyColumns(count: number): EventQuotes["columns"] {
  return {
    series: new Uint32Array(count),
    times: new Float64Array(count),
    lines: new Float64Array(count),
    firstPrices: new Int32Array(count),
    secondPrices: new Int32Array(count),
  };
}

/** Neither a mark for "off the board" nor a price that is written another way [D-13]. */
function isPlainPrice(price: unknown): price is number {
  return typeof price === "number" && isOdds(price) && price !== 9999 && price !== -100;
}

/** The line that two outcomes agree about; null when it is one for the adapter. */
function plainLine(first: unknown, second: unknown, range: Range, isTotal: boolean): number | null {
  if (typeof first !== "number" || typeof second !== "number") return null;
  if (first !== (isTotal ? second : -second) || (isTotal && first <= 0)) return null;
  return isPostedLine(first, range) ? first + 0 : null; // -0 + 0 is 0 [D-15]
}
