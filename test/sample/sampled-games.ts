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

export type SampledGame = { readonly game: GameRecord; readonly series: readonly Series[] };

const mainMarkets: ReadonlySet<string> = new Set<MainMarket>(["moneyline", "spread", "total"]);

export function* sampledGames(options: SampleOptions): Generator<SampledGame> {
  let game: GameRecord | null = null;
  let quotes: QuoteRecord[] = [];
  for (const record of sampleRecords(options)) {
    if (record.type === "quote" && record.period === "full" && mainMarkets.has(record.market)) quotes.push(record);
    if (record.type !== "game") continue;
    if (game?.status === "final") yield { game, series: seriesOf(game, quotes) };
    game = record;
    quotes = [];
  }
  if (game?.status === "final") yield { game, series: seriesOf(game, quotes) };
}

function seriesOf({ actual_start_time, start_time }: GameRecord, quotes: readonly QuoteRecord[]): Series[] {
  const startMs = Date.parse(actual_start_time ?? (start_time as string));
  const byBook = Map.groupBy(quotes, ({ book, market }) => `${book} ${market}`);
  const series = [...byBook.values()].map((ofBook): Series => {
    const [{ book, market }] = ofBook as [QuoteRecord];
    const captures = ofBook.map(({ captured_at, line, home_odds, away_odds, over_odds, under_odds }) => ({
      line,
      first: home_odds ?? over_odds,
      second: away_odds ?? under_odds,
      leadMs: startMs - Date.parse(captured_at as string),
    }));
    const before = captures.filter(({ leadMs }) => leadMs > 0).sort((a, b) => b.leadMs - a.leadMs);
    return { book, market: market as MainMarket, captures: before };
  });
  return series.filter(({ captures }) => captures.length > 0);
}

/** The home line of the spread, the total, and the home side's chance without the vig, all by the consensus of openings or closings. */
export function linesOf(series: readonly Series[], at: 0 | -1) {
  const of = (wanted: MainMarket): Quote[] =>
    series.filter(({ market }) => market === wanted).map(({ captures }) => captures.at(at) as Quote);
  const moneyline = consensusMoneyline(of("moneyline"));
  const [home, away] = [moneyline.first, moneyline.second].map((price) =>
    price === null ? null : impliedProbability(price),
  );
  return {
    spread: consensusLine(of("spread"), moneylineLean(moneyline)).line,
    total: consensusLine(of("total"), 0).line,
    share: home == null || away == null ? null : home / (home + away),
  };
}
