import { parseGameId } from "../../domain/game-ids.ts";
import { unlessKnown } from "../conditional.ts";
import { endpoint } from "../endpoint.ts";
import { sendObject } from "../envelopes.ts";
import { ApiError } from "../errors.ts";
import { gameEtag, gameFreshness } from "../freshness.ts";
import { gameIdHint, gameIdShape } from "../hints/game-ids.ts";
import { quoted } from "../hints/quoted.ts";
import { readGameId } from "../parameters.ts";
import { refuseDamaged } from "../reach.ts";

export function gameNotFound(): ApiError {
  return new ApiError("not_found", "game not found");
}

/** No game can have this id. */
function notAGameId(text: string): ApiError {
  const shape = `${quoted(text)} has not the shape of a game_id, ${gameIdShape}`;
  return new ApiError("not_found", `${gameNotFound().message}: ${shape}; ${gameIdHint(text)}`);
}

export const game = endpoint({}, async (_asked, { snapshot, shelf, request, reply }) => {
  const { game_id: text = "" } = request.params as { game_id?: string };
  const gameId = readGameId(text);
  if (gameId === null) throw notAGameId(text);
  const sport = parseGameId(gameId)?.sport ?? null;
  if (sport !== null) refuseDamaged(snapshot, { sport, season: null, from: null, to: null, game_id: gameId });
  const freshness = gameFreshness(snapshot, gameId);
  if (freshness === null) throw gameNotFound();
  return unlessKnown(reply, freshness, async () => {
    const detail = await shelf.detail(snapshot, gameId);
    if (detail === null) throw gameNotFound();
    // The row may be newer than the snapshot; the ETag is the row's.
    reply.header("etag", gameEtag(snapshot, gameId, detail.revision));
    return sendObject(reply, detail.json);
  });
});
