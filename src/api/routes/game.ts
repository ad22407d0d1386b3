import { parseGameId } from "../../domain/game-ids.ts";
import { unlessKnown } from "../conditional.ts";
import { endpoint } from "../endpoint.ts";
import { sendObject } from "../envelopes.ts";
import { ApiError } from "../errors.ts";
import { gameEtag, gameFreshness } from "../freshness.ts";
import { readGameId } from "../parameters.ts";
import { refuseDamaged } from "../reach.ts";

export function gameNotFound(): ApiError {
  return new ApiError("not_found", "game not found");
}

export const game = endpoint({}, async (_asked, { snapshot, shelf, request, reply }) => {
  const { game_id: text = "" } = request.params as { game_id?: string };
  const gameId = readGameId(text);
  const sport = gameId === null ? null : (parseGameId(gameId)?.sport ?? null);
  if (sport !== null) refuseDamaged(snapshot, { sport, season: null, from: null, to: null, game_id: gameId });
  const freshness = gameId === null ? null : gameFreshness(snapshot, gameId);
  if (gameId === null || freshness === null) throw gameNotFound();
  return unlessKnown(reply, freshness, async () => {
    const detail = await shelf.detail(snapshot, gameId);
    if (detail === null) throw gameNotFound();
    // The row may be newer than the snapshot; the ETag is the row's.
    reply.header("etag", gameEtag(snapshot, gameId, detail.revision));
    return sendObject(reply, detail.json);
  });
});
