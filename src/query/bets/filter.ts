/** Reads which bets a request asks for. */
import type { priceAtFilters } from "../../contract/filters/markets.ts";
import type { betFilters } from "../../contract/lists/bets.ts";
import type { ValuesOf } from "../../contract/parameter.ts";
import { type Movement, movementSigns, outcomeNames } from "../../domain/bets/grading.ts";
import type { Sport } from "../../domain/sports.ts";
import { noLine } from "../../release/game-lines.ts";
import type { GameFilter } from "../pages.ts";
import { type AskedGames, gameFilterOf } from "../reach.ts";
import { askedMoment } from "../snapshots/lines-at.ts";
import type { BetTest } from "./graded.ts";
import { type SideSlot, sideSlots } from "./side-slots.ts";
import { type AskedSurroundings, isOfTeam, surroundingsOf } from "./wanted.ts";

type AskedBets = AskedGames &
  ValuesOf<typeof betFilters> &
  AskedSurroundings & { readonly open_moved: Movement | null } & ValuesOf<typeof priceAtFilters>;

/**
 * The filters that lists of bets share, as a request gives them; null: it does not ask for it. Lines are in points as the selection sees
 * them, prices in the order of what they pay, and a bet without one is outside of its bounds.
 * @param bookIds the consensus is `consensusBookId`; null is the consensus and all books.
 */
export function betFilterOf(asked: AskedBets, bookIds: readonly number[] | null) {
  return {
    ...gameFilterOf(asked),
    betTypes: asked.bet_type,
    market: asked.market,
    period: asked.period,
    selection: asked.selection,
    role: asked.role,
    /** Against the close. */
    result: asked.result,
    rules: asked.rules,
    minLine: asked.min_line,
    maxLine: asked.max_line,
    minPrice: asked.min_price,
    maxPrice: asked.max_price,
    bookIds,
    /** From the bet's own open to its close. */
    openMoved: asked.open_moved,
    surroundings: surroundingsOf(asked),
    /** The moment at which bets are graded besides. No bet is left out by it. */
    atMoment: askedMoment(asked),
  };
}

export type BetFilter = ReturnType<typeof betFilterOf>;

/** The filter of the games that can have such bets: where one team is bet on, those of that team. */
export function gamesWanted({ surroundings, ...filter }: BetFilter): GameFilter {
  const [only = null, second] = surroundings.on ?? [];
  return filter.team === null && second === undefined ? { ...filter, team: only } : filter;
}

/** Whether the answer follows from games of the season before, too. */
export function looksBack({ surroundings }: BetFilter): boolean {
  return surroundings.meeting_last !== undefined;
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
      // Bets that can have no role or no line are not even looked at.
      (filter.role === null || side.market === "moneyline" || side.market === "spread") &&
      !(hasLineBounds && side.market === "moneyline") &&
      !(side.team === null && isOfTeam(filter.surroundings)),
  );
}

/** The conditions of a filter on a bet itself; null: there are none. */
export function betTestOf(filter: BetFilter): BetTest | null {
  const { role, result, openMoved, minLine, maxLine, minPrice, maxPrice } = filter;
  const hasLineBounds = minLine !== null || maxLine !== null;
  const hasPriceBounds = minPrice !== null || maxPrice !== null;
  if (!hasLineBounds && !hasPriceBounds && role === null && result === null && openMoved === null) return null;
  const [leastLine, mostLine] = [4 * (minLine ?? -endless), 4 * (maxLine ?? endless)];
  const [leastPrice, mostPrice] = [minPrice ?? -endless, maxPrice ?? endless];
  const outcome = outcomeNames.indexOf(result);
  const wantedRole = role === "favorite" ? 1 : -1;
  return (bets, bet) => {
    const line = bets.closeLine[bet] as number;
    if (hasLineBounds && (line === noLine || line < leastLine || line > mostLine)) return false;
    const price = bets.closePrice[bet] as number;
    if (hasPriceBounds && (price === 0 || price < leastPrice || price > mostPrice)) return false;
    if (result !== null && bets.closeOutcome[bet] !== outcome) return false;
    if (role !== null && bets.role[bet] !== wantedRole) return false;
    return openMoved === null || bets.movement[bet] === movementSigns[openMoved];
  };
}

const endless = Number.POSITIVE_INFINITY;
