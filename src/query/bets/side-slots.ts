/** Where the columns of a season have the numbers of each side of a bet. */

import { lineSign } from "../../domain/bets/grading.ts";
import { type BetSide, betSides } from "../../domain/bets/sides.ts";
import { bySport, type Market, type OddsPeriod, type Sport } from "../../domain/sports.ts";
import { scoredPeriods } from "../../release/game-lines.ts";
import { lineSlots } from "../../release/season-lines.ts";

/** The bits of the teams of a game. A total of both teams is on neither, and has no bit. */
export const teamBits = { home: 1, away: 2 } as const;

export type SideSlot = {
  readonly side: BetSide;
  /** The place of the side among those of its sport. */
  readonly place: number;
  readonly slot: number;
  /** The slot of the moneyline of the same period, which tells who is favored when the spread does not. */
  readonly moneylineSlot: number;
  /** The place of the period in `scoredPeriods`. */
  readonly scoreCode: number;
  /** Whether the prices of the side are the first (0) or the second (1) of a quote. */
  readonly priceOffset: 0 | 1;
  readonly isMoneyline: boolean;
  readonly isSpread: boolean;
  readonly isAway: boolean;
  readonly lineSign: -1 | 1;
  /** The bit of the team that is bet on, see `teamBits`; 0 for the total of both. */
  readonly teamBit: number;
};

export const sideSlots: Readonly<Record<Sport, readonly SideSlot[]>> = bySport(slotsOf);

function slotsOf(sport: Sport): SideSlot[] {
  const slotOf = (period: OddsPeriod, market: Market): number =>
    lineSlots[sport].findIndex((slot) => slot.period === period && slot.market === market);
  return betSides[sport].map((side, place) => ({
    side,
    place,
    slot: slotOf(side.period, side.market),
    moneylineSlot: slotOf(side.period, "moneyline"),
    scoreCode: scoredPeriods.indexOf(side.period),
    priceOffset: side.selection === "home" || side.selection === "over" ? 0 : 1,
    isMoneyline: side.market === "moneyline",
    isSpread: side.market === "spread",
    isAway: side.selection === "away",
    lineSign: lineSign(side.selection),
    teamBit: side.team === null ? 0 : teamBits[side.team],
  }));
}
