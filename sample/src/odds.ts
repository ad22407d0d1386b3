/**
 * Every capture of every book of a game. A market moves from the expectation of the opening to that of the close; each book
 * follows it in its own time, with a margin, a taste and an opinion of its own, and writes lines and prices by the chances
 * of the sport's table of scores.
 */

import { sampleProvider } from "../../src/domain/providers.ts";
import { type Market, type OddsPeriod, sportFacts } from "../../src/domain/sports.ts";
import { hourMs, minuteMs } from "../../src/domain/times.ts";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";
import books from "./books.json" with { type: "json" };
import { isoOf } from "./calendar.ts";
import type { Random } from "./random.ts";
import { chancesOf, type GameChances, type LineChances } from "./scores.ts";
import type { Expectation, Outlook, SportOdds } from "./sport.ts";
import { sampleSports } from "./sports.ts";

/** Now and then nobody prices a game, or a feed goes on after the start. */
const noOdds = 1 / 400;
const lateCapture = 1 / 25;
/** Now and then a book never shows a market, or stops hours before the start. */
const skippedMarket = 0.045;
const stopsEarly = 0.02;
/** A favorite by that many points has no moneyline. */
const noMoneylineFrom = 30;
/** Before this date openings were mostly kept without their price. */
const openingPricesFrom = "2024-01-01";
const missingOpeningPrice = 0.85;

/** How a sportsbook behaves. The margins of `books.json` are those of captured prices: The Odds API, NBA 2023-24, NFL 2025 and MLB 2026. */
type BookProfile = {
  readonly slug: string;
  /** First and last day it took bets. */
  readonly from: string;
  readonly until: string;
  /** How likely it is to be among the books of a game. */
  readonly weight: number;
  /** The sum of both sides' probabilities in a spread or total; 1.0476 is -110 both ways. */
  readonly margin: number;
  /** The sum of both sides' probabilities in the moneyline of an even game. */
  readonly moneylineMargin: number;
  /** Prices are multiples of this. */
  readonly step: number;
  /** 0 no period markets, 1 the main one of the sport, 2 every period that is published. */
  readonly periods: 0 | 1 | 2;
  readonly hasTeamTotals: boolean;
  /** Whether it is among the first to open a game, or waits until others have. */
  readonly opens: "first" | "with the others" | "late";
  /** Whether it would rather write lines that end in a half, on which no bet is given back. */
  readonly prefersHalves: boolean;
};

/** The expectation of the market from some time before the start on. */
type Moment = Expectation & { readonly leadMs: number };

export function quotesOf(
  game: GameRecord,
  startMs: number,
  actualStartMs: number | null,
  outlook: Outlook,
  random: Random,
): readonly QuoteRecord[] {
  if (random.chance(noOdds)) return [];
  const { odds, scores } = sampleSports[game.sport];
  const path = marketPath(outlook, odds, random);
  const ofGame = booksOfGame(game.game_date as string, random);
  const quotes = ofGame.flatMap((book) => bookQuotes({ game, startMs, path, book }, random));
  if (random.chance(lateCapture)) {
    // A price from after the start is no closing line.
    const timeMs = Math.max(startMs, actualStartMs ?? 0) + random.int(0, 25) * minuteMs;
    const live = { ...outlook.close, total: outlook.close.total * (1 + random.normal(0, 0.08)) };
    const [book] = ofGame as [BookProfile];
    const total = { period: "full", market: "total", isSide: false, shown: null } as const;
    quotes.push(quoteOf(game, book, total, isoOf(timeMs), pricedAs(game, total, chancesOf(scores, live), book)));
  }
  return quotes;
}

/** How far a moment strays from the straight way to the close, as a part of the way. */
const detour = 0.3;

/** In order of time: the opening, the moves, and last the close. All books follow it. */
function marketPath({ open, close }: Outlook, odds: SportOdds, random: Random): readonly Moment[] {
  const openMs = odds.openHours * hourMs * (0.7 + 0.3 * random.next());
  const moves = random.int(...odds.moves);
  const leads = Array.from({ length: moves }, () => openMs * (0.04 + 0.9 * random.next() ** 1.6)).sort((a, b) => b - a);
  const part = (value: number): number => Math.max(0, Math.min(1, value));
  const between = leads.map((leadMs, index) => {
    const done = part((index + 1) / (moves + 1) + random.normal(0, detour));
    const doneOfTotal = part(done + random.normal(0, detour));
    const margin = open.margin + (close.margin - open.margin) * done;
    return { margin, total: open.total + (close.total - open.total) * doneOfTotal, leadMs };
  });
  return [{ ...open, leadMs: openMs }, ...between, { ...close, leadMs: 25 * minuteMs }];
}

