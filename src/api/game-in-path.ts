/** The game that a path names: `/v1/games/{game_id}` and what is below it. */
import { withoutKeys } from "../access/keys/keys.ts";
import { gameIdHint, gameIdShape } from "../contract/hints/game-ids.ts";
import { quoted } from "../contract/hints/quoted.ts";
import { readGameId } from "../contract/parameters/games.ts";
import { type GameIdentity, parseGameId } from "../domain/game-ids.ts";
import type { Snapshot } from "../query/load.ts";
import { dateNumber } from "../query/season.ts";
import { ApiError } from "./errors.ts";
import { type Reach, refuseDamaged } from "./reach.ts";

export function gameNotFound(): ApiError {
  return new ApiError("not_found", "game not found");
}

/** Says also which games the two teams of the id played that day, as far as these are listed. */
export function gameNotFoundIn(snapshot: Snapshot, gameId: string): ApiError {
  const identity = parseGameId(gameId);
  const played = identity === null ? [] : gamesOfTeamsThatDay(snapshot, identity);
  if (played.length === 0) return gameNotFound();
  return new ApiError("not_found", `${gameNotFound().message}; that day there was ${played.join(" and ")}`);
}

function gamesOfTeamsThatDay({ sports }: Snapshot, { sport, gameDate, away, home }: GameIdentity): readonly string[] {
  const date = dateNumber(gameDate);
  return sports[sport].seasons
    .filter((season) => season.firstDate <= date && date <= season.lastDate)
    .flatMap(({ gameIds, gameDates }) => gameIds.filter((_, ordinal) => gameDates[ordinal] === date))
    .filter((id) => {
      const game = parseGameId(id);
      return game !== null && [game.away, game.home].some((team) => team === away || team === home);
    });
}

/** No game can have this id. */
function notAGameId(text: string): ApiError {
  const shape = `${withoutKeys(quoted(text))} has not the shape of a game_id, ${gameIdShape}`;
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
