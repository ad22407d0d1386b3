import { game as declared } from "../../contract/lists/games.ts";
import { readGameInPath } from "../../query/game-in-path.ts";
import { objectBody } from "../answer.ts";
import { answering } from "../endpoint.ts";
import { gameFreshness } from "../freshness.ts";

export const gameRoute = answering(declared, (_asked, context) => {
  const { snapshot, shelf, inPath } = context;
  const { game_id: gameIdText = "" } = inPath;
  const { gameId } = readGameInPath(gameIdText, snapshot);
  return {
    freshness: gameFreshness(context, gameId),
    make: () => objectBody(shelf.detail(snapshot, gameId)),
  };
});
