/** The rows of /v1/games/{game_id}/lines: the path of every line before the start. */
import { periodLines } from "./agreed.ts";
import { pricedPeriods, publishedBooks } from "./contract.ts";
import { rounded } from "./exact.ts";
import type { OracleGame } from "./game.ts";
import { areEqual, type BookLines, type Capture, different, type Shown, settle } from "./quotes.ts";

export type PathRow = {
  readonly book_id: number;
  readonly book: string;
  readonly period: string;
  readonly market: string;
  readonly team: "home" | "away" | null;
  /** Null for what is stated without a time. */
  readonly first_seen: string | null;
  readonly last_seen: string | null;
  readonly captures: number;
  readonly line: number | null;
  readonly home_price: number | null;
  readonly away_price: number | null;
  readonly over_price: number | null;
  readonly under_price: number | null;
  readonly is_open: boolean;
  readonly is_close: boolean;
  readonly minutes_before_start: number | null;
  /** No quote of these games is in doubt. */
  readonly doubt: null;
};

/** In the order of the rows. */
const kinds = [
  { market: "moneyline", team: null, quoted: "moneyline" },
  { market: "spread", team: null, quoted: "spread" },
  { market: "total", team: null, quoted: "total" },
  { market: "team_total", team: "home", quoted: "home_team_total" },
  { market: "team_total", team: "away", quoted: "away_team_total" },
] as const;

/** A run of equal captures; `times` are null for what is stated without a time. */
type Run = {
  readonly shown: Shown;
  readonly times: readonly number[] | null;
  readonly isOpen: boolean;
  readonly isClose: boolean;
};

export function pathRows(game: OracleGame): PathRow[] {
  return ["game", ...pricedPeriods].flatMap((period) =>
    kinds.flatMap(({ market, team, quoted }) => {
      const ofMarket = game.captures.filter((each) => each.period === period && each.market === quoted);
      const { books } = periodLines(game, period)[quoted];
      return books.flatMap((ends) => {
        const { book = "", book_id = 0 } = publishedBooks.get(ends.book) ?? {};
        const captured = capturedRuns(ends, ofMarket, game.startMs);
        const runs = captured.length === 0 ? statedRuns(ends) : captured;
        return runs.map((run) => ({ book_id, book, period, market, team, ...membersOf(run, market, game.startMs) }));
      });
    }),
  );
}

function membersOf({ shown, times, isOpen, isClose }: Run, market: string, startMs: number) {
  const isSided = market === "moneyline" || market === "spread";
  const [first, last] = [times?.at(0) ?? null, times?.at(-1) ?? null];
  return {
    first_seen: first === null ? null : new Date(first).toISOString(),
    last_seen: last === null ? null : new Date(last).toISOString(),
    captures: times?.length ?? 1,
    line: shown.line,
    home_price: isSided ? shown.first : null,
    away_price: isSided ? shown.second : null,
    over_price: isSided ? null : shown.first,
    under_price: isSided ? null : shown.second,
    is_open: isOpen,
    is_close: isClose,
    minutes_before_start: last === null ? null : rounded({ over: BigInt(startMs - last), under: 60_000n }, 1),
    doubt: null,
  };
}

/**
 * Captures before the start in order of time, put together where one says the same as the one before. At the ends the quote
 * counts that is published; between them, of several quotes of a moment, the one that agrees with what other books show then.
 */
function capturedRuns(ends: BookLines, ofMarket: readonly Capture[], startMs: number): Run[] {
  const before = ofMarket.filter(({ at }) => typeof at === "number" && at < startMs);
  const runs: { shown: Shown; times: number[] }[] = [];
  for (const [atMs, ofMoment] of momentsOf(before, ends.book)) {
    // An only moment is both ends, and what other books show at each may decide for another quote of it.
    const published = [ends.open, ends.close].filter((end) => end?.atMs === atMs).flatMap((end) => end ?? []);
    const others = ofMoment.length === 1 ? [] : lastShownBy(before, ends.book, atMs);
    for (const shown of published.length === 0 ? [settle(ofMoment, others)] : different(published)) {
      const run = runs.at(-1);
      if (run !== undefined && areEqual(run.shown, shown)) run.times.push(atMs);
      else runs.push({ shown, times: [atMs] });
    }
  }
  return runs.map((run, index) => ({ ...run, isOpen: index === 0, isClose: index === runs.length - 1 }));
}

/** What a book showed at each time, by time. */
function momentsOf(captures: readonly Capture[], book: string): [atMs: number, shown: Shown[]][] {
  const own = captures.filter((each) => each.book === book);
  return [...Map.groupBy(own, ({ at }) => Number(at))]
    .sort(([a], [b]) => a - b)
    .map(([atMs, ofMoment]) => [atMs, different(ofMoment)]);
}

/** What each of the other books showed last at a time. */
function lastShownBy(captures: readonly Capture[], book: string, atMs: number) {
  return [...publishedBooks.keys()].flatMap((other) => {
    const last = other === book ? undefined : momentsOf(captures, other).findLast(([time]) => time <= atMs);
    return last === undefined ? [] : [{ atMs: last[0], shown: last[1] }];
  });
}

/** Where there is no capture before the start, what is stated as the opening and as the closing is published. */
function statedRuns({ open, close }: BookLines): Run[] {
  const stated = (shown: Shown | null, end: { isOpen: boolean; isClose: boolean }): Run[] =>
    shown === null ? [] : [{ shown, times: null, ...end }];
  return [...stated(open, { isOpen: true, isClose: false }), ...stated(close, { isOpen: false, isClose: true })];
}
