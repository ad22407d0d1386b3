/** The rows of /v1/periods and of /v1/period_odds. */
import { type Agreed, leanOf, type PeriodLines, periodLines } from "./agreed.ts";
import { type PublishedBook, pricedPeriods, publishedBooks, scoredPeriods } from "./contract.ts";
import type { GameKeys, OracleGame, Score } from "./game.ts";
import type { BookLines, Shown } from "./quotes.ts";

type Ends = { readonly open: Shown | null; readonly close: Shown | null };

function moneylineSet({ open, close }: Ends) {
  return {
    home_open: open?.first ?? null,
    home_close: close?.first ?? null,
    away_open: open?.second ?? null,
    away_close: close?.second ?? null,
  };
}

function spreadSet({ open, close }: Ends) {
  return {
    open: open?.line ?? null,
    close: close?.line ?? null,
    home_juice_open: open?.first ?? null,
    home_juice_close: close?.first ?? null,
    away_juice_open: open?.second ?? null,
    away_juice_close: close?.second ?? null,
  };
}

function totalSet({ open, close }: Ends) {
  return {
    open: open?.line ?? null,
    close: close?.line ?? null,
    over_juice_open: open?.first ?? null,
    over_juice_close: close?.first ?? null,
    under_juice_open: open?.second ?? null,
    under_juice_close: close?.second ?? null,
  };
}

type Sets = {
  readonly moneyline: ReturnType<typeof moneylineSet>;
  readonly spread: ReturnType<typeof spreadSet>;
  readonly total: ReturnType<typeof totalSet>;
};

function setsOf(of: (market: "moneyline" | "spread" | "total") => Ends): Sets {
  return {
    moneyline: moneylineSet(of("moneyline")),
    spread: spreadSet(of("spread")),
    total: totalSet(of("total")),
  };
}

/** Null when nobody priced the period. */
export function consensusOf(lines: PeriodLines): Sets | null {
  if (Object.values(lines).every(({ books }) => books.length === 0)) return null;
  return setsOf((market): Agreed => lines[market].agreed);
}

/** Against a number: true when it is beaten, false when it is missed, null on a push or without the number. */
function beats(ahead: number | null): boolean | null {
  return ahead === null || ahead === 0 ? null : ahead > 0;
}

function aheadOf({ home, away }: Score, spread: number | null, total: number | null) {
  return {
    spread: spread === null ? null : home - away + spread,
    total: total === null ? null : home + away - total,
  };
}

/** Football and basketball ask the spread first, baseball and hockey the moneyline [D-20]. */
function favoriteOf(sport: GameKeys["sport"], consensus: Sets | null): "home" | "away" | null {
  if (consensus === null) return null;
  const { spread, moneyline } = consensus;
  const line = spread.close ?? 0;
  const bySpread = line < 0 ? "home" : line > 0 ? "away" : null;
  const byMoneyline = leanOf({ line: null, first: moneyline.home_close, second: moneyline.away_close });
  return sport === "mlb" || sport === "nhl" ? (byMoneyline ?? bySpread) : (bySpread ?? byMoneyline);
}

export type PeriodRow = GameKeys & {
  readonly period: string;
  readonly score: Score;
  readonly consensus: Sets | null;
  readonly result: {
    readonly margin_home: number;
    readonly home_covered: boolean | null;
    readonly went_over: boolean | null;
    readonly favorite: "home" | "away" | null;
  };
};

/** One row for each period that was played. */
export function periodRows(game: OracleGame): PeriodRow[] {
  return scoredPeriods.flatMap((period) => {
    const score = game.periodScores[period];
    if (score === undefined) return [];
    const consensus = consensusOf(periodLines(game, period));
    const ahead = aheadOf(score, consensus?.spread.close ?? null, consensus?.total.close ?? null);
    const result = {
      margin_home: score.home - score.away,
      home_covered: beats(ahead.spread),
      went_over: beats(ahead.total),
      favorite: favoriteOf(game.keys.sport, consensus),
    };
    return [{ ...game.keys, period, score, consensus, result }];
  });
}

export type PeriodOddsRow = GameKeys &
  PublishedBook &
  Sets & {
    readonly period: string;
    readonly result: {
      readonly home_covered: boolean | null;
      readonly spread_push: boolean | null;
      readonly went_over: boolean | null;
      readonly total_push: boolean | null;
    };
  };

/** One row for each period and book that posted anything there, also of periods without a score. */
export function periodOddsRows(game: OracleGame): PeriodOddsRow[] {
  return pricedPeriods.flatMap((period) => {
    const lines = periodLines(game, period);
    const score = game.periodScores[period];
    return [...publishedBooks.values()].flatMap((book) => {
      const own = (market: "moneyline" | "spread" | "total"): BookLines | undefined =>
        lines[market].books.find((each) => each.book === book.book);
      const markets = ["moneyline", "spread", "total"] as const;
      if (markets.every((market) => own(market) === undefined)) return [];
      const sets = setsOf((market) => own(market) ?? { open: null, close: null });
      const ahead =
        score === undefined ? { spread: null, total: null } : aheadOf(score, sets.spread.close, sets.total.close);
      const result = {
        home_covered: beats(ahead.spread),
        spread_push: ahead.spread === null ? null : ahead.spread === 0,
        went_over: beats(ahead.total),
        total_push: ahead.total === null ? null : ahead.total === 0,
      };
      return [{ ...game.keys, period, ...book, ...sets, result }];
    });
  });
}
