/** Every capture of every book of a game, around a market that moves from an opening to a close. */

import { minuteMs } from "../../../src/domain/durations.ts";
import type { QuoteRecord } from "../../../src/feed/records.ts";
import { dateOf } from "../calendar.ts";
import type { Fixture, Outlook } from "../fixture.ts";
import type { Random } from "../random.ts";
import { sampleSports } from "../sports/registry.ts";
import { planOf } from "./book-plan.ts";
import { type BookProfile, booksOn } from "./book-profiles.ts";
import { quoteBook } from "./book-quotes.ts";
import { totalOf } from "./lines.ts";
import { marketPath } from "./market-path.ts";
import { addMovesBetween } from "./moves-between.ts";
import { QuoteSheet } from "./quote-sheet.ts";
import type { SportOdds } from "./sport-odds.ts";

type PricedGame = {
  readonly fixture: Fixture;
  readonly id: string;
  readonly outlook: Outlook;
  readonly actualStartMs: number | null;
};

/** Now and then nobody prices a game, a book shows a line that no other has, or a feed goes on after the start. */
const noOdds = 1 / 400;
const outlier = 1 / 50;
const lateCapture = 1 / 25;
const moneylineOnly = 1 / 12;

/** @param moves the stream of captures between opening and close, apart from `random`, which decides those two. */
export function quotesOf(game: PricedGame, random: Random, moves: Random): readonly QuoteRecord[] {
  if (random.chance(noOdds)) return [];
  const { fixture } = game;
  const odds = sampleSports[fixture.sport].odds;
  const sheet = new QuoteSheet(fixture, game.id);
  const priced = { fixture, odds, path: marketPath(game.outlook, odds, random) };
  const books = booksOfGame(dateOf(fixture.day), random);
  const outlierAt = random.chance(outlier) ? random.int(0, books.length - 1) : -1;
  const moneylineAt = random.chance(moneylineOnly) ? random.int(0, books.length - 1) : -1;
  for (const [index, book] of books.entries()) {
    const quirks = { isOutlier: index === outlierAt, isMoneylineOnly: index === moneylineAt };
    quoteBook(sheet, priced, planOf(priced, book, quirks, random), random);
    addMovesBetween(sheet, book, moves);
  }
  if (random.chance(lateCapture)) addLateCapture(sheet, game, books[0] as BookProfile, odds, random);
  return sheet.quotes;
}

/** 10 to 14 of the books in business, the large ones nearly always. */
function booksOfGame(date: string, random: Random): readonly BookProfile[] {
  const count = random.int(10, 14);
  return booksOn(date)
    .map((book) => ({ book, rank: book.weight + random.next() * 0.5 }))
    .sort((a, b) => b.rank - a.rank)
    .slice(0, count)
    .map(({ book }) => book);
}

/** A price from after the start, which is no closing line. */
function addLateCapture(
  sheet: QuoteSheet,
  { fixture, outlook, actualStartMs }: PricedGame,
  book: BookProfile,
  odds: SportOdds,
  random: Random,
): void {
  const timeMs = Math.max(fixture.startMs, actualStartMs ?? 0) + random.int(0, 25) * minuteMs;
  const { margin, total } = outlook.close;
  const expected = { margin, total: total * (1 + random.normal(0, 0.08)) };
  const live = sampleSports[fixture.sport].chances.ofGame(fixture.seasonType, expected);
  sheet.startBook(book.slug);
  sheet.add(timeMs, "full", "total", totalOf(live, odds, book, null), false);
}
