import { game as declared } from "../../contract/endpoints/game.ts";
import { readGameInPath } from "../../query/game-in-path.ts";
import { objectBody } from "../answer.ts";
import { answering } from "../endpoint.ts";
import { gameEtag, gameFreshness } from "../freshness.ts";

export const gameRoute = answering(declared, (_asked, { snapshot, shelf, gameIdText }) => {
  const { gameId } = readGameInPath(gameIdText, snapshot);
  return {
    freshness: gameFreshness(snapshot, gameId),
    async make() {
      const { value, revision } = await shelf.detail(snapshot, gameId);
      // The row may be newer than the snapshot; the ETag is the row's.
      return objectBody(value, gameEtag(snapshot, gameId, revision));
    },
  };
});
