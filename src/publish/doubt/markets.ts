/**
 * The rules of doubt that hold the markets of one game against each other: a book's moneyline against its spread, and the
 * lines of periods and teams against those of the game. They see an error that all books share.
 */

import { median } from "../../domain/consensus.ts";
import { minuteMs } from "../../domain/durations.ts";
import type { Market, OddsPeriod } from "../../domain/sports.ts";
import type { Stretch } from "../../ledger/captures.ts";
import {
  hasFineSpread,
  partSpread,
  periodMargin,
  periodPatience,
  periodScale,
  periodShare,
  pointsText,
  type Sheet,
  thresholds,
} from "./sheet.ts";

/** A book's two markets are compared where it showed them within so much time. */
const sameTimeMs = 10 * minuteMs;

type Contradiction = { readonly moneylineAt: number; readonly spreadAt: number; readonly expected: number };

/** A contradiction is blamed on the market that is the further from the books whose own two markets agree, or on both. */
export function doubtMarkets(sheet: Sheet): void {
  for (const [period, ofPeriod] of Map.groupBy(sheet.stretches, (stretch) => stretch.period)) {
    if (!hasFineSpread(sheet.sport, period)) continue;
    const found: Contradiction[] = [];
    for (const ofBook of Map.groupBy(ofPeriod, ({ book }) => book).values()) {
      const moneyline = ofBook.find(({ market }) => market === "moneyline");
      const spread = ofBook.find(({ market }) => market === "spread");
      if (moneyline !== undefined && spread !== undefined) found.push(...contradictions(sheet, moneyline, spread));
    }
    if (found.length === 0) continue;
    const suspects = new Set(found.flatMap(({ moneylineAt, spreadAt }) => [moneylineAt, spreadAt]));
    const patience = period === "full" ? 1 : periodPatience;
    const bounds = thresholds[sheet.sport].fromBooks;
    for (const { moneylineAt, spreadAt, expected } of found) {
      const ofMoneyline = distance(sheet, ofPeriod, "moneyline", moneylineAt, suspects) / bounds.moneyline;
      const ofSpread = distance(sheet, ofPeriod, "spread", spreadAt, suspects) / bounds.spread;
      const evidence = `the spread expects a margin of ${pointsText(sheet.expects[spreadAt] as number)}, the moneyline ${pointsText(expected)}`;
      const isPlain = Math.max(ofMoneyline, ofSpread) > 0.4 * patience;
      if (!isPlain || Number.isNaN(ofMoneyline) || ofSpread <= ofMoneyline) {
        sheet.doubt(moneylineAt, "markets_disagree", evidence);
      }
      if (!isPlain || Number.isNaN(ofSpread) || ofMoneyline <= ofSpread) {
        sheet.doubt(spreadAt, "markets_disagree", evidence);
      }
    }
  }
}

function contradictions(sheet: Sheet, moneyline: Stretch, spread: Stretch): Contradiction[] {
  const { sport, captures, expects } = sheet;
  const { fromMoneyline, pointsPerLogit } = thresholds[sport];
  const scale = periodScale[spread.period];
  const patience = spread.period === "full" ? 1 : periodPatience;
  const found: Contradiction[] = [];
  let other = moneyline.from;
  for (let at = spread.from; at < spread.to; at++) {
    const time = captures.times[at] as number;
    while (
      other + 1 < moneyline.to &&
      isNearer(captures.times[other + 1] as number, captures.times[other] as number, time)
    ) {
      other++;
    }
    if (!isSameTime(captures.times[other] as number, time) || !sheet.isSound(at) || !sheet.isSound(other)) continue;
    const logit = expects[other] as number;
    const allowed = fromMoneyline.points + Math.max(0, Math.abs(logit) - 1.5) * fromMoneyline.perLogit;
    const expected = logit * pointsPerLogit.spread * scale;
    if (Math.abs((expects[at] as number) - expected) > allowed * scale * patience) {
      found.push({ moneylineAt: other, spreadAt: at, expected });
    }
  }
  return found;
}

function isNearer(next: number, known: number, time: number): boolean {
  return next <= time || (known < time && next - time < time - known);
}

