/**
 * When a season is over although some of its games were never closed by anybody [D-45]: playoff games that were not
 * necessary, and games that a provider calls scheduled for ever. Pure.
 */
import { dayMs } from "../../domain/durations.ts";
import { sampleProvider } from "../../domain/providers.ts";
import type { SeasonGame } from "../../domain/seasons.ts";
import type { LedgerGame } from "../match/assemble.ts";

/** A game of a season, as far as the season's end depends on it. */
export type LedgerSeasonGame = SeasonGame & {
  readonly game: LedgerGame;
  /** Whether it is final and not in the archive: it is waited for like one that is to be played [D-45]. */
  readonly isHeld: boolean;
};

/** Half a year. No sport of ours has a pause that long within a season. */
const silenceMs = 183 * dayMs;

/** A series of seven games is over after four, so that three of them at most are never played. */
const leftOfASeries = 3;

/**
 * Whether half a year has gone by since the last game of the season, played or listed, and the season came to its end
 * then. It did not where the postseason or more than the rest of one series is missing: then nobody has imported what
 * came, and nothing says that it was not played.
 */
export function isOverBySilence(games: readonly LedgerSeasonGame[], nowMs: number): boolean {
  const dates = games.map(({ game }) => game.gameDate).sort();
  const last = dates.at(-1);
  if (last === undefined || !isHalfAYearAgo(last, nowMs)) return false;
  const finals = games.filter(({ game }) => game.records.some(({ status }) => status === "final"));
  const lastFinal = finals.reduce((latest, { game }) => (game.gameDate > latest ? game.gameDate : latest), "");
  const unplayed = games.filter(({ state, isHeld }) => state === "unplayed" && !isHeld);
  // The calendar of the sample is an invented one, which knows no clock.
  if (unplayed.some(({ game }) => game.records.some(({ provider }) => provider === sampleProvider))) return false;
  const hasPostseason = finals.some(({ game }) => game.records[0].season_type === "postseason");
  return hasPostseason && unplayed.filter(({ game }) => game.gameDate > lastFinal).length <= leftOfASeries;
}

/** Whether half a year has gone by since a slate date. */
export function isHalfAYearAgo(date: string, nowMs: number): boolean {
  return Date.parse(date) + silenceMs < nowMs;
}
