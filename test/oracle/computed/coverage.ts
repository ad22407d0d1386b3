/** The rows of /v1/coverage, counted from the games. */
import type { Sport } from "../../../src/domain/sports.ts";
import { sportNames } from "../../support/sports.ts";
import { periodLines } from "./agreed.ts";
import { pricedPeriods, publishedBooks } from "./contract.ts";
import { rounded } from "./exact.ts";
import type { OracleGame } from "./game.ts";
import type { Shown } from "./quotes.ts";

export type CoverageRow = {
  readonly sport: Sport;
  readonly season: number;
  readonly period: string;
  readonly market: string;
  readonly book: string;
  readonly games: number;
  readonly with_open: number;
  readonly with_close: number;
  readonly median_minutes_before_start: number | null;
  readonly within_15_minutes: number | null;
};

const markets = [
  { market: "moneyline", quoted: ["moneyline"] },
  { market: "spread", quoted: ["spread"] },
  { market: "total", quoted: ["total"] },
  { market: "team_total", quoted: ["home_team_total", "away_team_total"] },
] as const;

type End = (Shown & { readonly atMs: number | null }) | null;

/** What a book, or the consensus, showed in a market of a game; both teams' totals are of one market. */
type OfGame = { readonly game: OracleGame; readonly open: readonly End[]; readonly close: readonly End[] };

/** By sport, season, period and market, the consensus before the books, and these by their ids. */
export function coverageRows(games: Partial<Record<Sport, readonly OracleGame[]>>): CoverageRow[] {
  return sportNames.flatMap((sport) => {
    const bySeason = Map.groupBy(games[sport] ?? [], ({ keys }) => keys.season);
    return [...bySeason]
      .toSorted(([a], [b]) => a - b)
      .flatMap(([season, ofSeason]) =>
        ["game", ...pricedPeriods].flatMap((period) =>
          markets.flatMap(({ market, quoted }) =>
            ["consensus", ...publishedBooks.keys()].flatMap((book) => {
              const priced = ofSeason.flatMap((game) => shownBy(book, game, period, quoted));
              return priced.length === 0 ? [] : [{ sport, season, period, market, book, ...counted(priced) }];
            }),
          ),
        ),
      );
  });
}

type Quoted = (typeof markets)[number]["quoted"];

function shownBy(book: string, game: OracleGame, period: string, quoted: Quoted): OfGame[] {
  const lines = periodLines(game, period);
  const own = quoted.flatMap((each) => {
    const { books, agreed } = lines[each];
    if (book !== "consensus") return books.filter((line) => line.book === book);
    const untimed = (shown: Shown): End => (isEmpty(shown) ? null : { ...shown, atMs: null });
    return books.length === 0 ? [] : [{ open: untimed(agreed.open), close: untimed(agreed.close) }];
  });
  if (own.length === 0) return [];
  return [{ game, open: own.map(({ open }) => open), close: own.map(({ close }) => close) }];
}

function isEmpty({ line, first, second }: Shown): boolean {
  return line === null && first === null && second === null;
}

function counted(priced: readonly OfGame[]) {
  const has = (ends: readonly End[]): boolean => ends.some((end) => end !== null);
  const beforeMs = priced
    .flatMap(({ game, close }) =>
      close.flatMap((end) => (end === null || end.atMs === null ? [] : [game.startMs - end.atMs])),
    )
    .sort((a, b) => a - b);
  const within = beforeMs.filter((ms) => ms <= 15 * 60_000).length;
  return {
    games: priced.length,
    with_open: priced.filter(({ open }) => has(open)).length,
    with_close: priced.filter(({ close }) => has(close)).length,
    median_minutes_before_start: medianMinutes(beforeMs),
    within_15_minutes:
      beforeMs.length === 0 ? null : rounded({ over: BigInt(within), under: BigInt(beforeMs.length) }, 4),
  };
}

/** The middle one, or the mean of the two in the middle, with 1 decimal. */
function medianMinutes(sortedMs: readonly number[]): number | null {
  const upper = sortedMs[Math.floor(sortedMs.length / 2)];
  const lower = sortedMs[Math.ceil(sortedMs.length / 2) - 1];
  if (upper === undefined || lower === undefined) return null;
  return rounded({ over: BigInt(lower + upper), under: 120_000n }, 1);
}
