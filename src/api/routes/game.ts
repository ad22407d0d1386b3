import { game as declared } from "../../contract/endpoints/game.ts";
import { noSuchGameIn, readGameInPath } from "../../query/game-in-path.ts";
import { gameText } from "../../query/questions/game.ts";
import { objectBody } from "../answer.ts";
import { answering } from "../endpoint.ts";
import { gameEtag, gameFreshness } from "../freshness.ts";

export const game = answering(declared, (_asked, { snapshot, shelf, gameIdText }) => {
  const { gameId } = readGameInPath(gameIdText, snapshot);
  const freshness = gameFreshness(snapshot, gameId);
  if (freshness === null) throw noSuchGameIn(snapshot, gameId);
  return {
    freshness,
    async make() {
      const { value, revision } = await gameText(shelf, snapshot, gameId);
      // The row may be newer than the snapshot; the ETag is the row's.
      return objectBody(value, gameEtag(snapshot, gameId, revision));
    },
  };
});
