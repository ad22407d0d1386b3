/**
 * The members of answers that are made of the lines of one book, or of the consensus. Pure.
 */
import type { MoneylineSet, SpreadSet, TotalSet } from "../contract/book-members.ts";
import type { BookOdds, Consensus, PeriodOdds } from "../contract/lists/games.ts";
import type { OddsRow } from "../contract/lists/odds.ts";
import type { BookMarkets } from "../domain/consensus.ts";
import type { OpenClose } from "../domain/fold.ts";

export type MarketLines = BookMarkets["markets"];

const notPriced: OpenClose = { open: null, close: null };

function moneylineSet({ moneyline: { open, close } = notPriced }: MarketLines): MoneylineSet {
  return {
    home_open: open?.first ?? null,
    home_close: close?.first ?? null,
    away_open: open?.second ?? null,
    away_close: close?.second ?? null,
  };
}

function spreadSet({ spread: { open, close } = notPriced }: MarketLines): SpreadSet {
  return {
    open: open?.line ?? null,
    close: close?.line ?? null,
    home_juice_open: open?.first ?? null,
    home_juice_close: close?.first ?? null,
    away_juice_open: open?.second ?? null,
    away_juice_close: close?.second ?? null,
  };
}

function totalSet({ total: { open, close } = notPriced }: MarketLines): TotalSet {
  return {
    open: open?.line ?? null,
    close: close?.line ?? null,
    over_juice_open: open?.first ?? null,
    over_juice_close: close?.first ?? null,
    under_juice_open: open?.second ?? null,
    under_juice_close: close?.second ?? null,
  };
}

/** A total with its closing prices alone, as the consensus and periods have it. */
function shortTotal(lines: MarketLines): Consensus["total"] {
  const { open, close, over_juice_close, under_juice_close } = totalSet(lines);
  return { open, close, over_juice_close, under_juice_close };
}

export function gameMarkets(lines: MarketLines): Pick<OddsRow, "moneyline" | "spread" | "total"> {
  return { moneyline: moneylineSet(lines), spread: spreadSet(lines), total: totalSet(lines) };
}

export function consensusMarkets(lines: MarketLines): Consensus {
  return { moneyline: moneylineSet(lines), spread: spreadSet(lines), total: shortTotal(lines) };
}

export function periodMarkets(lines: MarketLines): Pick<PeriodOdds, "moneyline" | "spread" | "total"> {
  const { open, close, home_juice_close, away_juice_close } = spreadSet(lines);
  return {
    moneyline: moneylineSet(lines),
    spread: { open, close, home_juice_close, away_juice_close },
    total: shortTotal(lines),
  };
}

export function teamTotalLines({
  home_team_total: home = notPriced,
  away_team_total: away = notPriced,
}: MarketLines): BookOdds["team_total"] {
  return {
    home_open: home.open?.line ?? null,
    home_close: home.close?.line ?? null,
    away_open: away.open?.line ?? null,
    away_close: away.close?.line ?? null,
  };
}

/** The lines of both teams' totals with their closing prices, which only the odds rows have. */
export function pricedTeamTotals(lines: MarketLines): OddsRow["team_total"] {
  const { home_team_total: home = notPriced, away_team_total: away = notPriced } = lines;
  return {
    ...teamTotalLines(lines),
    home_over_juice_close: home.close?.first ?? null,
    home_under_juice_close: home.close?.second ?? null,
    away_over_juice_close: away.close?.first ?? null,
    away_under_juice_close: away.close?.second ?? null,
  };
}
