/** Folds the captures of a game to the lines of each book, and renders those as the members that callers see. */

import type { MoneylineSet, SpreadSet, TotalSet } from "../../contract/rows/book-members.ts";
import type { BookOdds, Consensus, PeriodOdds } from "../../contract/rows/game.ts";
import type { OddsRow } from "../../contract/rows/odds.ts";
import type { Book } from "../../domain/books.ts";
import type { BookMarkets, ConsensusQuotes } from "../../domain/consensus.ts";
import { decidingMoments, type Moment, type OpenClose, type Quote } from "../../domain/fold.ts";
import { type SettledQuote, settleMoments } from "../../domain/settle.ts";
import type { Market, OddsPeriod } from "../../domain/sports.ts";
import { CaptureList, type Captures, stretchesOf } from "../../ledger/captures.ts";

/** The lines of one book in one period. Each quote says when it was captured and what it contradicts. */
export type BookPeriod = {
  readonly bookId: number;
  readonly book: Book;
  readonly markets: Readonly<Partial<Record<Market, OpenClose<SettledQuote>>>>;
};

/** Per period, the published books that posted something before the start, by book id [D-14, D-22, D-24]. */
export function foldGame(captures: Captures, startMs: number): Map<OddsPeriod, BookPeriod[]> {
  const series = momentsOf(captures, startMs);
  return new Map(
    [...Map.groupBy(series, ({ period }) => period)].map(([period, ofPeriod]) => [period, settlePeriod(ofPeriod)]),
  );
}

/** Everything that one book showed for one market of one period. */
type Series = {
  readonly book: Book;
  readonly period: OddsPeriod;
  readonly market: Market;
  readonly moments: OpenClose<Moment>;
};

function momentsOf(captures: Captures, startMs: number): Series[] {
  return stretchesOf(captures).flatMap(({ book, period, market, from, to }) => {
    if (!book.usFacing) return [];
    const moments = decidingMoments(captures, from, to, startMs);
    return moments.open === null && moments.close === null ? [] : [{ book, period, market, moments }];
  });
}

/** Books that are asked which of another book's quotes they agree with are those of the same market [D-43]. */
function settlePeriod(ofPeriod: readonly Series[]): BookPeriod[] {
  const byBook = new Map<Book, Partial<Record<Market, OpenClose<SettledQuote>>>>();
  for (const [market, ofMarket] of Map.groupBy(ofPeriod, (each) => each.market)) {
    const open = settleMoments(ofMarket.map(({ moments }) => moments.open));
    const close = settleMoments(ofMarket.map(({ moments }) => moments.close));
    for (const [index, { book }] of ofMarket.entries()) {
      const lines = byBook.get(book) ?? {};
      lines[market] = { open: open[index] ?? null, close: close[index] ?? null };
      byBook.set(book, lines);
    }
  }
  return [...byBook]
    .map(([book, lines]) => ({ bookId: book.bookId, book, markets: lines }))
    .sort((a, b) => a.bookId - b.bookId);
}

/** The captures of all events of a game. */
export function mergedCaptures(captures: readonly Captures[]): Captures {
  const [only] = captures;
  if (only !== undefined && captures.length === 1) return only;
  const list = new CaptureList();
  for (const part of captures) list.addAll(part);
  return list.sorted();
}

const nothing: OpenClose = { open: null, close: null };

function linesOf(book: BookMarkets, market: Market): OpenClose {
  return book.markets[market] ?? nothing;
}

function moneylineSet({ open, close }: OpenClose): MoneylineSet {
  return {
    home_open: open?.first ?? null,
    home_close: close?.first ?? null,
    away_open: open?.second ?? null,
    away_close: close?.second ?? null,
  };
}

function spreadSet({ open, close }: OpenClose): SpreadSet {
  return {
    open: open?.line ?? null,
    close: close?.line ?? null,
    home_juice_open: open?.first ?? null,
    home_juice_close: close?.first ?? null,
    away_juice_open: open?.second ?? null,
    away_juice_close: close?.second ?? null,
  };
}

function totalSet({ open, close }: OpenClose): TotalSet {
  return {
    open: open?.line ?? null,
    close: close?.line ?? null,
    over_juice_open: open?.first ?? null,
    over_juice_close: close?.first ?? null,
    under_juice_open: open?.second ?? null,
    under_juice_close: close?.second ?? null,
  };
}

export function consensusMembers(quotes: ConsensusQuotes): Consensus {
  const { over_juice_open: _, under_juice_open: __, ...total } = totalSet(quotes.total);
  return { moneyline: moneylineSet(quotes.moneyline), spread: spreadSet(quotes.spread), total };
}

export function bookOdds(entry: BookPeriod): BookOdds {
  const home = linesOf(entry, "home_team_total");
  const away = linesOf(entry, "away_team_total");
  return {
    book_id: entry.bookId,
    book: entry.book.slug,
    book_name: entry.book.name,
    moneyline: moneylineSet(linesOf(entry, "moneyline")),
    spread: spreadSet(linesOf(entry, "spread")),
    total: totalSet(linesOf(entry, "total")),
    team_total: {
      home_open: home.open?.line ?? null,
      home_close: home.close?.line ?? null,
      away_open: away.open?.line ?? null,
      away_close: away.close?.line ?? null,
    },
  };
}

/** Closing prices of the team totals, which only the odds rows carry. */
export function teamTotalJuice(
  entry: BookPeriod,
): Pick<
  OddsRow["team_total"],
  "home_over_juice_close" | "home_under_juice_close" | "away_over_juice_close" | "away_under_juice_close"
> {
  const closeOf = (market: Market): Quote | null => linesOf(entry, market).close;
  return {
    home_over_juice_close: closeOf("home_team_total")?.first ?? null,
    home_under_juice_close: closeOf("home_team_total")?.second ?? null,
    away_over_juice_close: closeOf("away_team_total")?.first ?? null,
    away_under_juice_close: closeOf("away_team_total")?.second ?? null,
  };
}

export function periodOdds(period: OddsPeriod, entry: BookPeriod): PeriodOdds {
  const spread = spreadSet(linesOf(entry, "spread"));
  const total = totalSet(linesOf(entry, "total"));
  return {
    period: period as PeriodOdds["period"],
    book_id: entry.bookId,
    book: entry.book.slug,
    moneyline: moneylineSet(linesOf(entry, "moneyline")),
    spread: {
      open: spread.open,
      close: spread.close,
      home_juice_close: spread.home_juice_close,
      away_juice_close: spread.away_juice_close,
    },
    total: {
      open: total.open,
      close: total.close,
      over_juice_close: total.over_juice_close,
      under_juice_close: total.under_juice_close,
    },
  };
}
