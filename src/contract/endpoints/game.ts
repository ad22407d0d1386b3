import { endpoint } from "../endpoint.ts";
import { gameIdInPath } from "../parameters/games.ts";

export const game = endpoint({
  path: "/games/:game_id",
  operation: "getGame",
  tag: "Games",
  summary: "Get a game",
  sentence: "One completed game with period scores, weather, and the full-game and period lines of every book.",
  inPath: { game_id: gameIdInPath },
  parameters: {},
  answer: "GameAnswer",
  shape: 2,
});