/** 8 to 11 of the books in business, the large ones nearly always. */
function booksOfGame(date: string, random: Random): readonly BookProfile[] {
  const count = random.int(8, 11);
  return (books as BookProfile[])
    .filter(({ from, until }) => from <= date && date <= until)
    .map((book) => ({ book, rank: book.weight + random.next() * 0.5 }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, count)
    .map(({ book }) => book);
}

/** First is home or over, second is away or under; a spread's line is the home side's. */
type Priced = { readonly line: number | null; readonly first: number | null; readonly second: number | null };

/** A market that a book shows, and how it looks now. Sides are the team totals and the parts of the game. */
type BookMarket = {
  readonly period: OddsPeriod;
  readonly market: Market;
  readonly isSide: boolean;
  shown: Priced | null;
};

function marketsOf({ sport }: GameRecord, book: BookProfile, close: Expectation, random: Random): BookMarket[] {
  const skipped = random.chance(skippedMarket) ? random.pick(["moneyline", "spread", "total"]) : null;
  const isTooLarge = Math.abs(close.margin) >= noMoneylineFrom;
  const hasRare = random.chance(0.5);
  // Of a side that is expected to score next to nothing no book sells a total.
  const hasTeamTotal = (points: number): boolean => book.hasTeamTotals && points >= 0.2 * close.total;
  const isShown = (period: OddsPeriod, market: Market): boolean => {
    if (market === "moneyline" && isTooLarge) return false;
    if (market === "home_team_total") return hasTeamTotal((close.total + close.margin) / 2);
    if (market === "away_team_total") return hasTeamTotal((close.total - close.margin) / 2);
    if (period === "full") return market !== skipped;
    const how = sampleSports[sport].odds.periods[period];
    return how === "common" ? book.periods > 0 : book.periods === 2 && (how === "some" || hasRare);
  };
  const published = Object.entries(sportFacts[sport].publishedMarkets) as [OddsPeriod, readonly Market[]][];
  return published.flatMap(([period, markets]) =>
    markets
      .filter((market) => isShown(period, market))
      .map((market) => ({ period, market, isSide: period !== "full" || market.endsWith("team_total"), shown: null })),
  );
}

type BookOfGame = {
  readonly game: GameRecord;
  readonly startMs: number;
  readonly path: readonly Moment[];
  readonly book: BookProfile;
};

/** How often a move of the lines of parts and of team totals is captured between the opening and the close. */
const sidesAreSeen = 0.2;

/** One book's captures of one game: when it opens, what it shows, when it changes that, and when it stops. */
function bookQuotes({ game, startMs, path, book }: BookOfGame, random: Random): QuoteRecord[] {
  const { odds, scores } = sampleSports[game.sport];
  const last = path.length - 1;
  const markets = marketsOf(game, book, path[last] as Moment, random);
  const bias = { margin: random.normal(0, odds.marginBias), total: random.normal(0, odds.totalBias) };
  const isUnpriced = (game.game_date as string) < openingPricesFrom && random.chance(missingOpeningPrice);
  const opening = book.opens === "first" ? 0 : random.int(0, book.opens === "late" ? 2 : 1);
  const first = Math.min(opening, last - 1);
  const end = random.chance(stopsEarly) ? random.int(first, last - 1) : last;
  // Team totals and periods open later, and move less.
  const sidesFrom = Math.max(first, last - 2);
  const quotes: QuoteRecord[] = [];
  for (let at = first; at <= end; at++) {
    const moment = path[at] as Moment;
    const untilMs = at === last ? 0 : (path[at + 1] as Moment).leadMs;
    const time = isoOf(startMs - captureLead(moment.leadMs, untilMs, random));
    const chances = chancesOf(scores, { margin: moment.margin + bias.margin, total: moment.total + bias.total });
    const hasSides = at === sidesFrom || at === last || (at > sidesFrom && random.chance(sidesAreSeen));
    for (const market of markets) {
      if (market.isSide && !hasSides) continue;
      const { shown } = market;
      const priced = pricedAs(game, market, chances, book);
      const isNews = shown?.line !== priced.line || shown.first !== priced.first || shown.second !== priced.second;
      // The main lines are captured minutes before the start in any case, the others when they have changed.
      if (!isNews && (market.isSide || at < last)) continue;
      market.shown = priced;
      const isBare = isUnpriced && at === first && !market.isSide && priced.line !== null;
      quotes.push(quoteOf(game, book, market, time, isBare ? { ...priced, first: null, second: null } : priced));
    }
  }
  return quotes;
}

/** A book follows a move within this time, and before the next one; its last capture is this long before the start. */
const followsWithinMs = 45 * minuteMs;
const leastLeadMs = 30_000;

function captureLead(leadMs: number, untilMs: number, random: Random): number {
  const delay = Math.min(leadMs - Math.max(untilMs, leastLeadMs), followsWithinMs) * random.next();
  return Math.round((leadMs - delay) / 1000) * 1000;
}

/** One book's line and price at one moment. What it has shown so far is kept while its price can still be made fair. */
function pricedAs(game: GameRecord, shown: BookMarket, chances: GameChances, book: BookProfile): Priced {
  const { odds } = sampleSports[game.sport];
  const { period, market } = shown;
  const before = shown.shown?.line ?? null;
  if (market === "moneyline")
    return withPrices(null, chances.margins(period).shareAbove(0), book.moneylineMargin, book);
  if (market === "spread") {
    const margins = chances.margins(period);
    const habit = habitOf(odds, market, book);
    const by =
      odds.fixedSpread === null
        ? fairLine(margins, before === null ? null : -before, habit)
        : // The favorite gives always as much, and the price tells how likely that is.
          (period === "full" ? odds.fixedSpread : 0.5) * (margins.shareAbove(0) >= 0.5 ? 1 : -1);
    // + 0 turns -0 into 0.
    return withPrices(-by + 0, margins.shareAbove(by), book.margin, book);
  }
  const points =
    market === "total" ? chances.totals(period) : market === "home_team_total" ? chances.homes() : chances.aways();
  // Of one inning the question is whether it brings a run at all.
  const line = period === "inn1" ? 0.5 : Math.max(0.5, fairLine(points, before, habitOf(odds, market, book)));
  return withPrices(line, points.shareAbove(line), book.margin, book);
}

/** Habits of a book, all in probability: how unfair a line it rather takes than give them up; see `SportOdds`. */
type LineHabit = { readonly patience: number; readonly wholeCost: number; readonly keyLines: readonly number[] };

function habitOf(odds: SportOdds, market: Market, { prefersHalves }: BookProfile): LineHabit {
  if (market !== "spread" && market !== "total") return { patience: 0.02, wholeCost: 1, keyLines: [] };
  const { patience, wholeCosts, keyLines } = odds;
  const wholeCost = wholeCosts[market][prefersHalves ? 1 : 0];
  return { patience, wholeCost, keyLines: market === "spread" && !prefersHalves ? keyLines : [] };
}

const keyLineCost = -0.004;
/** Half a point, or none, is hardly ever given: the better side gives a point at least. */
const smallLineCost = 0.012;

/** The line on which both sides are nearly as likely, as far as a book's habits allow. */
function fairLine(chances: LineChances, before: number | null, habit: LineHabit): number {
  const cost = (each: number): number => costOf(chances, each, habit);
  const known = before === null ? 1 : cost(before);
  if (before !== null && known <= habit.patience) return before;
  let line = before ?? Math.round(chances.mean);
  while (chances.shareAbove(line) > 0.5) line += 0.5;
  while (chances.shareAbove(line - 0.5) < 0.5) line -= 0.5;
  const best = [line - 1, line - 0.5, line, line + 0.5].reduce((one, other) => (cost(other) < cost(one) ? other : one));
  return before !== null && known < cost(best) + habit.patience ? before : best;
}

function costOf(chances: LineChances, line: number, { wholeCost, keyLines }: LineHabit): number {
  const unfair = Math.abs(chances.shareAbove(line) - 0.5);
  const size = Math.abs(line);
  if (size < 1) return unfair + smallLineCost;
  if (!Number.isInteger(line)) return unfair;
  return unfair + (keyLines.includes(size) ? keyLineCost : wholeCost);
}

/**
 * @param share how likely the first side is.
 * @param margin the sum of both sides' probabilities in an even bet; a side that hardly ever loses carries less of it.
 */
function withPrices(line: number | null, share: number, margin: number, { step }: BookProfile): Priced {
  const added = 1 + (margin - 1) * Math.min(1, 0.25 + 5 * Math.min(share, 1 - share));
  return { line, first: priceOf(share * added, step), second: priceOf((1 - share) * added, step) };
}

/** American odds of an implied probability, in a book's steps: never between -100 and +100. */
function priceOf(probability: number, step: number): number {
  const implied = Math.max(0.008, Math.min(0.992, probability));
  const isFavorite = implied > 0.5;
  const exact = isFavorite ? (100 * implied) / (1 - implied) : (100 * (1 - implied)) / implied;
  // Long prices are written in round numbers.
  const coarse = exact < 250 ? step : exact < 600 ? Math.max(5, step) : exact < 1500 ? Math.max(25, step) : 100;
  const magnitude = Math.round(exact / coarse) * coarse;
  if (magnitude <= 100) return 100;
  return isFavorite ? -magnitude : magnitude;
}

function quoteOf(
  game: GameRecord,
  book: BookProfile,
  { period, market }: BookMarket,
  time: string,
  { line, first, second }: Priced,
): QuoteRecord {
  const isTotal = market !== "moneyline" && market !== "spread";
  return {
    type: "quote",
    provider: sampleProvider,
    sport: game.sport,
    event_id: game.game_id,
    home: game.home,
    away: game.away,
    game_date: game.game_date,
    start_time: game.start_time,
    seen_at: time,
    book: book.slug,
    period,
    market,
    captured_at: time,
    stated: null,
    line,
    home_odds: isTotal ? null : first,
    away_odds: isTotal ? null : second,
    over_odds: isTotal ? first : null,
    under_odds: isTotal ? second : null,
  };
}
