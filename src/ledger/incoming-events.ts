/** The quotes of one import, gathered by the event that they price. */
import { bookByProviderKey } from "../domain/books.ts";
import { type PairKey, pairOf } from "../domain/pairs.ts";
import { seriesKey } from "../domain/series.ts";
import type { QuoteRecord } from "../feed/records.ts";
import { msOfTime } from "../feed/utc-times.ts";
import { CaptureList } from "./captures.ts";

/** The start that a provider states of an event, and the time at which it was seen. Both are epoch milliseconds. */
type StatedStart = { readonly startMs: number | null; readonly seenMs: number | null };

/** Captures of one event as an import brings them. */
export type IncomingEvent = StatedStart & {
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
    if (isSame && last.quote.start_time === quote.start_time && last.quote.seen_at === quote.seen_at) return last;
    const key = `${quote.provider}\n${quote.sport}\n${quote.event_id}\n${quote.home}\n${quote.away}`;
    const known = isSame ? last : this.#events.get(key);
    const stated: StatedStart = {
      startMs: quote.start_time === null ? null : msOfTime(quote.start_time),
      seenMs: quote.seen_at === null ? null : msOfTime(quote.seen_at),
    };
    const event = withStart(known ?? { quote, pair: pairOf(quote), ...stated, captures: new CaptureList() }, stated);
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

function withStart(event: IncomingEvent, stated: StatedStart): IncomingEvent {
  return isLaterStart(stated, event) ? { ...event, ...stated } : event;
}

function timeOf(quote: QuoteRecord): number {
  if (quote.stated === "open") return Number.NEGATIVE_INFINITY;
  if (quote.stated === "close") return Number.POSITIVE_INFINITY;
  return msOfTime(quote.captured_at ?? "");
}

/** The start that was seen last counts; of two that were seen at once, the later start, so that order cannot matter. */
export function isLaterStart(stated: StatedStart, known: StatedStart): boolean {
  if (stated.startMs === null) return false;
  if (known.startMs === null) return true;
  const [seen, knownSeen] = [stated.seenMs ?? 0, known.seenMs ?? 0];
  return seen > knownSeen || (seen === knownSeen && stated.startMs > known.startMs);
}
