/** Where the columns of a season have the lines and the score of a period. */
import type { SideScores } from "../domain/period-scores.ts";
import type { Market, ScorePeriod, Sport } from "../domain/sports.ts";
import { lineSlots, type SeasonLines, scoreAt } from "../release/season-lines.ts";

const noSlot = -1;

/** The slots of the markets of a period. A market that is not published for it has none, and no entries. */
export type PeriodSlots = { readonly moneyline: number; readonly spread: number; readonly total: number };

export function periodSlots(sport: Sport, period: "full" | ScorePeriod): PeriodSlots {
  const slotOf = (market: Market): number =>
    lineSlots[sport].findIndex((slot) => slot.period === period && slot.market === market);
  return { moneyline: slotOf("moneyline"), spread: slotOf("spread"), total: slotOf("total") };
}

/** The first entry of a game and slot; the entries end before `entriesEnd`. */
export function entriesFrom({ slots, from }: SeasonLines, game: number, slot: number): number {
  return slot === noSlot ? 0 : (from[game * slots.length + slot] as number);
}

export function entriesEnd({ slots, from }: SeasonLines, game: number, slot: number): number {
  return slot === noSlot ? 0 : (from[game * slots.length + slot + 1] as number);
}

/** The score of a period; null when it was not played. */
export function periodScore({ scores }: SeasonLines, game: number, period: "full" | ScorePeriod): SideScores | null {
  const at = scoreAt(game, period);
  const home = scores[at] as number;
  return home < 0 ? null : { home, away: scores[at + 1] as number };
}
