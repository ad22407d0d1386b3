/** The final games of a sample with every book's full-game captures, reduced to openings, closings and a consensus. */

import { type SampleOptions, sampleRecords } from "../../sample/src/sample.ts";
import { impliedProbability } from "../../src/domain/american-odds.ts";
import { consensusLine, consensusMoneyline, moneylineLean } from "../../src/domain/consensus.ts";
import type { Quote } from "../../src/domain/fold.ts";
import type { GameRecord, QuoteRecord } from "../../src/feed/records.ts";

export type MainMarket = "moneyline" | "spread" | "total";

/** The captures of one book and market before the start, in order of time. */
export type Series = {
  readonly book: string;
  readonly market: MainMarket;
  readonly captures: readonly (Quote & { readonly leadMs: number })[];
};

/** The home line of the spread, the total, and the home side's chance without the vig, all by the consensus. */
export type Lines = {
  readonly spread: number | null;
  readonly total: number | null;
  readonly homeShare: number | null;
};

export type SampledGame = {
  readonly game: GameRecord;
  /** The margin is home minus away; the total is the sum. */
  readonly margin: number;
  readonly total: number;
  readonly series: readonly Series[];
  readonly open: Lines;
  readonly close: Lines;
};

const mainMarkets: ReadonlySet<string> = new Set<MainMarket>(["moneyline", "spread", "total"]);

export function* sampledGames(options: SampleOptions): Generator<SampledGame> {
  let game: GameRecord | null = null;
  let quotes: QuoteRecord[] = [];
  for (const record of sampleRecords(options)) {
    if (record.type === "quote" && record.period === "full" && mainMarkets.has(record.market)) quotes.push(record);
    if (record.type !== "game") continue;
    if (game?.status === "final") yield sampledGame(game, quotes);
    game = record;
    quotes = [];
  }
  if (game?.status === "final") yield sampledGame(game, quotes);
}

function sampledGame(game: GameRecord, quotes: readonly QuoteRecord[]): SampledGame {
  const startMs = Date.parse(game.actual_start_time ?? (game.start_time as string));
  const byBook = Map.groupBy(quotes, (quote) => `${quote.book} ${quote.market}`);
  const series = [...byBook.values()].map((ofBook) => seriesOf(ofBook, startMs));
  const shown = series.filter(({ captures }) => captures.length > 0);
  const [home, away] = [game.home_score as number, game.away_score as number];
  return {
    game,
    margin: home - away,
    total: home + away,
    series: shown,
    open: linesOf(shown, 0),
    close: linesOf(shown, -1),
  };
}

function seriesOf(quotes: readonly QuoteRecord[], startMs: number): Series {
  const [{ book, market }] = quotes as [QuoteRecord];
  const captures = quotes
    .map(({ captured_at, line, home_odds, away_odds, over_odds, under_odds }) => ({
      line,
      first: home_odds ?? over_odds,
      second: away_odds ?? under_odds,
      leadMs: startMs - Date.parse(captured_at as string),
    }))
    .filter(({ leadMs }) => leadMs > 0)
    .sort((a, b) => b.leadMs - a.leadMs);
  return { book, market: market as MainMarket, captures };
}

function linesOf(series: readonly Series[], at: 0 | -1): Lines {
  const of = (wanted: MainMarket): Quote[] =>
    series.filter(({ market }) => market === wanted).map(({ captures }) => captures.at(at) as Quote);
  const moneyline = consensusMoneyline(of("moneyline"));
  return {
    spread: consensusLine(of("spread"), moneylineLean(moneyline)).line,
    total: consensusLine(of("total"), 0).line,
    homeShare: shareOfHome(moneyline),
  };
}

/** The home side's chance by both moneylines, without the vig. */
function shareOfHome({ first, second }: Quote): number | null {
  if (first === null || second === null) return null;
  const home = impliedProbability(first);
  return home / (home + impliedProbability(second));
}
