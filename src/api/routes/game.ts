import { unlessKnown } from "../conditional.ts";
import { endpoint } from "../endpoint.ts";
import { sendObject } from "../envelopes.ts";
import { gameEtag, gameFreshness } from "../freshness.ts";
import { gameNotFound, readGameInPath } from "../game-in-path.ts";

export const game = endpoint({}, async (_asked, { snapshot, shelf, request, reply }) => {
  const { gameId } = readGameInPath(request, snapshot);
  const freshness = gameFreshness(snapshot, gameId);
  if (freshness === null) throw gameNotFound();
  return unlessKnown(reply, freshness, async () => {
    const detail = await shelf.detail(snapshot, gameId);
    if (detail === null) throw gameNotFound();
    // The row may be newer than the snapshot; the ETag is the row's.
    reply.header("etag", gameEtag(snapshot, gameId, detail.revision));
    return sendObject(reply, detail.value);
  });
});
