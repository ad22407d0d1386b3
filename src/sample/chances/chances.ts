/** The chances of every line of a game that the market expects to end by a margin and with a total. */
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

/** A part of a game is priced nearly normally, around its share of the whole game's means. */
type Shape = {
  readonly marginScale: number;
  readonly marginDeviation: number;
  readonly totalShift: number;
  readonly totalDeviation: number;
  /** By how much one side's points are fewer than half of the expected total, and their deviation. */
  readonly sideShift: number;
  readonly sideDeviation: number;
};

const shapes: Readonly<Record<"nfl" | "ncaaf" | "nba", Shape>> = {
  nfl: {
    marginScale: 0.87,
    marginDeviation: 12.5,
    totalShift: -2,
    totalDeviation: 13.1,
    sideShift: -1,
    sideDeviation: 9.3,
  },
  ncaaf: {
    marginScale: 0.91,
    marginDeviation: 15.3,
    totalShift: -2,
    totalDeviation: 15.8,
    sideShift: -1.3,
    sideDeviation: 11,
  },
  nba: {
    marginScale: 1,
    marginDeviation: 13.45,
    totalShift: 1.05,
    totalDeviation: 17.7,
    sideShift: 0.5,
    sideDeviation: 11.2,
  },
};

/** Goals that overtime and the empty net bring one side. */
const lateHockeyGoals = 0.15;

type GameKind = { readonly sport: Sport; readonly seasonType: Fixture["seasonType"] };

export function chancesOf({ sport, seasonType }: GameKind, { margin, total }: Expectation): MarketChances {
  if (sport !== "nba") return grids[sport][seasonType].at(margin, total, null);
  const { totalShift, totalDeviation } = shapes.nba;
  return {
    margins: basketballGrid.at(margin, 0, null).margins,
    totals: new NormalChances(total + totalShift, totalDeviation),
  };
}

/** @param part the parts of the game's margin and total that fall into the period. */
export function chancesOfPart(
  { sport, seasonType }: GameKind,
  { margin, total }: Expectation,
  part: { readonly period: OddsPeriod; readonly margin: number; readonly total: number },
): MarketChances {
  if (sport === "mlb" || sport === "nhl") return grids[sport][seasonType].at(margin, total, part.period);
  const { marginScale, marginDeviation, totalShift, totalDeviation } = shapes[sport];
  return {
    margins: new NormalChances(margin * marginScale * part.margin, marginDeviation * Math.sqrt(part.margin)),
    totals: new NormalChances((total + totalShift) * part.total, totalDeviation * Math.sqrt(part.total)),
  };
}

/** The points of one side. */
export function chancesOfSide(sport: Sport, { margin, total }: Expectation, isHome: boolean): LineChances {
  const points = (total + (isHome ? margin : -margin)) / 2;
  if (sport === "mlb" || sport === "nhl") return poissonChances(points + lateHockeyGoals);
  const { sideShift, sideDeviation } = shapes[sport];
  return new NormalChances(Math.max(3, points + sideShift), sideDeviation);
}
