/** Every capture of every book of a game, around a hidden line that moves from an opening to a close. */
import { type Market, type OddsPeriod, sportFacts } from "../../domain/sports.ts";
import type { QuoteRecord } from "../../feed/records.ts";
import { dateOf, hourMs, isoOf, minuteMs } from "../calendar.ts";
import type { Expectation, Fixture } from "../fixture.ts";
import type { Random } from "../random.ts";
import { type BookProfile, booksOn } from "./book-profiles.ts";
import { moneylineOf, type Priced, spreadOf, teamTotalOf, totalOf, type View } from "./lines.ts";
import { type SportOdds, sportOdds } from "./sport-odds.ts";

export type PricedGame = {
  readonly fixture: Fixture;
  readonly id: string;
  readonly expectation: Expectation;
  readonly actualStartMs: number | null;
};

type Hidden = {
  readonly open: Expectation;
  readonly close: Expectation;
  readonly hooksOnSpread: boolean;
  readonly hooksOnTotal: boolean;
};

/** Now and then nobody prices a game, a book shows a line that no other has, or a feed goes on after the start. */
const noOdds = 1 / 400;
const outlier = 1 / 50;
const lateCapture = 1 / 25;
const moneylineOnly = 1 / 12;
const skippedMarket = 0.015;
/** A favorite by that many points has no moneyline. */
const noMoneylineFrom = 30;
/** Before this date openings were mostly kept without their price. */
const openingPricesFrom = "2024-01-01";
const missingOpeningPrice = 0.85;

export function quotesOf(game: PricedGame, random: Random): readonly QuoteRecord[] {
  const quotes: QuoteRecord[] = [];
  if (random.chance(noOdds)) return quotes;
  const { fixture } = game;
  const odds = sportOdds[fixture.sport];
  const hidden = hiddenMarket(game.expectation, odds, random);
  const books = booksOfGame(dateOf(fixture.day), random);
  const outlierBook = random.chance(outlier) ? random.int(0, books.length - 1) : -1;
  const hasMoneyline = Math.abs(hidden.close.margin) < noMoneylineFrom;
  const moneylineBook = random.chance(moneylineOnly) && hasMoneyline ? random.int(0, books.length - 1) : -1;
  for (const [index, book] of books.entries()) {
    quoteBook(quotes, game, book, odds, hidden, index === outlierBook, index === moneylineBook, random);
  }
  if (random.chance(lateCapture)) {
    const time = isoOf(Math.max(fixture.startMs, game.actualStartMs ?? 0) + random.int(0, 25) * minuteMs);
    const late = viewAt(hidden, 1, random.normal(0, odds.marginMove * 3), random.normal(0, odds.totalMove * 3));
    const [book] = books as [BookProfile];
    addQuote(quotes, game, book, time, "full", "total", totalOf(late, odds, book, 1), true);
  }
  return quotes;
}

function hiddenMarket(expectation: Expectation, odds: SportOdds, random: Random): Hidden {
  // The market is a little wrong, as markets are.
  const close = {
    margin: expectation.margin + random.normal(0, odds.marginMove / 3),
    total: expectation.total + odds.totalShift + random.normal(0, odds.totalMove / 3),
  };
  const open = {
    margin: close.margin + random.normal(0, odds.marginMove),
    total: close.total + random.normal(0, odds.totalMove),
  };
  return { open, close, hooksOnSpread: random.chance(0.35), hooksOnTotal: random.chance(0.4) };
}

