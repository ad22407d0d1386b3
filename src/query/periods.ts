/** Pages of the periods that were played, and of the lines of each book on each period, made of a season's columns. */
import {
  type PeriodConsensus,
  type PeriodOddsRow,
  type PeriodRow,
  periodOdds,
  periods,
} from "../contract/lists/periods.ts";
import { consensusBookId } from "../domain/books.ts";
import { favorite, grade } from "../domain/consensus.ts";
import { listedPeriods, type PricedPeriod, pricedPeriodsOf, scoredPeriodsOf } from "../domain/periods.ts";
import type { Market, ScorePeriod, Sport } from "../domain/sports.ts";
import { type BookNames, bookNames } from "../release/format/line-words.ts";
import { booksOf, moneylineSet, noEntry, spreadSet, totalSet } from "../release/render.ts";
import { entriesOf, lineSlots, periodScore, type SeasonLines } from "../release/season-lines.ts";
import { type AskedList, type GameFilter, gameHead } from "./pages.ts";
import { gameFilterOf } from "./reach.ts";

/** Null means all periods. */
export type PeriodFilter = GameFilter & { readonly period: PeriodRow["period"] | null };

export const periodList: AskedList<ReturnType<typeof periods.read>, PeriodFilter, PeriodRow> = {
  name: "periods",
  columns: periods.columns,
  filterOf: (asked) => ({ ...gameFilterOf(asked), period: asked.period }),
  rowsOf: (filter) =>
    function* (season, game) {
      const { sport, lines } = season;
      const head = gameHead(season, game);
      for (const period of scoredPeriodsOf[sport]) {
        if (filter.period !== null && filter.period !== period) continue;
        const score = periodScore(lines, game, period);
        if (score === null) continue;
        const consensus = consensusOf(sport, lines, game, period);
        const spread = consensus?.spread.close ?? null;
        const { homeCovered, wentOver } = grade(score, spread, consensus?.total.close ?? null);
        const { home_close: first = null, away_close: second = null } = consensus?.moneyline ?? {};
        const result = {
          margin_home: score.home - score.away,
          home_covered: homeCovered,
          went_over: wentOver,
          favorite: favorite(sport, spread, { line: null, first, second }),
        };
        yield [listedPeriods.indexOf(period), { ...head, period, score, consensus, result }] as const;
      }
    },
};

/** Null when no book posted anything. */
function consensusOf(sport: Sport, lines: SeasonLines, game: number, period: ScorePeriod): PeriodConsensus | null {
  const [moneyline, spread, total] = periodMarkets.map((market) =>
    consensusEntry(sport, lines, game, period, market),
  ) as [number, number, number];
  if (moneyline === noEntry && spread === noEntry && total === noEntry) return null;
  return {
    moneyline: moneylineSet(lines, moneyline),
    spread: spreadSet(lines, spread),
    total: totalSet(lines, total),
  };
}

const periodMarkets = ["moneyline", "spread", "total"] as const;

/** The entry of the consensus; `noEntry` where there is none, as there is of a market that the sport does not publish. */
export function consensusEntry(
  sport: Sport,
  lines: SeasonLines,
  game: number,
  period: "full" | ScorePeriod,
  market: Market,
): number {
  const slot = lineSlots[sport].findIndex((each) => each.period === period && each.market === market);
  if (slot === -1) return noEntry;
  const [from, end] = entriesOf(lines, game, slot);
  return from < end && lines.bookIds[from] === consensusBookId ? from : noEntry;
}

/** Null means all. `market` keeps the rows in which it was priced. */
type PeriodOddsFilter = GameFilter & {
  readonly period: PricedPeriod | null;
  readonly bookIds: readonly number[] | null;
  readonly market: (typeof periodMarkets)[number] | null;
};

/** There are fewer book ids. */
const booksPerPeriod = 2 ** 16;

export const periodOddsList: AskedList<ReturnType<typeof periodOdds.read>, PeriodOddsFilter, PeriodOddsRow> = {
  name: "period_odds",
  columns: periodOdds.columns,
  filterOf(asked) {
    const { period, book: bookIds, market } = asked;
    return { ...gameFilterOf(asked), period, bookIds, market };
  },
  rowsOf(filter) {
    const bookIds = filter.bookIds === null ? null : new Set(filter.bookIds);
    const markets = filter.market === null ? periodMarkets : [filter.market];
    return function* (season, game) {
      const { lines } = season;
      const head = gameHead(season, game);
      for (const period of pricedPeriodsOf[season.sport]) {
        if (filter.period !== null && filter.period !== period) continue;
        const score = periodScore(lines, game, period);
        for (const [bookId, entries] of booksOf(lines, game, period)) {
          if (bookIds !== null && !bookIds.has(bookId)) continue;
          if (markets.every((market) => entries[market] === noEntry)) continue;
          const moneyline = moneylineSet(lines, entries.moneyline);
          const [spread, total] = [spreadSet(lines, entries.spread), totalSet(lines, entries.total)];
          const own = score === null ? null : grade(score, spread.close, total.close);
          const result = {
            home_covered: own?.homeCovered ?? null,
            spread_push: own?.spreadPush ?? null,
            went_over: own?.wentOver ?? null,
            total_push: own?.totalPush ?? null,
          };
          const withinGame = listedPeriods.indexOf(period) * booksPerPeriod + bookId;
          const names = bookNames.get(bookId) as BookNames;
          yield [withinGame, { ...head, period, ...names, moneyline, spread, total, result }] as const;
        }
      }
    };
  },
};
