/** Where the columns of a season have the numbers of each side of a bet. */
import { lineSign } from "../../domain/bets/grading.ts";
import { type BetSide, betSides } from "../../domain/bets/sides.ts";
import { type HouseRule, isShortened, rulesOfGame, type SideRules } from "../../domain/house-rules.ts";
import type { SideScores } from "../../domain/period-scores.ts";
import { bySport, type Market, type OddsPeriod, type Sport } from "../../domain/sports.ts";
import { scoredPeriods } from "../../release/game-lines.ts";
import { lineSlots, periodScore, type SeasonLines } from "../../release/season-lines.ts";
import type { SeasonShelf } from "../season.ts";

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

/** By the place of the side. */
export function rulesAt({ sport, innings, lines }: SeasonShelf, game: number): readonly SideRules[] {
  return rulesOfGame(sport, innings[game] as number, isHomeAhead(lines, game));
}

export function ruleAt(season: SeasonShelf, game: number, at: SideSlot, bookId: number): HouseRule {
  return ruleOf(rulesAt(season, game), at, bookId);
}

/** @param rules of the game. */
export function ruleOf(rules: readonly SideRules[], { place }: SideSlot, bookId: number): HouseRule {
  const { common, books } = rules[place] as SideRules;
  return books.get(bookId) ?? common;
}

/** The score that decides a bet; null: its period was not played. @param rule null: the score of the period alone. */
export function decidingScore(
  lines: SeasonLines,
  game: number,
  { scoreCode }: SideSlot,
  rule: HouseRule | null,
): SideScores | null {
  const score = periodScore(lines, game, scoredPeriods[scoreCode] as "full");
  const added = rule?.added == null || score === null ? null : periodScore(lines, game, rule.added);
  if (score === null || added === null) return score;
  return { home: score.home + added.home, away: score.away + added.away };
}

/** Whether a game was cut short; null where that is not known, and in other sports than baseball. */
export function isShortenedAt({ sport, innings, lines }: SeasonShelf, game: number): boolean | null {
  return isShortened(sport, innings[game] as number, isHomeAhead(lines, game));
}

function isHomeAhead(lines: SeasonLines, game: number): boolean {
  const score = periodScore(lines, game, "full");
  return score !== null && score.home > score.away;
}
