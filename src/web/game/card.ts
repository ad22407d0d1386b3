/** The card of a game: the score, and what became of the bets. */
import type { GameDetail } from "../../contract/lists/games.ts";
import type { Snapshot } from "../../query/load.ts";
import { inventedWords } from "../invented.ts";
import { type CardText, cardRight, cardSide, drawCard, pngOf } from "../pictures/card.ts";
import { ink } from "../pictures/draw.ts";
import { occasionText, scoreText, sharedWords } from "./head.ts";
import { nameOf, verdictTexts } from "./verdicts.ts";

/** The frame of a plot that is not there. */
const frame = { left: cardSide, top: 408, bottom: 544 } as const;
/** The scores stand to the right of the names. */
const width = cardRight - cardSide - 140;

export const draw = ({ isSample }: Snapshot, game: GameDetail): Promise<Uint8Array> =>
  pngOf(drawGameCard(game, isSample));

/**
 * Draws the card of a game as SVG.
 * @param isSample whether the game is an invented one, which the card says where a real one has its occasion.
 */
export function drawGameCard(game: GameDetail, isSample: boolean): string {
  const { home, away } = game;
  const verdicts = verdictTexts(game, "No US book posted a line for this game");
  const team = (side: GameDetail["home"], other: GameDetail["home"], y: number): readonly CardText[] => {
    const isStrong = (side.score ?? 0) >= (other.score ?? 0);
    const look = { y, isStrong, fill: isStrong ? ink.text : ink.quiet };
    return [
      { ...look, text: nameOf(side), size: 58, width },
      { ...look, text: String(side.score ?? ""), size: 68, isRight: true },
    ];
  };
  return drawCard(
    {
      occasion: isSample ? inventedWords : occasionText(game),
      isWarning: isSample,
      texts: [
        ...team(away, home, 146),
        ...team(home, away, 224),
        ...verdicts.map((text, index) => ({ text, y: 294 + index * 40, size: 30, width })),
      ],
      plot: null,
      frame,
    },
    { title: scoreText(game), description: sharedWords(game, isSample).description },
  );
}
