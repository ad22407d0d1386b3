/** The game that a path names: `/v1/games/{game_id}` and what is below it. */

import { gameIdShape, readGameId } from "../contract/filters/games.ts";
import { quoted } from "../contract/hints.ts";
import { type GameIdentity, parseGameId } from "../domain/game-ids.ts";
import { dateNumber } from "../release/season-table.ts";
import type { Snapshot } from "./load.ts";
import { type Reach, refuseDamaged } from "./reach.ts";
import { NoSuchGame } from "./refusals.ts";

/** Says also which games the two teams of the id played that day, as far as these are listed. */
export function noSuchGameIn(snapshot: Snapshot, gameId: string): NoSuchGame {
  const identity = parseGameId(gameId);
  const played = identity === null ? [] : gamesOfTeamsThatDay(snapshot, identity);
  return played.length === 0 ? new NoSuchGame() : new NoSuchGame(`; that day there was ${played.join(" and ")}`);
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
function notAGameId(text: string): NoSuchGame {
  return new NoSuchGame(`: ${quoted(text)} has not the shape of a game_id, ${gameIdShape}`);
}

/**
 * The id of the game, and the seasons that it can be of.
 * @param text as the path has it.
 * @throws NoSuchGame when no game can have the id, and BeingMended when its season is damaged.
 */
export function readGameInPath(text: string, snapshot: Snapshot): { gameId: string; reach: Reach } {
  const gameId = readGameId(text);
  const sport = gameId === null ? null : (parseGameId(gameId)?.sport ?? null);
  if (gameId === null || sport === null) throw notAGameId(text);
  const reach = { sport, season: null, from: null, to: null, game_id: gameId };
  refuseDamaged(snapshot, reach);
  return { gameId, reach };
}