/** 10 to 14 of the books in business, the large ones nearly always. */
function booksOfGame(date: string, random: Random): readonly BookProfile[] {
  const count = Math.max(random.int(10, 14), random.int(10, 14));
  return booksOn(date)
    .map((book) => ({ book, rank: book.weight + random.next() * 0.5 }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, count)
    .map(({ book }) => book);
}

function viewAt(hidden: Hidden, progress: number, marginBias: number, totalBias: number): View {
  const { open, close, hooksOnSpread, hooksOnTotal } = hidden;
  return {
    margin: open.margin + (close.margin - open.margin) * progress + marginBias,
    total: open.total + (close.total - open.total) * progress + totalBias,
    hooksOnSpread,
    hooksOnTotal,
  };
}

/** How far the line has moved at each of a book's captures, by the number of captures. */
const progressOf: Readonly<Record<number, readonly number[]>> = { 3: [0, 0.6, 1], 4: [0, 0.35, 0.8, 1] };

function quoteBook(
  quotes: QuoteRecord[],
  game: PricedGame,
  book: BookProfile,
  odds: SportOdds,
  hidden: Hidden,
  isOutlier: boolean,
  isMoneylineOnly: boolean,
  random: Random,
): void {
  const { fixture } = game;
  const progress = progressOf[random.int(3, 4)] as readonly number[];
  const last = progress.length - 1;
  const openMs = fixture.startMs - Math.floor(odds.openHours * hourMs * (0.55 + 0.45 * random.next()));
  const closeMs = fixture.startMs - random.int(40, 720) * 1000;
  const marginBias = random.normal(0, odds.marginBias);
  const totalBias = random.normal(0, odds.totalBias);
  const isTooLarge = Math.abs(hidden.close.margin) >= noMoneylineFrom;
  const hasMoneyline = !isTooLarge && (isMoneylineOnly || !random.chance(skippedMarket));
  const hasSpread = !isMoneylineOnly && !random.chance(skippedMarket);
  // Somebody who shows neither of the two others shows a total: a book of the game has at least one market.
  const hasTotal = !isMoneylineOnly && (!(hasMoneyline || hasSpread) || !random.chance(skippedMarket));
  const opensUnpriced = dateOf(fixture.day) < openingPricesFrom && random.chance(missingOpeningPrice);
  const outlierAt = isOutlier ? random.int(1, last) : -1;
  const markets = sportFacts[fixture.sport].publishedMarkets;
  const hasTeamTotals = !isMoneylineOnly && book.hasTeamTotals && (markets.full?.includes("home_team_total") ?? false);
  const hasPeriods = !isMoneylineOnly && book.periods > 0 && random.chance(0.95);
  const hasRarePeriods = book.periods === 2 && random.chance(0.6);

  for (let at = 0; at <= last; at++) {
    const done = progress[at] as number;
    const jitter = at === 0 || at === last ? 0 : random.int(-1800, 1800) * 1000;
    // Most of the moves come in the last part of the time.
    const time = isoOf(at === last ? closeMs : openMs + Math.floor((closeMs - openMs) * done ** 1.3 * 0.96) + jitter);
    const bump = at === outlierAt ? (random.chance(0.5) ? 1 : -1) : 0;
    const view = viewAt(hidden, done, marginBias + bump * odds.marginMove * 4, totalBias + bump * odds.totalMove * 4);
    const isPriced = !(opensUnpriced && at === 0);
    if (hasMoneyline) addQuote(quotes, game, book, time, "full", "moneyline", moneylineOf(view, odds, book, 1), true);
    if (hasSpread) addQuote(quotes, game, book, time, "full", "spread", spreadOf(view, odds, book, 1), isPriced);
    if (hasTotal) addQuote(quotes, game, book, time, "full", "total", totalOf(view, odds, book, 1), isPriced);
    // Team totals and periods open later and are captured twice.
    if (at !== 1 && at !== last) continue;
    if (hasTeamTotals) {
      addQuote(quotes, game, book, time, "full", "home_team_total", teamTotalOf(view, odds, book, true), true);
      addQuote(quotes, game, book, time, "full", "away_team_total", teamTotalOf(view, odds, book, false), true);
    }
    if (hasPeriods) quotePeriods(quotes, game, book, odds, view, time, hasMoneyline, hasRarePeriods);
  }
}

function quotePeriods(
  quotes: QuoteRecord[],
  game: PricedGame,
  book: BookProfile,
  odds: SportOdds,
  view: View,
  time: string,
  hasMoneyline: boolean,
  hasRarePeriods: boolean,
): void {
  const markets = sportFacts[game.fixture.sport].publishedMarkets;
  for (const { period, share, isRare } of odds.periods) {
    if (isRare && !hasRarePeriods) continue;
    const published = markets[period] ?? [];
    if (hasMoneyline && published.includes("moneyline")) {
      addQuote(quotes, game, book, time, period, "moneyline", moneylineOf(view, odds, book, share), true);
    }
    if (published.includes("spread")) {
      addQuote(quotes, game, book, time, period, "spread", spreadOf(view, odds, book, share), true);
    }
    addQuote(quotes, game, book, time, period, "total", totalOf(view, odds, book, share), true);
  }
}

function addQuote(
  quotes: QuoteRecord[],
  game: PricedGame,
  book: BookProfile,
  time: string,
  period: OddsPeriod,
  market: Market,
  priced: Priced,
  isPriced: boolean,
): void {
  const { fixture } = game;
  const isTotal = market !== "moneyline" && market !== "spread";
  const first = isPriced ? priced.first : null;
  const second = isPriced ? priced.second : null;
  quotes.push({
    type: "quote",
    provider: "sample",
    sport: fixture.sport,
    event_id: game.id,
    home: fixture.home,
    away: fixture.away,
    game_date: dateOf(fixture.day),
    start_time: isoOf(fixture.startMs),
    seen_at: time,
    book: book.slug,
    period,
    market,
    captured_at: time,
    stated: null,
    line: priced.line,
    home_odds: isTotal ? null : first,
    away_odds: isTotal ? null : second,
    over_odds: isTotal ? first : null,
    under_odds: isTotal ? second : null,
  });
}
