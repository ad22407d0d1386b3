/** How the lines of a game moved, as far as alarms ask: books that all leap at the end, and a book that never moves. Pure. */

import { median } from "../../domain/consensus.ts";
import { hourMs } from "../../domain/durations.ts";
import type { Market, Sport } from "../../domain/sports.ts";
import { lineKeyParts } from "../../release/packed-lines.ts";
import type { LinePath, LineRun } from "../../release/packed-path.ts";
import { expectationOf } from "../doubt/sheet.ts";
import { thresholds } from "../doubt/thresholds.ts";

/**
 * A leap begins in the last hours, and a third of the books, at least two, take it. Between the captures of two days books move
 * further, so that a leap is one there from a third more on.
 */
const leapWithinMs = 6 * hourMs;
const dailyLeap = { withinMs: 30 * hourMs, factor: 1.35 } as const;
const leapShare = 1 / 3;
const leastBooks = 2;
/** A book stands still that was captured so often over so long without any change, while the others changed so often. */
const still = { captures: 12, lastsMs: 24 * hourMs, changesOfOthers: 8, others: 3 } as const;

type Series = { readonly market: Market; readonly bookId: number; readonly runs: readonly LineRun[] };

export type Moves = {
  /** `total: 44.5 to 54.5 at 9 of 11 books`. */
  readonly leaps: readonly string[];
  /** `betus spread`. */
  readonly still: readonly { readonly bookId: number; readonly market: Market }[];
};

export function lineMovesOf(sport: Sport, { startMs, series }: LinePath): Moves {
  const full = series.flatMap(({ key, runs }): Series[] => {
    const { period, market, bookId } = lineKeyParts(key);
    return period === "full" ? [{ market, bookId, runs: runs.filter(({ doubt }) => doubt === undefined) }] : [];
  });
  const byMarket = [...Map.groupBy(full, ({ market }) => market)];
  return {
    leaps: byMarket.flatMap(([market, ofMarket]) => leapOf({ sport, market, startMs }, ofMarket)),
    still: byMarket.flatMap(([market, ofMarket]) => stillOf(ofMarket).map(({ bookId }) => ({ bookId, market }))),
  };
}

type Place = { readonly sport: Sport; readonly market: Market; readonly startMs: number };

function leapOf({ sport, market, startMs }: Place, series: readonly Series[]): string[] {
  const { leap } = thresholds[sport];
  const most = market === "moneyline" ? leap.moneyline : market === "spread" ? leap.spread : leap.total;
  const leapt = series.flatMap(({ runs }) => {
    const [before, last] = [runs.at(-2), runs.at(-1)];
    if (before === undefined || last === undefined) return [];
    const beforeStartMs = startMs - (last.firstMs ?? 0);
    const isOfDay = beforeStartMs > leapWithinMs;
    if (beforeStartMs > dailyLeap.withinMs || (last.firstMs ?? 0) - (before.lastMs ?? 0) > dailyLeap.withinMs)
      return [];
    const [from, to] = [
      expectationOf(sport, "full", market, before.quote),
      expectationOf(sport, "full", market, last.quote),
    ];
    return Math.abs(to - from) > most * (isOfDay ? dailyLeap.factor : 1) ? [{ from, to }] : [];
  });
  if (leapt.length < leastBooks || leapt.length < series.length * leapShare) return [];
  const [from, to] = [median(leapt.map((each) => each.from)), median(leapt.map((each) => each.to))];
  return [`${market}: ${from.toFixed(1)} to ${to.toFixed(1)} at ${leapt.length} of ${series.length} books`];
}

function stillOf(series: readonly Series[]): Series[] {
  return series.filter(({ runs, bookId }) => {
    const [only, second] = runs;
    if (only === undefined || second !== undefined || only.firstMs === null || only.lastMs === null) return false;
    if (only.captures < still.captures || only.lastMs - only.firstMs < still.lastsMs) return false;
    const { firstMs, lastMs } = only;
    const others = series
      .filter((other) => other.bookId !== bookId)
      .map((other) => other.runs.filter((run) => (run.firstMs ?? 0) > firstMs && (run.firstMs ?? 0) <= lastMs).length);
    return others.length >= still.others && median(others) >= still.changesOfOthers;
  });
}
