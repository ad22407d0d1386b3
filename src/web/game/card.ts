/** The card of a game: the score, and what became of the bets. */
import type { GameDetail } from "../../contract/lists/games.ts";
import type { Snapshot } from "../../query/load.ts";
import { inventedWords } from "../invented.ts";
import { cardRight, cardSide, drawCard, pngOf } from "../pictures/card.ts";
import { ink } from "../pictures/draw.ts";
import { nameOf, occasionText, verdictTexts } from "./words.ts";

/** The scores stand to the right of the names. */
const width = cardRight - cardSide - 140;

export const draw = ({ isSample }: Snapshot, game: GameDetail): Promise<Uint8Array> =>
  pngOf(drawGameCard(game, isSample));

/** @param isSample whether the game is an invented one, which the card says where a real one has its occasion. */
export function drawGameCard(game: GameDetail, isSample: boolean): string {
  const { home, away } = game;
  const verdicts = verdictTexts(game);
  const team = (side: GameDetail["home"], other: GameDetail["home"], y: number) => {
    const isStrong = (side.score ?? 0) >= (other.score ?? 0);
    const look = { y, isStrong, fill: isStrong ? ink.text : ink.quiet };
    return [
      { ...look, text: nameOf(side), size: 58, width },
      { ...look, text: String(side.score ?? ""), size: 68, isRight: true },
    ];
  };
  const said = verdicts.length === 0 ? ["No US book posted a line for this game"] : verdicts;
  return drawCard({
    occasion: isSample ? inventedWords : occasionText(game),
    isWarning: isSample,
    texts: [
      ...team(away, home, 146),
      ...team(home, away, 224),
      ...said.map((text, index) => ({ text, y: 294 + index * 40, size: 30, width })),
    ],
  });
}
