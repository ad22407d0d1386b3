/** This file tells what became of the captures of a game, and which capture each published line is. Pure. */
import { consensus, median } from "../../domain/consensus.ts";
import { isoTime } from "../../domain/durations.ts";
import { plainQuote, type Quote } from "../../domain/fold.ts";
import { seriesKey, seriesParts } from "../../domain/series.ts";
import type { OddsPeriod } from "../../domain/sports.ts";
import type { Captures } from "../../ledger/captures.ts";
import type { BookPeriod, EventCaptures } from "../../publish/grade/lines.ts";

const moments = ["open", "close"] as const;

/**
 * The captures of each book for each market and period, by what became of them.
 * @param startMs null when nobody knows the start; then no capture is late.
 */
export function explainSeries(events: readonly EventCaptures[], startMs: number | null) {
  const counts = new Map<number, Counts>();
  const countsOf = (key: number): Counts => {
    const known = counts.get(key) ?? { taken: 0, late: 0, untimed: 0, first: null, last: null };
    counts.set(key, known);
    return known;
  };
  for (const { captures } of events) {
    for (const [index, key] of captures.series.entries()) {
      count(countsOf(key), captures.times[index] as number, startMs ?? Number.POSITIVE_INFINITY);
    }
  }
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([key, { taken, late, untimed, first, last }]) => {
      const { book, period, market } = seriesParts(key);
      return {
        book: book.slug,
        /** False for books that are not published. */
        us_facing: book.usFacing,
        period,
        market,
        /** Captured before the start. */
        taken,
        at_or_after_start: late,
        /** Openings and closings that a provider states without a time. */
        untimed,
        first_taken_at: isoTime(first),
        last_taken_at: isoTime(last),
      };
    });
}

type Counts = {
  taken: number;
  late: number;
  untimed: number;
  first: number | null;
  last: number | null;
};

function count(counts: Counts, timeMs: number, startMs: number): void {
  if (!Number.isFinite(timeMs)) counts.untimed++;
  else if (timeMs >= startMs) counts.late++;
  else {
    counts.taken++;
    counts.first = Math.min(counts.first ?? timeMs, timeMs);
    counts.last = Math.max(counts.last ?? timeMs, timeMs);
  }
}

export type ExplainedLine = ReturnType<typeof explainLines>[number];

/** Every published opening and closing, with the events that its capture is of. */
export function explainLines(lines: ReadonlyMap<OddsPeriod, readonly BookPeriod[]>, events: readonly EventCaptures[]) {
  return [...lines].flatMap(([period, books]) =>
    books.flatMap(({ book, markets }) =>
      (Object.keys(markets) as (keyof typeof markets)[]).flatMap((market) =>
        moments.flatMap((moment) => {
          const settled = markets[market]?.[moment] ?? null;
          if (settled === null) return [];
          const { timeMs } = settled;
          const time = timeMs ?? (moment === "open" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY);
          const key = seriesKey(book, period, market);
          const sources = events
            .filter(({ captures }) => hasCapture(captures, key, time, settled))
            .map(({ event }) => `${event.provider} ${event.eventId}`);
          return [
            {
              book: book.slug,
              period,
              market,
              moment,
              ...plainQuote(settled),
              captured_at: isoTime(timeMs),
              /** As `provider event`. */
              events: sources,
              /** Quotes of the same book for the same moment that do not count. */
              others: settled.others.map(plainQuote),
            },
          ];
        }),
      ),
    ),
  );
}

function hasCapture(captures: Captures, key: number, timeMs: number, { line, first, second }: Quote): boolean {
  return captures.series.some(
    (series, index) =>
      series === key &&
      captures.times[index] === timeMs &&
      (captures.firstPrices[index] || null) === first &&
      (captures.secondPrices[index] || null) === second &&
      (line === null ? Number.isNaN(captures.lines[index]) : captures.lines[index] === line),
  );
}

/** The consensus of the full game, with the books that voted for each line. */
export function explainConsensus(books: readonly BookPeriod[]) {
  const agreed = consensus(books);
  if (agreed === null) return [];
  return (["moneyline", "spread", "total"] as const).flatMap((market) =>
    moments.map((moment) => {
      const posted = books.flatMap(({ book, markets }) => {
        const quote = markets[market]?.[moment] ?? null;
        return quote === null || (market !== "moneyline" && quote.line === null) ? [] : [{ book: book.slug, quote }];
      });
      const votes = [...Map.groupBy(posted, ({ quote }) => quote.line)]
        .map(([line, on]) => ({ line, books: on.map(({ book }) => book) }))
        .sort((a, b) => b.books.length - a.books.length || (a.line ?? 0) - (b.line ?? 0));
      const shown = posted.flatMap(({ quote: { line } }) => (line === null ? [] : [line]));
      const quote = plainQuote(agreed[market][moment]);
      // Of the lines of all books; null for a moneyline, and where nobody posted the market.
      return { market, moment, ...quote, median: shown.length === 0 ? null : median(shown), votes };
    }),
  );
}
