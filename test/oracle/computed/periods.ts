/** What a score makes of lines: the rows of /v1/periods, /v1/period_odds and /v1/odds, and what /v1/games has of both. */
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
function consensusOf(lines: PeriodLines): Sets | null {
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
  readonly result: ReturnType<typeof resultOf>;
};

function resultOf({ sport }: GameKeys, score: Score, consensus: Sets | null) {
  const ahead = aheadOf(score, consensus?.spread.close ?? null, consensus?.total.close ?? null);
  return {
    margin_home: score.home - score.away,
    home_covered: beats(ahead.spread),
    went_over: beats(ahead.total),
    favorite: favoriteOf(sport, consensus),
  };
}

/** One row for each period that was played. */
export function periodRows(game: OracleGame): PeriodRow[] {
  return scoredPeriods.flatMap((period) => {
    const score = game.periodScores[period];
    if (score === undefined) return [];
    const consensus = consensusOf(periodLines(game, period));
    return [{ ...game.keys, period, score, consensus, result: resultOf(game.keys, score, consensus) }];
  });
}

/** What a row of /v1/games has of its lines: a consensus total has no opening prices. */
export function gradedGame(game: OracleGame) {
  const consensus = consensusOf(periodLines(game, "game"));
  const result = resultOf(game.keys, game.score, consensus);
  if (consensus === null) return { consensus, result };
  const { over_juice_open: _, under_juice_open: __, ...total } = consensus.total;
  return { consensus: { ...consensus, total }, result };
}

export type PeriodOddsRow = GameKeys &
  PublishedBook &
  Sets & { readonly period: string; readonly result: ReturnType<typeof againstOwnClose> };

/** Graded against the close of the book itself; of a period without a score nothing is known. */
function againstOwnClose({ spread, total }: Sets, score: Score | undefined) {
  const ahead = score === undefined ? { spread: null, total: null } : aheadOf(score, spread.close, total.close);
  return {
    home_covered: beats(ahead.spread),
    spread_push: ahead.spread === null ? null : ahead.spread === 0,
    went_over: beats(ahead.total),
    total_push: ahead.total === null ? null : ahead.total === 0,
  };
}

type Quoted = keyof PeriodLines;
const nothing: Ends = { open: null, close: null };

/** Each published book that posted one of these markets of a period, with what it showed at both ends. */
function booksOf(lines: PeriodLines, markets: readonly Quoted[]) {
  return [...publishedBooks.values()].flatMap((book) => {
    const own = (market: Quoted): BookLines | undefined => lines[market].books.find((each) => each.book === book.book);
    return markets.every((market) => own(market) === undefined)
      ? []
      : [{ book, endsOf: (market: Quoted): Ends => own(market) ?? nothing }];
  });
}

/** One row for each period and book that posted anything there, also of periods without a score. */
export function periodOddsRows(game: OracleGame): PeriodOddsRow[] {
  return pricedPeriods.flatMap((period) =>
    booksOf(periodLines(game, period), ["moneyline", "spread", "total"]).map(({ book, endsOf }) => {
      const sets = setsOf(endsOf);
      return { ...game.keys, period, ...book, ...sets, result: againstOwnClose(sets, game.periodScores[period]) };
    }),
  );
}

/** One row for each book that posted a market of the whole game. */
export function oddsRows(game: OracleGame) {
  const { game_id, sport, game_date, start_time, home, away } = game.keys;
  const lines = periodLines(game, "game");
  return booksOf(lines, Object.keys(lines) as Quoted[]).map(({ book, endsOf }) => {
    const sets = setsOf(endsOf);
    const [ofHome, ofAway] = [endsOf("home_team_total"), endsOf("away_team_total")];
    const team_total = {
      home_open: ofHome.open?.line ?? null,
      home_close: ofHome.close?.line ?? null,
      away_open: ofAway.open?.line ?? null,
      away_close: ofAway.close?.line ?? null,
      home_over_juice_close: ofHome.close?.first ?? null,
      home_under_juice_close: ofHome.close?.second ?? null,
      away_over_juice_close: ofAway.close?.first ?? null,
      away_under_juice_close: ofAway.close?.second ?? null,
    };
    const result = againstOwnClose(sets, game.score);
    return { game_id, sport, game_date, start_time, home, away, ...book, ...sets, team_total, result };
  });
}

/** What a single game has of scores and odds. */
export function detailOf(game: OracleGame) {
  return {
    period_scores: game.periodScores,
    books: oddsRows(game).map(({ book_id, book, book_name, moneyline, spread, total, team_total }) => {
      const { home_open, home_close, away_open, away_close } = team_total;
      const ofTeams = { home_open, home_close, away_open, away_close };
      return { book_id, book, book_name, moneyline, spread, total, team_total: ofTeams };
    }),
    period_odds: periodOddsRows(game).map(({ period, book_id, book, moneyline, spread, total }) => {
      const { home_juice_open: _, away_juice_open: __, ...ofSpread } = spread;
      const { over_juice_open: ___, under_juice_open: ____, ...ofTotal } = total;
      return { period, book_id, book, moneyline, spread: ofSpread, total: ofTotal };
    }),
  };
}
