/** Books of a game that all leap at the end. Pure. */

import { median } from "../../domain/consensus.ts";
import { hourMs } from "../../domain/durations.ts";
import type { Market, Sport } from "../../domain/sports.ts";
import { lineKeyParts } from "../../release/packed-lines.ts";
import type { LinePath, LineRun } from "../../release/packed-path.ts";
import { expectationOf, thresholds } from "../doubt/sheet.ts";

/**
 * A leap begins in the last hours, and a third of the books, at least two, take it. Between the captures of two days books move
 * further, so that a leap is one there from a third more on.
 */
const leapWithinMs = 6 * hourMs;
const dailyLeap = { withinMs: 30 * hourMs, factor: 1.35 } as const;
const leapShare = 1 / 3;
const leastBooks = 2;

type Series = { readonly market: Market; readonly runs: readonly LineRun[] };

/** One sentence for each market that leapt, such as `total: 44.5 to 54.5 at 9 of 11 books`. */
export function leapsOf(sport: Sport, { startMs, series }: LinePath): string[] {
  const full = series.flatMap(({ key, runs }): Series[] => {
    const { period, market } = lineKeyParts(key);
    return period === "full" ? [{ market, runs: runs.filter(({ doubt }) => doubt === undefined) }] : [];
  });
  return [...Map.groupBy(full, ({ market }) => market)].flatMap(([market, ofMarket]) =>
    leapOf({ sport, market, startMs }, ofMarket),
  );
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
