/** The quotes of one import, gathered by the event that they price. */
import { bookByProviderKey } from "../domain/books.ts";
import { type PairKey, pairOf } from "../domain/pairs.ts";
import { seriesKey } from "../domain/series.ts";
import type { QuoteRecord } from "../feed/records.ts";
import { msOfTime } from "../feed/utc-times.ts";
import { CaptureList } from "./captures.ts";
import { compareStated, laterOf, type StatedStart } from "./stated-starts.ts";

/** Captures of one event as an import brings them. */
export type IncomingEvent = StatedStart & {
  /** When it was listed last; null where the provider does not say. */
  readonly seenMs: number | null;
  /** Any quote of the event: it names the provider, the event and its sides. */
  readonly quote: QuoteRecord;
  readonly pair: PairKey;
  readonly captures: CaptureList;
};

/** An import brings millions of quotes: adding one asks no database, and makes little garbage. */
export class IncomingEvents {
  readonly #events = new Map<string, IncomingEvent>();
  /** The quotes of an event mostly come one after another. */
  #last: IncomingEvent | null = null;

  add(quote: QuoteRecord): void {
    const book = bookByProviderKey(quote.book);
    if (book === null) throw new RangeError(`the feed let the unknown book "${quote.book}" through`);
    this.#eventOf(quote).captures.add(
      seriesKey(book, quote.period, quote.market),
      timeOf(quote),
      quote.line,
      quote.home_odds ?? quote.over_odds,
      quote.away_odds ?? quote.under_odds,
    );
  }

  /** The event of a quote, with the start that this quote states where that counts. */
  #eventOf(quote: QuoteRecord): IncomingEvent {
    const last = this.#last;
    const isSame = last !== null && isQuoteOf(last, quote);
    if (isSame && isOfOneAnswer(last.quote, quote)) return last;
    const key = `${quote.provider}\n${quote.sport}\n${quote.event_id}\n${quote.home}\n${quote.away}`;
    const known = isSame ? last : this.#events.get(key);
    const event = withStatement(known ?? newEvent(quote), quote);
    if (event !== known) this.#events.set(key, event);
    this.#last = event;
    return event;
  }

  byPair(): Map<PairKey, IncomingEvent[]> {
    return Map.groupBy(this.#events.values(), (event) => event.pair);
  }
}

function isQuoteOf({ quote: known }: IncomingEvent, quote: QuoteRecord): boolean {
  return (
    known.event_id === quote.event_id &&
    known.home === quote.home &&
    known.away === quote.away &&
    known.sport === quote.sport &&
    known.provider === quote.provider
  );
}

/** Whether two quotes of an event state the same of it. */
function isOfOneAnswer(one: QuoteRecord, other: QuoteRecord): boolean {
  return (
    one.start_time === other.start_time &&
    one.game_date === other.game_date &&
    one.seen_at === other.seen_at &&
    (one.seen_at !== null || one.captured_at === other.captured_at)
  );
}

function newEvent(quote: QuoteRecord): IncomingEvent {
  return {
    quote,
    pair: pairOf(quote),
    ...statedBy(quote),
    seenMs: msOrNull(quote.seen_at),
    captures: new CaptureList(),
  };
}

/** The same object comes back when the quote says nothing new of its event. */
function withStatement(event: IncomingEvent, quote: QuoteRecord): IncomingEvent {
  const seenMs = laterOf(event.seenMs, msOrNull(quote.seen_at));
  const stated = statedBy(quote);
  if (compareStated(stated, event) > 0) return { ...event, ...stated, seenMs };
  return seenMs === event.seenMs ? event : { ...event, seenMs };
}

/** A book shows a line before an answer tells of it: without a time of the answer, that of the line is the nearest to it. */
function statedBy({ game_date, start_time, seen_at, captured_at }: QuoteRecord): StatedStart {
  return { gameDate: game_date, startMs: msOrNull(start_time), startStatedMs: msOrNull(seen_at ?? captured_at) };
}

function msOrNull(time: string | null): number | null {
  return time === null ? null : msOfTime(time);
}

function timeOf(quote: QuoteRecord): number {
  if (quote.stated === "open") return Number.NEGATIVE_INFINITY;
  if (quote.stated === "close") return Number.POSITIVE_INFINITY;
  return msOfTime(quote.captured_at ?? "");
}
