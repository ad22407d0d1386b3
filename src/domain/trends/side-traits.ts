/** What a trend must know of the sides that bets are on, by their places among `betSides`. */
import { lineSign } from "../bets/grading.ts";
import { betSides } from "../bets/sides.ts";
import { type Sport, sports } from "../sports.ts";

export type SideTraits = {
  /** A bet on points, and not on who wins. */
  readonly isTotal: boolean;
  /** A moneyline has prices alone. */
  readonly hasLine: boolean;
  readonly lineSign: -1 | 1;
  /** The place of the other side of the same market and period, one of which wins where the other loses. */
  readonly opposite: number;
};

export const sideTraits: Readonly<Record<Sport, readonly SideTraits[]>> = Object.fromEntries(
  sports.map((sport) => [
    sport,
    betSides[sport].map((side) => ({
      isTotal: side.selection === "over" || side.selection === "under",
      hasLine: side.market !== "moneyline",
      lineSign: lineSign(side.selection),
      opposite: betSides[sport].findIndex(
        ({ market, period, selection }) =>
          market === side.market && period === side.period && selection !== side.selection,
      ),
    })),
  ]),
) as unknown as Record<Sport, readonly SideTraits[]>;
