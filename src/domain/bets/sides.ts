/** The bets of a sport: every bet type with its sides, in the order in which callers see them. */
import { type LineMarket, type LinePeriod, lineMarketOf, linePeriodOf } from "../periods.ts";
import {
  type BetType,
  betTypeTable,
  bySport,
  type Market,
  type OddsPeriod,
  type Sport,
  sportFacts,
  sports,
} from "../sports.ts";

export const selections = ["home", "away", "over", "under"] as const;
export type Selection = (typeof selections)[number];

/** One side of a bet type: what one bet slip could say, but for the book. */
export type BetSide = {
  readonly betType: BetType;
  readonly period: OddsPeriod;
  readonly market: Market;
  readonly periodName: LinePeriod;
  readonly marketName: LineMarket;
  readonly selection: Selection;
  /** The team that is bet on, or of a team total the team whose total it is; null for the total of both. */
  readonly team: "home" | "away" | null;
};

/** By `bet_types`, then team, then selection. The place of a side in its list is part of cursors. */
export const betSides: Readonly<Record<Sport, readonly BetSide[]>> = bySport(sidesOf);

/** The bet types of all sports, each once. */
export const allBetTypes: readonly BetType[] = [...new Set(sports.flatMap((sport) => sportFacts[sport].betTypes))];

function sidesOf(sport: Sport): BetSide[] {
  return sportFacts[sport].betTypes.flatMap((betType) => {
    const { period, markets } = betTypeTable[betType];
    return markets.flatMap((market) =>
      selectionsOf(betType, market).map((selection) => ({
        betType,
        period,
        market,
        periodName: linePeriodOf(period),
        marketName: lineMarketOf(market),
        selection,
        team: teamOf(market, selection),
      })),
    );
  });
}

function selectionsOf(betType: BetType, market: Market): readonly Selection[] {
  if (market === "moneyline" || market === "spread") return ["home", "away"];
  if (market === "total") return ["over", "under"];
  return betType === "team_total_over" ? ["over"] : ["under"];
}

function teamOf(market: Market, selection: Selection): "home" | "away" | null {
  if (market === "home_team_total") return "home";
  if (market === "away_team_total") return "away";
  return selection === "home" || selection === "away" ? selection : null;
}
