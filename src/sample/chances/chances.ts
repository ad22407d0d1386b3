/** What the market knows of a game that it expects to end by a margin and with a total: the chances of every line. */
import type { OddsPeriod, Sport } from "../../domain/sports.ts";
import type { Expectation, Fixture } from "../fixture.ts";
import { footballRules } from "../scores/football/rules.ts";
import { baseballChances } from "./baseball.ts";
import { basketballMargins } from "./basketball.ts";
import { ChanceGrid } from "./chance-grid.ts";
import { footballChances } from "./football.ts";
import type { LineChances, MarketChances } from "./game-chances.ts";
import { hockeyChances } from "./hockey.ts";
import { NormalChances } from "./normal.ts";
import { poissonChances } from "./poisson.ts";

const grids = {
  mlb: {
    regular: new ChanceGrid(0.5, 1, (margin, total) => baseballChances(false, margin, total)),
    postseason: new ChanceGrid(0.5, 1, (margin, total) => baseballChances(true, margin, total)),
  },
  // That no playoff game stays tied makes no difference to a price.
  nfl: gridOfBoth(
    new ChanceGrid(1.5, 5, (margin, total) => footballChances(footballRules.professional, margin, total)),
  ),
  ncaaf: gridOfBoth(new ChanceGrid(2.5, 6, (margin, total) => footballChances(footballRules.college, margin, total))),
  nhl: gridOfBoth(new ChanceGrid(0.25, 0.5, hockeyChances)),
} as const;

/** Basketball's margins do not depend on the total, which is nearly normal. */
const basketballGrid = new ChanceGrid(1, 1000, (margin) => {
  const margins = basketballMargins(margin);
  return { margins, totals: margins };
});

function gridOfBoth(grid: ChanceGrid): Readonly<Record<Fixture["seasonType"], ChanceGrid>> {
  return { regular: grid, postseason: grid };
}

/** How a share of a game is priced: nearly normal, around a share of what the whole game comes to on the mean. */
type Shape = {
  readonly marginScale: number;
  readonly marginDeviation: number;
  readonly totalShift: number;
  readonly totalDeviation: number;
  /** Deviation of one side's points. */
  readonly sideDeviation: number;
};

const shapes: Readonly<Record<"nfl" | "ncaaf" | "nba", Shape>> = {
  nfl: { marginScale: 0.87, marginDeviation: 12.5, totalShift: -2, totalDeviation: 13.1, sideDeviation: 9.3 },
  ncaaf: { marginScale: 0.91, marginDeviation: 15.3, totalShift: -2, totalDeviation: 15.8, sideDeviation: 11 },
  nba: { marginScale: 1, marginDeviation: 13.45, totalShift: 1.05, totalDeviation: 17.7, sideDeviation: 11.2 },
};

type GameKind = { readonly sport: Sport; readonly seasonType: Fixture["seasonType"] };

export function chancesOf({ sport, seasonType }: GameKind, { margin, total }: Expectation): MarketChances {
  if (sport !== "nba") return grids[sport][seasonType].at(margin, total, null);
  return { margins: basketballGrid.at(margin, 0, null).margins, totals: shareOf(shapes.nba, margin, total, 1).totals };
}

/** @param share the part of the game's points that fall into the period; baseball and hockey count for themselves. */
export function chancesOfPart(
  { sport, seasonType }: GameKind,
  { margin, total }: Expectation,
  period: OddsPeriod,
  share: number,
): MarketChances {
  if (sport === "mlb" || sport === "nhl") return grids[sport][seasonType].at(margin, total, period);
  return shareOf(shapes[sport], margin, total, share);
}

/** The points of one side. */
export function chancesOfSide(sport: Sport, { margin, total }: Expectation, isHome: boolean): LineChances {
  const points = (total + (isHome ? margin : -margin)) / 2;
  if (sport === "mlb" || sport === "nhl") return poissonChances(points);
  const { totalShift, sideDeviation } = shapes[sport];
  return new NormalChances(Math.max(3, points + totalShift / 2), sideDeviation);
}

function shareOf(shape: Shape, margin: number, total: number, share: number): MarketChances {
  const spread = Math.sqrt(share);
  return {
    margins: new NormalChances(margin * shape.marginScale * share, shape.marginDeviation * spread),
    totals: new NormalChances((total + shape.totalShift) * share, shape.totalDeviation * spread),
  };
}
