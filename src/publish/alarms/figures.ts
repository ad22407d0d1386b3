/** The figures that the alarms look at: a few numbers of each game that a publish has written. Pure. */

import { median } from "../../domain/consensus.ts";
import { dayMs, hourMs, minuteMs } from "../../domain/durations.ts";
import type { Market, Sport } from "../../domain/sports.ts";
import { stretchesOf } from "../../ledger/captures.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import { lineKeyParts, noLine } from "../../release/game-lines.ts";
import { doubtOf, type LinePath } from "../../release/line-path.ts";
import { expectedOf, logitOf, thresholds } from "../doubt/sheet.ts";
import type { BuiltGame } from "../grade/grade-game.ts";

/** A book without captures for so long, while others have some, has stopped or is not asked for any more. */
const staleAfterMs = dayMs;

/** The closing lines of one book, with the prices of spread and total. */
type BookFigures = {
  readonly book: string;
  readonly spread: number | null;
  readonly home: number | null;
  readonly away: number | null;
  readonly total: number | null;
  readonly over: number | null;
  readonly under: number | null;
};

export type GameFigures = {
  readonly gameId: string;
  readonly sport: Sport;
  readonly season: number;
  readonly gameDate: string;
  readonly startMs: number;
  readonly hasClosingLine: boolean;
  /** The final's margin: home minus away. */
  readonly marginHome: number | null;
  readonly books: readonly BookFigures[];
  /** Of the consensus at the close. */
  readonly agreed: {
    readonly spread: number | null;
    readonly total: number | null;
    readonly homePrice: number | null;
    readonly awayPrice: number | null;
  };
  /** Minutes from the last capture of any book to the start; null without a capture that has a time. */
  readonly lastCaptureMinutes: number | null;
  /** `betrivers total`: books and markets of the whole game that were silent while other books were captured. */
  readonly silent: readonly string[];
  /** Minutes from the newest capture of an event to when the provider's answer with it was received; null: not known. */
  readonly clockMinutes: number | null;
  /** `total: 44.5 to 54.5 at 9 of 11 books`. */
  readonly leaps: readonly string[];
};

export function alarmFiguresOf(
  { values: { facts: game, path }, lines, startMs, hasClosingLine }: BuiltGame,
  events: readonly PricedEvent[],
): GameFigures {
  const { consensus } = game;
  const { lastMs, silent } = capturesBefore(events, startMs);
  return {
    gameId: game.game_id,
    sport: game.sport,
    season: game.season,
    gameDate: game.game_date,
    startMs,
    hasClosingLine,
    marginHome: game.result?.margin_home ?? null,
    books: (lines.get("full") ?? []).map(({ book, markets: { spread, total } }) => ({
      book: book.slug,
      spread: spread?.close?.line ?? null,
      home: spread?.close?.first ?? null,
      away: spread?.close?.second ?? null,
      total: total?.close?.line ?? null,
      over: total?.close?.first ?? null,
      under: total?.close?.second ?? null,
    })),
    agreed: {
      spread: consensus?.spread.close ?? null,
      total: consensus?.total.close ?? null,
      homePrice: consensus?.moneyline.home_close ?? null,
      awayPrice: consensus?.moneyline.away_close ?? null,
    },
    lastCaptureMinutes: lastMs === null ? null : (startMs - lastMs) / minuteMs,
    silent,
    clockMinutes: clockMinutesOf(events),
    leaps: leapsOf(game.sport, path),
  };
}

/** Of the event whose times are the farthest from its provider's clock. */
function clockMinutesOf(events: readonly PricedEvent[]): number | null {
  let farthest: number | null = null;
  for (const { seenMs, captures } of events) {
    if (seenMs === null) continue;
    let newest = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < captures.times.length; at++) {
      const time = captures.times[at] as number;
      if (time > newest && time !== Number.POSITIVE_INFINITY) newest = time;
    }
    if (!Number.isFinite(newest)) continue;
    const minutes = (seenMs - newest) / minuteMs;
    if (farthest === null || Math.abs(minutes) > Math.abs(farthest)) farthest = minutes;
  }
  return farthest;
}

