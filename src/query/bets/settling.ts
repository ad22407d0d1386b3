/** The house rules that settle the bets of a game, and the score that decides by them. */
import { type HouseRule, isShortened, rulesOfGame, type SideRules } from "../../domain/house-rules.ts";
import type { SideScores } from "../../domain/period-scores.ts";
import { scoredPeriods } from "../../release/game-lines.ts";
import type { SeasonLines } from "../../release/season-lines.ts";
import { periodScore } from "../periods.ts";
import type { SeasonShelf } from "../season.ts";
import type { SideSlot } from "./side-slots.ts";

/** By the place of the side. */
export function rulesAt({ sport, innings, lines }: SeasonShelf, game: number): readonly SideRules[] {
  return rulesOfGame(sport, innings[game] as number, isHomeAhead(lines, game));
}

export function ruleAt(season: SeasonShelf, game: number, { place }: SideSlot, bookId: number): HouseRule {
  const { common, books } = rulesAt(season, game)[place] as SideRules;
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
