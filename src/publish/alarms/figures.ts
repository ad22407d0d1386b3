/** The figures that the alarms look at: a few numbers of each game that a night has written. Pure. */
import { minuteMs } from "../../domain/durations.ts";
import { seriesParts } from "../../domain/series.ts";
import type { Sport } from "../../domain/sports.ts";
import type { PricedEvent } from "../../ledger/events.ts";
import type { BuiltGame } from "../build-game.ts";
import { staleAfterMs } from "./bands.ts";

/** The closing lines of one book, with the total's prices. */
type BookFigures = {
  readonly book: string;
  readonly spread: number | null;
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
  readonly books: readonly BookFigures[];
  /** Of the consensus at the close, and the opening total. */
  readonly agreed: {
    readonly spread: number | null;
    readonly total: number | null;
    readonly totalOpen: number | null;
    readonly homePrice: number | null;
    readonly awayPrice: number | null;
  };
  /** Minutes from the last capture of any book to the start; null without a capture that has a time. */
  readonly lastCaptureMinutes: number | null;
  /** `betrivers total`: books and markets of the whole game that were silent while other books were captured. */
  readonly silent: readonly string[];
};

export function figuresOf(
  { game, extras, startMs, hasClosingLine }: BuiltGame,
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
    books: extras.books.map(({ book, spread, total }) => ({
      book,
      spread: spread.close,
      total: total.close,
      over: total.over_juice_close,
      under: total.under_juice_close,
    })),
    agreed: {
      spread: consensus?.spread.close ?? null,
      total: consensus?.total.close ?? null,
      totalOpen: consensus?.total.open ?? null,
      homePrice: consensus?.moneyline.home_close ?? null,
      awayPrice: consensus?.moneyline.away_close ?? null,
    },
    lastCaptureMinutes: lastMs === null ? null : (startMs - lastMs) / minuteMs,
    silent,
  };
}

/** The last capture of the published books with a time before the start, and who was silent by then. */
function capturesBefore(events: readonly PricedEvent[], startMs: number) {
  const lastOf = new Map<string, { readonly market: string; lastMs: number }>();
  for (const { captures } of events) {
    const { series, times } = captures;
    for (let from = 0; from < series.length; ) {
      const key = series[from] as number;
      let lastMs = Number.NEGATIVE_INFINITY;
      let to = from;
      for (; to < series.length && series[to] === key; to++) {
        const time = times[to] as number;
        if (time < startMs && time > lastMs) lastMs = time;
      }
      from = to;
      const { book, period, market } = seriesParts(key);
      if (period !== "full" || !book.usFacing || lastMs === Number.NEGATIVE_INFINITY) continue;
      const name = `${book.slug} ${market}`;
      const known = lastOf.get(name);
      if (known === undefined || known.lastMs < lastMs) lastOf.set(name, { market, lastMs });
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
