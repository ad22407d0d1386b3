import { endpoint } from "../endpoint.ts";
import { sendObject } from "../envelopes.ts";
import { ApiError } from "../errors.ts";
import { readGameId } from "../parameters.ts";

export const game = endpoint({}, async (_asked, { snapshot, shelf, request, reply }) => {
  const { game_id: text = "" } = request.params as { game_id?: string };
  const gameId = readGameId(text);
  const detail = gameId === null ? null : await shelf.detail(snapshot, gameId);
  if (detail === null) throw new ApiError("not_found", "game not found");
  return sendObject(reply, detail.json);
});
