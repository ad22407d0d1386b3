/**
 * The lines of a game that release 0.1.0 has published, of its rows as text: that release kept neither when a quote was captured nor
 * how it came to be, so the quotes have no time.
 */
import type { GameDetail } from "../../contract/lists/games.ts";
import type { OddsRow } from "../../contract/lists/odds.ts";
import { consensusBookId } from "../../domain/books.ts";
import type { Market, OddsPeriod } from "../../domain/sports.ts";
import type { LineEntry, TimedQuote } from "../packed-lines.ts";

type Stated = Pick<GameDetail["period_odds"][number], "moneyline" | "spread" | "total">;
type Numbers = Readonly<Record<string, number | null>>;

export function statedLines(detail: GameDetail, odds: readonly OddsRow[]): LineEntry[] {
  const { consensus, period_odds } = detail;
  return [
    ...odds.flatMap((row) => [
      ...entriesOf("full", row.book_id, row),
      ...teamTotals(row.book_id, row.team_total as Numbers),
    ]),
    ...(consensus === null ? [] : entriesOf("full", consensusBookId, consensus)),
    ...period_odds.flatMap((row) => entriesOf(row.period, row.book_id, row)),
  ];
}

function entriesOf(period: OddsPeriod, bookId: number, { moneyline, spread, total }: Stated): LineEntry[] {
  const juice = (of: Numbers, first: string, second: string, moment: string) =>
    quote(of[moment], of[`${first}_juice_${moment}`], of[`${second}_juice_${moment}`]);
  return [
    entry(period, "moneyline", bookId, [
      quote(null, moneyline.home_open, moneyline.away_open),
      quote(null, moneyline.home_close, moneyline.away_close),
    ]),
    entry(period, "spread", bookId, [juice(spread, "home", "away", "open"), juice(spread, "home", "away", "close")]),
    entry(period, "total", bookId, [juice(total, "over", "under", "open"), juice(total, "over", "under", "close")]),
  ].flat();
}

function teamTotals(bookId: number, of: Numbers): LineEntry[] {
  return (["home", "away"] as const).flatMap((team) =>
    entry("full", `${team}_team_total`, bookId, [
      quote(of[`${team}_open`], null, null),
      quote(of[`${team}_close`], of[`${team}_over_juice_close`], of[`${team}_under_juice_close`]),
    ]),
  );
}

/** None for a market that was not priced. */
function entry(
  period: OddsPeriod,
  market: Market,
  bookId: number,
  [open, close]: readonly [TimedQuote | null, TimedQuote | null],
): LineEntry[] {
  return open === null && close === null ? [] : [{ period, market, bookId, open, close }];
}

type Stateable = number | null | undefined;

function quote(line: Stateable, first: Stateable, second: Stateable): TimedQuote | null {
  const stated = { line: line ?? null, first: first ?? null, second: second ?? null };
  return Object.values(stated).every((value) => value === null) ? null : { ...stated, timeMs: null };
}
