/** The game that a path names: `/v1/games/{game_id}` and what is below it. */
import { parseGameId } from "../domain/game-ids.ts";
import type { Snapshot } from "../shelf/load.ts";
import { ApiError } from "./errors.ts";
import { gameIdHint, gameIdShape } from "./hints/game-ids.ts";
import { quoted } from "./hints/quoted.ts";
import { readGameId } from "./parameters.ts";
import { type Reach, refuseDamaged } from "./reach.ts";

export function gameNotFound(): ApiError {
  return new ApiError("not_found", "game not found");
}

/** No game can have this id. */
function notAGameId(text: string): ApiError {
  const shape = `${quoted(text)} has not the shape of a game_id, ${gameIdShape}`;
  return new ApiError("not_found", `${gameNotFound().message}: ${shape}; ${gameIdHint(text)}`);
}

/**
 * The id of the game, and the seasons that it can be of.
 * @param text as the path has it.
 * @throws ApiError when no game can have the id, or its season is damaged.
 */
export function readGameInPath(text: string, snapshot: Snapshot): { gameId: string; reach: Reach } {
  const gameId = readGameId(text);
  const sport = gameId === null ? null : (parseGameId(gameId)?.sport ?? null);
  if (gameId === null || sport === null) throw notAGameId(text);
  const reach = { sport, season: null, from: null, to: null, game_id: gameId };
  refuseDamaged(snapshot, reach);
  return { gameId, reach };
}
