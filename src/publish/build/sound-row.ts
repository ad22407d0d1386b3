/** Whether the row of a game that an older release published may go on being served while their game is left out. */

import type { Game, GameExtras } from "../../contract/rows/game.ts";
import { largestOdds } from "../../domain/bounds.ts";
import { gameBoundsProblem } from "../../feed/game-bounds.ts";
import type { GameRecord } from "../../feed/records.ts";
import { unpackOdds } from "../../release/packed-odds.ts";
import type { GameTableRow } from "../write/table-rows.ts";

export function isSoundRow(row: GameTableRow, nowMs: number): boolean {
  const game = JSON.parse(row.body) as Game;
  const extras = JSON.parse(row.detail) as GameExtras;
  const ofBooks = unpackOdds(row.odds).map(({ body }) => JSON.parse(body) as object);
  return (
    gameBoundsProblem(recordOf(game, extras), nowMs) === null && [game.consensus, extras, ...ofBooks].every(areSmall)
  );
}

/** The record that would have made the row, as far as it has bounds. */
function recordOf(game: Game, { weather }: GameExtras): GameRecord {
  const { venue } = game;
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
  };
}

/** Prices, lines and points are all far below the largest odds, and so is every other number of these rows. */
function areSmall(value: unknown): boolean {
  if (typeof value === "number") return Math.abs(value) <= largestOdds;
  return typeof value !== "object" || value === null || Object.values(value).every(areSmall);
}
