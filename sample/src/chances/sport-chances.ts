/** The chances of every line of a sport's games, of their parts and of one side. */
import type { OddsPeriod, SeasonType } from "../../../src/domain/sports.ts";
import type { Expectation } from "../fixture.ts";
import type { ChanceGrid } from "./chance-grid.ts";
import type { LineChances, MarketChances } from "./game-chances.ts";
import { NormalChances } from "./normal.ts";
import { poissonChances } from "./poisson.ts";

/** The parts of the game's margin and total that fall into the period. */
type Part = { readonly period: OddsPeriod; readonly margin: number; readonly total: number };

/** Each is asked with what the market expects: the margin by which the game ends, and its total. */
export type SportChances = {
  readonly ofGame: (seasonType: SeasonType, expected: Expectation) => MarketChances;
  readonly ofPart: (seasonType: SeasonType, expected: Expectation, part: Part) => MarketChances;
  /** The points of one side. */
  readonly ofSide: (expected: Expectation, isHome: boolean) => LineChances;
};

type Grids = Readonly<Record<SeasonType, ChanceGrid>>;

export function oneGrid(grid: ChanceGrid): Grids {
  return { regular: grid, postseason: grid };
}

export function gridGames(grids: Grids): SportChances["ofGame"] {
  return (seasonType, { margin, total }) => grids[seasonType].at(margin, total, null);
}

function pointsOfSide({ margin, total }: Expectation, isHome: boolean): number {
  return (total + (isHome ? margin : -margin)) / 2;
}

/** Goals that overtime and the empty net bring one side. */
const lateGoals = 0.15;

/** Of a sport with few goals or runs, whose grids know the chances of its parts. */
export function countedChances(grids: Grids): SportChances {
  return {
    ofGame: gridGames(grids),
    ofPart: (seasonType, { margin, total }, { period }) => grids[seasonType].at(margin, total, period),
    ofSide: (expected, isHome) => poissonChances(pointsOfSide(expected, isHome) + lateGoals),
  };
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

/** Of a sport with many points. */
export function shapedChances(ofGame: SportChances["ofGame"], shape: Shape): SportChances {
  const { marginScale, marginDeviation, totalShift, totalDeviation, sideShift, sideDeviation } = shape;
  return {
    ofGame,
    ofPart: (_, { margin, total }, part) => ({
      margins: new NormalChances(margin * marginScale * part.margin, marginDeviation * Math.sqrt(part.margin)),
      totals: new NormalChances((total + totalShift) * part.total, totalDeviation * Math.sqrt(part.total)),
    }),
    ofSide: (expected, isHome) =>
      new NormalChances(Math.max(3, pointsOfSide(expected, isHome) + sideShift), sideDeviation),
  };
}