/** A statement without a time has an infinite one, and is of one moment with those stated alike. */
function isSameTime(one: number, other: number): boolean {
  return one === other || Math.abs(one - other) <= sameTimeMs;
}

/** How far a quote is from those that the other books show last at its time and that nobody suspects; NaN without any. */
function distance(
  sheet: Sheet,
  stretches: readonly Stretch[],
  market: Market,
  at: number,
  suspects: ReadonlySet<number>,
): number {
  const time = sheet.captures.times[at] as number;
  const others: number[] = [];
  for (const stretch of stretches) {
    if (stretch.market !== market || (at >= stretch.from && at < stretch.to)) continue;
    const last = lastUpTo(sheet, stretch, time);
    if (last !== -1 && sheet.isSound(last) && !suspects.has(last)) others.push(sheet.expects[last] as number);
  }
  return others.length === 0 ? Number.NaN : Math.abs((sheet.expects[at] as number) - median(others));
}

function lastUpTo({ captures: { times } }: Sheet, { from, to }: Stretch, time: number): number {
  let last = -1;
  for (let at = from; at < to && (times[at] as number) <= time; at++) last = at;
  return last;
}

/** The lines of periods and teams have to fit those of the game. */
export function doubtParts(sheet: Sheet): void {
  doubtPartTotals(sheet);
  if (hasFineSpread(sheet.sport, "1h")) doubtPartSpreads(sheet);
}

/**
 * A period's spread is a share of the game's: the larger that is, the farther it may be from its share. It has to fit what the books
 * expected of the game at its time, or at the close.
 */
function doubtPartSpreads(sheet: Sheet): void {
  const ofGame = sheet.stretches.filter(({ period, market }) => period === "full" && market === "spread");
  const close = middleOf(sheet, ofGame);
  if (close === null) return;
  for (const { period, market, from, to } of sheet.stretches) {
    const share = periodMargin[period];
    if (market !== "spread" || share === undefined) continue;
    const { apart, perPoint } = partSpread;
    const least = apart * thresholds[sheet.sport].fromBooks.spread * periodScale[period];
    const isNear = (at: number, game: number): boolean =>
      Math.abs((sheet.expects[at] as number) - share * game) <= least + perPoint * Math.abs(game);
    for (let at = from; at < to; at++) {
      if (!sheet.isSound(at) || isNear(at, close)) continue;
      const game = middleOf(sheet, ofGame, sheet.captures.times[at]) ?? close;
      if (!isNear(at, game))
        sheet.doubt(at, "period_against_game", `the game's spread expects a margin of ${pointsText(game)}`);
    }
  }
}

/** A first half's total is about half of the game's, and two teams' totals add up to the game's. */
function doubtPartTotals(sheet: Sheet): void {
  const totals = sheet.stretches.filter(({ period, market }) => period === "full" && market === "total");
  const game = middleOf(sheet, totals);
  if (game === null) return;
  for (const stretch of sheet.stretches) {
    const share = shareOf(stretch.period, stretch.market);
    if (share === null) continue;
    for (let at = stretch.from; at < stretch.to; at++) {
      const part = (sheet.expects[at] as number) / game;
      if (part >= share[0] && part <= share[1]) continue;
      if (!Number.isNaN(part)) sheet.doubt(at, "period_against_game", `the game's total is ${pointsText(game)}`);
    }
  }
}

const teamShare: readonly [number, number] = [0.04, 1.05];

function shareOf(period: OddsPeriod, market: Market): readonly [least: number, most: number] | null {
  if (market === "home_team_total" || market === "away_team_total") return period === "full" ? teamShare : null;
  return market === "total" ? (periodShare[period] ?? null) : null;
}

/** The middle of the last sound lines of some books, by a time; null where there are none. */
function middleOf(sheet: Sheet, stretches: readonly Stretch[], byMs = Number.POSITIVE_INFINITY): number | null {
  const last: number[] = [];
  for (const { from, to } of stretches) {
    for (let at = to - 1; at >= from; at--) {
      if (!sheet.isSound(at) || (sheet.captures.times[at] as number) > byMs) continue;
      last.push(sheet.expects[at] as number);
      break;
    }
  }
  return last.length === 0 ? null : median(last);
}
