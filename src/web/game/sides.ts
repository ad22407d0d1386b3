/** The names of the two sides of a market. */
import type { GameView, ShownLines } from "./game-view.ts";
import { nameOf } from "./verdicts.ts";

/** The sides of a market as the page names them: the first is home or the over. */
export function sidesOf({ game }: GameView, { market }: ShownLines): readonly [string, string] {
  if (market === "total") return ["Over", "Under"];
  return [game.home.abbreviation ?? nameOf(game.home), game.away.abbreviation ?? nameOf(game.away)];
}
