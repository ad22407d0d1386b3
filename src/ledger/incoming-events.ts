/** The quotes of one import, gathered by the event that they price. */
import { bookByProviderKey } from "../domain/books.ts";
import { type PairKey, pairOf } from "../domain/pairs.ts";
import type { QuoteRecord } from "../feed/records.ts";
import { CaptureList, seriesKey } from "./captures.ts";

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

  add(quote: QuoteRecord): void {
    const key = `${quote.provider}\n${quote.sport}\n${quote.event_id}\n${quote.home}\n${quote.away}`;
    const stated: StatedStart = {
      startMs: quote.start_time === null ? null : Date.parse(quote.start_time),
      seenMs: quote.seen_at === null ? null : Date.parse(quote.seen_at),
    };
    let event = this.#events.get(key);
    if (event === undefined) {
      event = { quote, pair: pairOf(quote), ...stated, captures: new CaptureList() };
      this.#events.set(key, event);
    } else if (isLaterStart(stated, event)) {
      event = { ...event, ...stated };
      this.#events.set(key, event);
    }
    const book = bookByProviderKey(quote.book);
    if (book === null) throw new RangeError(`the feed let the unknown book "${quote.book}" through`);
    event.captures.add(
      seriesKey(book, quote.period, quote.market),
      timeOf(quote),
      quote.line,
      quote.home_odds ?? quote.over_odds,
      quote.away_odds ?? quote.under_odds,
    );
  }

  byPair(): Map<PairKey, IncomingEvent[]> {
    return Map.groupBy(this.#events.values(), (event) => event.pair);
  }
}

function timeOf(quote: QuoteRecord): number {
  if (quote.stated === "open") return Number.NEGATIVE_INFINITY;
  if (quote.stated === "close") return Number.POSITIVE_INFINITY;
  return Date.parse(quote.captured_at ?? "");
}

/** The start that was seen last counts; of two that were seen at once, the later start, so that order cannot matter. */
export function isLaterStart(stated: StatedStart, known: StatedStart): boolean {
  if (stated.startMs === null) return false;
  if (known.startMs === null) return true;
  const [seen, knownSeen] = [stated.seenMs ?? 0, known.seenMs ?? 0];
  return seen > knownSeen || (seen === knownSeen && stated.startMs > known.startMs);
}