/** The last timed capture of the published books before the start, and the books that had none in the day before it. */
function capturesBefore(events: readonly PricedEvent[], startMs: number) {
  const lastOf = new Map<string, { readonly market: string; lastMs: number }>();
  for (const { captures } of events) {
    for (const { book, period, market, from, to } of stretchesOf(captures)) {
      if (period !== "full" || !book.usFacing) continue;
      let lastMs = Number.NEGATIVE_INFINITY;
      for (let at = from; at < to; at++) {
        const time = captures.times[at] as number;
        if (time < startMs && time > lastMs) lastMs = time;
      }
      const name = `${book.slug} ${market}`;
      const known = lastOf.get(name)?.lastMs ?? Number.NEGATIVE_INFINITY;
      if (known < lastMs) lastOf.set(name, { market, lastMs });
    }
  }
  const newest = new Map<string, number>();
  for (const { market, lastMs } of lastOf.values()) newest.set(market, Math.max(newest.get(market) ?? 0, lastMs));
  return {
    lastMs: newest.size === 0 ? null : Math.max(...newest.values()),
    silent: [...lastOf].flatMap(([name, { market, lastMs }]) =>
      (newest.get(market) ?? 0) - lastMs > staleAfterMs ? [name] : [],
    ),
  };
}

// Books of a game that all leap at the end.

/**
 * A leap begins in the last hours, and a third of the books, at least two, take it. Between the captures of two days books move
 * further, so that a leap is one there from a third more on.
 */
const leapWithinMs = 6 * hourMs;
const dailyLeap = { withinMs: 30 * hourMs, factor: 1.35 } as const;
const leapShare = 1 / 3;
const leastBooks = 2;

/** The last two runs of a book that no rule doubts; -1 for none. */
type Series = { readonly market: Market; readonly before: number; readonly last: number };

/** One sentence for each market that leapt, such as `total: 44.5 to 54.5 at 9 of 11 books`. */
function leapsOf(sport: Sport, path: LinePath): string[] {
  const full = Array.from(path.keys, (key, place) => ({ ...lineKeyParts(key), place })).flatMap(
    ({ period, market, place }): Series[] => {
      let [before, last] = [-1, -1];
      for (let run = path.ends[place - 1] ?? 0; run < (path.ends[place] as number); run++) {
        if (doubtOf(path.flags[run] as number) === 0) [before, last] = [last, run];
      }
      return period === "full" ? [{ market, before, last }] : [];
    },
  );
  return [...Map.groupBy(full, ({ market }) => market)].flatMap(([market, ofMarket]) =>
    leapOf(sport, market, path, ofMarket),
  );
}

function leapOf(sport: Sport, market: Market, path: LinePath, series: readonly Series[]): string[] {
  const { leap } = thresholds[sport];
  const most = market === "moneyline" ? leap.moneyline : market === "spread" ? leap.spread : leap.total;
  const expectedAt = (run: number): number => {
    const logit = logitOf(path.prices[2 * run] as number, path.prices[2 * run + 1] as number);
    const quarters = path.quarters[run] as number;
    return expectedOf(sport, "full", market, logit, quarters === noLine ? Number.NaN : quarters / 4);
  };
  const leapt = series.flatMap(({ before, last }) => {
    if (before === -1) return [];
    const [endMs, againMs] = [path.lastMs[before] || 0, path.firstMs[last] || 0];
    const beforeStartMs = path.startMs - againMs;
    const isOfDay = beforeStartMs > leapWithinMs;
    if (beforeStartMs > dailyLeap.withinMs || againMs - endMs > dailyLeap.withinMs) return [];
    const [from, to] = [expectedAt(before), expectedAt(last)];
    return Math.abs(to - from) > most * (isOfDay ? dailyLeap.factor : 1) ? [{ from, to }] : [];
  });
  if (leapt.length < leastBooks || leapt.length < series.length * leapShare) return [];
  const [from, to] = [median(leapt.map((each) => each.from)), median(leapt.map((each) => each.to))];
  return [`${market}: ${from.toFixed(1)} to ${to.toFixed(1)} at ${leapt.length} of ${series.length} books`];
}
