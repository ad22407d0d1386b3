/** The rows of /v1/games/{game_id}/lines: the path of every line before the start. */
import { periodLines } from "./agreed.ts";
import { pricedPeriods, publishedBooks } from "./contract.ts";
import { rounded } from "./exact.ts";
import type { OracleGame } from "./game.ts";
import { areEqual, type BookLines, type Capture, type Shown, settle } from "./quotes.ts";

export type PathRow = {
  readonly book_id: number;
  readonly book: string;
  readonly period: string;
  readonly market: string;
  readonly team: "home" | "away" | null;
  readonly first_seen: string;
  readonly last_seen: string;
  readonly captures: number;
  readonly line: number | null;
  readonly home_price: number | null;
  readonly away_price: number | null;
  readonly over_price: number | null;
  readonly under_price: number | null;
  readonly is_open: boolean;
  readonly is_close: boolean;
  readonly minutes_before_start: number;
};

/** In the order of the rows. */
const kinds = [
  { market: "moneyline", team: null, quoted: "moneyline" },
  { market: "spread", team: null, quoted: "spread" },
  { market: "total", team: null, quoted: "total" },
  { market: "team_total", team: "home", quoted: "home_team_total" },
  { market: "team_total", team: "away", quoted: "away_team_total" },
] as const;

type Seen = { readonly atMs: number; readonly shown: Shown };

/** Rows of captures only: what is stated without a time is on no path. */
export function pathRows(game: OracleGame): PathRow[] {
  return ["game", ...pricedPeriods].flatMap((period) =>
    kinds.flatMap((kind) => {
      const own = game.captures.filter((each) => each.period === period && each.market === kind.quoted);
      const byBook = Map.groupBy(own, ({ book }) => book);
      const { books } = periodLines(game, period)[kind.quoted];
      return [...publishedBooks.values()].flatMap(({ book, book_id }) =>
        runsOf(
          byBook.get(book) ?? [],
          game.startMs,
          books.find((each) => each.book === book),
        ).map((run, index, runs): PathRow => {
          const [first, last] = [run[0] as Seen, run.at(-1) as Seen];
          const { line, first: one, second: other } = first.shown;
          const isSided = kind.market === "moneyline" || kind.market === "spread";
          return {
            book_id,
            book,
            period,
            market: kind.market,
            team: kind.team,
            first_seen: new Date(first.atMs).toISOString(),
            last_seen: new Date(last.atMs).toISOString(),
            captures: run.length,
            line,
            home_price: isSided ? one : null,
            away_price: isSided ? other : null,
            over_price: isSided ? null : one,
            under_price: isSided ? null : other,
            is_open: index === 0,
            is_close: index === runs.length - 1,
            minutes_before_start: rounded({ over: BigInt(game.startMs - last.atMs), under: 60_000n }, 1),
          };
        }),
      );
    }),
  );
}

/**
 * Captures before the start in order of time, put together where one says the same as the one before. At the ends the quote
 * counts that is published.
 */
function runsOf(captures: readonly Capture[], startMs: number, ends: BookLines | undefined): Seen[][] {
  const before = captures.filter(({ at }) => typeof at === "number" && at < startMs);
  const moments = [...Map.groupBy(before, ({ at }) => Number(at))].sort(([a], [b]) => a - b);
  const runs: Seen[][] = [];
  for (const [atMs, ofMoment] of moments) {
    const published = [ends?.open, ends?.close].find((end) => end?.atMs === atMs);
    const seen = { atMs, shown: published ?? settle(ofMoment, []) };
    const run = runs.at(-1);
    if (run?.[0] !== undefined && areEqual(run[0].shown, seen.shown)) run.push(seen);
    else runs.push([seen]);
  }
  return runs;
}
