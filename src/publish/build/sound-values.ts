/** Whether a game that an older version published may go on being served while its records are left out. */

import { largestOdds } from "../../domain/bounds.ts";
import { gameBoundsProblem } from "../../feed/game-bounds.ts";
import type { GameRecord } from "../../feed/records.ts";
import { renderLines } from "../../release/render.ts";
import type { GameValues } from "../../release/values.ts";

export function areSoundValues(game: GameValues, nowMs: number): boolean {
  const { extras, odds } = renderLines(game);
  return gameBoundsProblem(recordOf(game), nowMs) === null && [game.facts.consensus, extras, ...odds].every(areSmall);
}

/** The record that would have made the game, as far as it has bounds. */
function recordOf({ facts: game, starters, resumedOn }: GameValues): GameRecord {
  const { venue, weather } = game;
  return {
    ...game,
    type: "game",
    provider: "archive",
    season_type: game.season_type === "postseason" ? "postseason" : "regular",
    game_number: null,
    actual_start_time: null,
    home: game.home.abbreviation ?? "",
    away: game.away.abbreviation ?? "",
    home_score: game.home.score,
    away_score: game.away.score,
    line_score: null,
    venue: venue === null ? null : { ...venue, venue_id: String(venue.venue_id) },
    weather,
    starters,
    ...(resumedOn === undefined ? {} : { resumed_on: resumedOn }),
  };
}

/** Prices, lines and points are all far below the largest odds, and so is every other number of these rows. */
function areSmall(value: unknown): boolean {
  if (typeof value === "number") return Math.abs(value) <= largestOdds;
  return typeof value !== "object" || value === null || Object.values(value).every(areSmall);
}
