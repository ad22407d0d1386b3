/** One book's captures of one game: when it opens, what it shows, when it changes that, and when it stops. */

import { minuteMs } from "../../../src/domain/durations.ts";
import { type Market, type OddsPeriod, sportFacts } from "../../../src/domain/sports.ts";
import type { Expectation } from "../fixture.ts";
import type { Random } from "../random.ts";
import { sampleSports } from "../sports/registry.ts";
import type { BookPlan, PricedFixture } from "./book-plan.ts";
import type { BookProfile } from "./book-profiles.ts";
import { anyRunOf, fixedSpreadOf, moneylineOf, type Priced, spreadOf, teamTotalOf, totalOf } from "./lines.ts";
import type { MarketMoment } from "./market-path.ts";
import type { QuoteSheet } from "./quote-sheet.ts";

const stopsEarly = 0.02;

export function quoteBook(sheet: QuoteSheet, game: PricedFixture, plan: BookPlan, random: Random): void {
  const { fixture, path } = game;
  sheet.startBook(plan.book.slug);
  const last = path.length - 1;
  const first = Math.min(openingMoment(plan.book, random), last - 1);
  const end = random.chance(stopsEarly) ? random.int(first, last - 1) : last;
  const outlierAt = plan.isOutlier ? random.int(first, end) : -1;
  // Team totals and periods open later, and move at most once more.
  const sidesFrom = Math.max(first, last - 2);
  for (let at = first; at <= end; at++) {
    const moment = path[at] as MarketMoment;
    const until = at === last ? 0 : (path[at + 1] as MarketMoment).leadMs;
    const timeMs = fixture.startMs - captureLead(moment.leadMs, until, random);
    const bump = at === outlierAt ? (random.chance(0.5) ? 8 : -8) : 0;
    const view = {
      margin: moment.margin + plan.bias.margin + bump * game.odds.marginBias,
      total: moment.total + plan.bias.total + bump * game.odds.totalBias,
    };
    const isNewsOnly = at > first && at < last;
    quoteGame(sheet, game, plan, view, { timeMs, isNewsOnly, isUnpriced: at === first && plan.opensUnpriced });
    if (at === sidesFrom || at === last) quoteSides(sheet, game, plan, view, timeMs, at > sidesFrom);
  }
}

/** The moment of the market's path at which a book shows the game for the first time. */
function openingMoment(book: BookProfile, random: Random): number {
  if (book.opens === "first") return 0;
  return random.int(0, book.opens === "late" ? 2 : 1);
}

/** A book follows a move within this time, and before the next one; its last capture is this long before the start. */
const followsWithinMs = 45 * minuteMs;
const leastLeadMs = 30_000;

function captureLead(leadMs: number, untilMs: number, random: Random): number {
  const delay = Math.min(leadMs - Math.max(untilMs, leastLeadMs), followsWithinMs) * random.next();
  return Math.round((leadMs - delay) / 1000) * 1000;
}

type Capture = { readonly timeMs: number; readonly isNewsOnly: boolean; readonly isUnpriced: boolean };

function quoteGame(
  sheet: QuoteSheet,
  { fixture, odds }: PricedFixture,
  { book, hasMoneyline, hasSpread, hasTotal }: BookPlan,
  view: Expectation,
  { timeMs, isNewsOnly, isUnpriced }: Capture,
): void {
  const chances = sampleSports[fixture.sport].chances.ofGame(fixture.seasonType, view);
  if (hasMoneyline) sheet.add(timeMs, "full", "moneyline", moneylineOf(chances, book), isNewsOnly);
  if (hasSpread) {
    const before = sheet.lineOf("full", "spread");
    const fixed = odds.fixedSpread;
    const spread = fixed === null ? spreadOf(chances, odds, book, before) : fixedSpreadOf(chances, book, fixed, before);
    if (isUnpriced) sheet.addUnpriced(timeMs, "full", "spread", spread);
    else sheet.add(timeMs, "full", "spread", spread, isNewsOnly);
  }
  if (hasTotal) {
    const total = totalOf(chances, odds, book, sheet.lineOf("full", "total"));
    if (isUnpriced) sheet.addUnpriced(timeMs, "full", "total", total);
    else sheet.add(timeMs, "full", "total", total, isNewsOnly);
  }
}

/** Team totals, and the parts of the game. */
function quoteSides(
  sheet: QuoteSheet,
  { fixture, odds }: PricedFixture,
  plan: BookPlan,
  view: Expectation,
  timeMs: number,
  isNewsOnly: boolean,
): void {
  const { book } = plan;
  const sport = sampleSports[fixture.sport];
  const add = (period: OddsPeriod, market: Market, priced: Priced): void =>
    sheet.add(timeMs, period, market, priced, isNewsOnly);
  if (plan.hasTeamTotals) {
    for (const market of ["home_team_total", "away_team_total"] as const) {
      const chances = sport.chances.ofSide(view, market === "home_team_total");
      add("full", market, teamTotalOf(chances, book, sheet.lineOf("full", market)));
    }
  }
  const published = sportFacts[fixture.sport].publishedMarkets;
  for (const part of plan.periods) {
    const { period } = part;
    const chances = sport.chances.ofPart(fixture.seasonType, view, part);
    const markets = published[period] ?? [];
    if (plan.hasMoneyline && markets.includes("moneyline")) add(period, "moneyline", moneylineOf(chances, book));
    const before = sheet.lineOf(period, "spread");
    if (markets.includes("spread") && odds.fixedSpread === null) {
      add(period, "spread", spreadOf(chances, odds, book, before));
    } else if (markets.includes("spread")) {
      add(period, "spread", fixedSpreadOf(chances, book, 0.5, before));
    }
    if (period === "inn1") add(period, "total", anyRunOf(chances, book));
    else add(period, "total", totalOf(chances, odds, book, sheet.lineOf(period, "total")));
  }
}
