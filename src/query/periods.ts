/** Pages of the periods that were played, made of the columns of a season at the request. */
import type { Column } from "../contract/csv.ts";
import type { GameHead } from "../contract/game-members.ts";
import type { PeriodConsensus, PeriodRow } from "../contract/lists/periods.ts";
import { consensusBookId } from "../domain/books.ts";
import { favorite, grade } from "../domain/grading.ts";
import type { SideScores } from "../domain/period-scores.ts";
import { listedPeriods, scoredPeriodsOf } from "../domain/periods.ts";
import type { Sport } from "../domain/sports.ts";
import { moneylineSet, noEntry, spreadSet, totalSet } from "../release/line-sets.ts";
import type { SeasonLines } from "../release/season-lines.ts";
import { gameHead, type KeyedRow, madePage } from "./made-rows.ts";
import { type GameFilter, matchingGames, type Page, type PageKey, type PageRequest } from "./pages.ts";
import { entriesEnd, entriesFrom, type PeriodSlots, periodScore, periodSlots } from "./period-slots.ts";
import type { Span } from "./spans.ts";

type ListedPeriod = PeriodRow["period"];

/** Null means all periods. */
export type PeriodFilter = GameFilter & { readonly period: ListedPeriod | null };

export function periodsPage(
  sport: Sport,
  spans: readonly Span[],
  filter: PeriodFilter,
  columns: readonly Column[],
  wanted: PageRequest,
): Page {
  return madePage(periodRows(sport, spans, filter, wanted.after), columns, wanted);
}

/** The rows that come after the key, in their order. */
export function* periodRows(
  sport: Sport,
  spans: readonly Span[],
  filter: PeriodFilter,
  after: PageKey | null,
): Generator<KeyedRow<PeriodRow>> {
  const places = scoredPeriodsOf[sport]
    .filter((period) => filter.period === null || filter.period === period)
    .map((period) => ({ period, withinGame: listedPeriods.indexOf(period), slots: periodSlots(sport, period) }));
  for (const { season, game } of matchingGames(spans, filter, after)) {
    const { lines } = season;
    const gameId = season.gameIds[game] as string;
    const startMs = season.startMs[game] as number;
    const isKeyGame = after !== null && after.gameId === gameId;
    let head: GameHead | null = null;
    for (const { period, withinGame, slots } of places) {
      if (isKeyGame && withinGame <= after.withinGame) continue;
      const score = periodScore(lines, game, period);
      if (score === null) continue;
      head ??= gameHead(season, game);
      yield {
        key: { startMs, gameId, withinGame },
        row: periodRow(head, period, score, consensusOf(lines, game, slots)),
      };
    }
  }
}

/** Null when no book posted anything. */
function consensusOf(lines: SeasonLines, game: number, slots: PeriodSlots): PeriodConsensus | null {
  const entryOf = (slot: number): number => {
    const entry = entriesFrom(lines, game, slot);
    const isConsensus = entry < entriesEnd(lines, game, slot) && lines.bookIds[entry] === consensusBookId;
    return isConsensus ? entry : noEntry;
  };
  const moneyline = entryOf(slots.moneyline);
  const spread = entryOf(slots.spread);
  const total = entryOf(slots.total);
  if (moneyline === noEntry && spread === noEntry && total === noEntry) return null;
  return {
    moneyline: moneylineSet(lines, moneyline),
    spread: spreadSet(lines, spread),
    total: totalSet(lines, total),
  };
}

function periodRow(
  head: GameHead,
  period: ListedPeriod,
  score: SideScores,
  consensus: PeriodConsensus | null,
): PeriodRow {
  const spread = consensus?.spread.close ?? null;
  const { homeCovered, wentOver } = grade(score, spread, consensus?.total.close ?? null);
  const { home_close: first = null, away_close: second = null } = consensus?.moneyline ?? {};
  return {
    ...head,
    period,
    score,
    consensus,
    result: {
      margin_home: score.home - score.away,
      home_covered: homeCovered,
      went_over: wentOver,
      favorite: favorite(head.sport, spread, { line: null, first, second }),
    },
  };
}
