/** Which bets a request asks for. */
import type { Movement } from "../../domain/bets/movement.ts";
import type { Selection } from "../../domain/bets/sides.ts";
import type { LineMarket, LinePeriod } from "../../domain/periods.ts";
import type { BetType, Sport } from "../../domain/sports.ts";
import type { GameFilter } from "../pages.ts";
import type { AskedMoment } from "../snapshots/asked-moment.ts";
import { type FormFilter, isOfTeam } from "./form.ts";
import { type SideSlot, sideSlots } from "./side-slots.ts";
import type { Situation } from "./situation.ts";
import type { TeamBetOn } from "./team-test.ts";

/** Null means that the caller did not ask for it. */
export type BetFilter = GameFilter & {
  readonly betTypes: readonly BetType[] | null;
  readonly market: LineMarket | null;
  readonly period: LinePeriod | null;
  readonly selection: Selection | null;
  readonly role: "favorite" | "underdog" | null;
  /** The result against the close. */
  readonly result: "won" | "lost" | "push" | null;
  /** Bounds of the closing line as the selection sees it, in points. A bet without such a line is outside. */
  readonly minLine: number | null;
  readonly maxLine: number | null;
  /** Bounds of the closing price, American odds in the order of what they pay. A bet without a price is outside. */
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  /** The consensus is `consensusBookId`; null is the consensus and all books. */
  readonly bookIds: readonly number[] | null;
  /** From the bet's own open to its close. */
  readonly openMoved: Movement | null;
  /** Null when nothing is asked of the circumstances of the games. */
  readonly situation: Situation | null;
  /** Null when nothing is asked of the team that is bet on. */
  readonly betOn: TeamBetOn | null;
  /** Null when nothing is asked of what the teams had done before. */
  readonly form: FormFilter | null;
  /** Null when bets are graded at the open and the close alone. No bet is left out by it. */
  readonly atMoment: AskedMoment | null;
};

/** The filter of the games that can have such bets: where one team is bet on, those of that team. */
export function gamesWanted({ betOn, ...filter }: BetFilter): GameFilter {
  const [only = null, second] = betOn?.on ?? [];
  return filter.team === null && second === undefined ? { ...filter, team: only } : filter;
}

/** Whether the answer follows from games of the season before, too. */
export function looksBack({ form }: BetFilter): boolean {
  return form?.meetingLast !== undefined;
}

/** The sides of a sport that a filter lets through, in their order. */
export function sidesWanted(sport: Sport, filter: BetFilter): SideSlot[] {
  const { betTypes, market, period, selection } = filter;
  const hasLineBounds = filter.minLine !== null || filter.maxLine !== null;
  return sideSlots[sport].filter(
    ({ side }) =>
      (betTypes === null || betTypes.includes(side.betType)) &&
      (market === null || side.marketName === market) &&
      (period === null || side.periodName === period) &&
      (selection === null || side.selection === selection) &&
      // What can have no role or no line is not even looked at.
      (filter.role === null || side.market === "moneyline" || side.market === "spread") &&
      !(hasLineBounds && side.market === "moneyline") &&
      !(side.team === null && (filter.betOn !== null || (filter.form !== null && isOfTeam(filter.form)))),
  );
}

/** Bounds of a closing price in the order of what prices pay. */
export type PriceBounds = { readonly least: number; readonly most: number };

/** Null where no price is asked for. */
export function priceBoundsOf({ minPrice, maxPrice }: Pick<BetFilter, "minPrice" | "maxPrice">): PriceBounds | null {
  if (minPrice === null && maxPrice === null) return null;
  return { least: minPrice ?? Number.NEGATIVE_INFINITY, most: maxPrice ?? Number.POSITIVE_INFINITY };
}

/** @param price 0 is none, which is outside. */
export function isPriceWithin(price: number, { least, most }: PriceBounds): boolean {
  return price !== 0 && price >= least && price <= most;
}
