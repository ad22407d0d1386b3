/**
 * The picture that a messenger shows of a link to a game: the score, what became of the bets, and the margin on a line of
 * numbers. It is drawn by Plot like the pictures of pages, with the light colours of base.css, and made a PNG by resvg.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as Plot from "@observablehq/plot";
import type { BetRow } from "../../contract/rows/bets.ts";
import type { GameDetail } from "../../contract/rows/game.ts";
import { inventedWords } from "../invented.ts";
import { drawPicture, ink } from "../pictures/draw.ts";
import { occasionText } from "./head.ts";
import { plotOfNumberLine } from "./number-line-picture.ts";
import { marginLine, totalLine } from "./number-lines.ts";
import { cardSize, descriptionOf, scoreText } from "./share.ts";
import { gradedGame, nameOf, verdictsOf } from "./verdicts.ts";

export const cardFont = "Figtree";

const left = 64;
const right = cardSize.width - left;
/** The lines of text stand above the line of numbers. */
const textBottom = 408;
const lineScale = 2;

type Words = { readonly size: number; readonly isStrong?: boolean; readonly fill?: string; readonly isRight?: boolean };

/**
 * Draws the card of a game as SVG.
 * @param bets the consensus of the full game.
 * @param isSample whether the game is an invented one, which the card says where a real one has its occasion.
 */
export function drawCard(game: GameDetail, bets: readonly BetRow[], isSample: boolean): string {
  const { home, away } = game;
  const graded = gradedGame(game);
  const verdicts =
    graded === null ? ["No US book posted a line for this game"] : verdictsOf(graded).map(({ text }) => text);
  const of = (market: string, selection: string) =>
    bets.find((bet) => bet.market === market && bet.selection === selection && bet.close.line !== null);
  const spread = of("spread", "home");
  const total = of("total", "over");
  const line = spread !== undefined ? marginLine(spread) : total !== undefined ? totalLine(total) : null;
  const numbers = line === null ? null : plotOfNumberLine(line, lineScale);
  const margins = { top: textBottom, bottom: 86, side: left };
  /** Words at a height from the top of the card; Plot places them relative to its frame. */
  const words = (text: string, y: number, { size, isStrong = false, fill = ink.text, isRight = false }: Words) =>
    Plot.text([text], {
      frameAnchor: isRight ? "top-right" : "top-left",
      dy: y - margins.top,
      dx: 0,
      lineAnchor: "middle",
      fontSize: size,
      fontWeight: isStrong ? 700 : 400,
      fill,
      lineWidth: (right - left - 140) / size,
      textOverflow: "ellipsis",
    } as Plot.TextOptions);
  const team = (side: GameDetail["home"], other: GameDetail["home"], y: number) => {
    const isStrong = (side.score ?? 0) >= (other.score ?? 0);
    const look = { isStrong, fill: isStrong ? ink.text : ink.quiet };
    return [
      words(nameOf(side), y, { size: 58, ...look }),
      words(String(side.score ?? ""), y, { size: 68, ...look, isRight: true }),
    ];
  };
  const drawn = drawPicture(
    {
      ...numbers,
      ...(numbers === null ? { x: { axis: null }, y: { axis: null } } : {}),
      ...cardSize,
      marginTop: margins.top,
      marginBottom: margins.bottom,
      marginLeft: margins.side,
      marginRight: margins.side,
      marks: [
        // The background covers the whole card, also outside the frame of the plot.
        Plot.frame({
          fill: ink.card,
          stroke: null,
          insetTop: -margins.top,
          insetBottom: -margins.bottom,
          insetLeft: -margins.side,
          insetRight: -margins.side,
        } as Plot.FrameOptions),
        words(isSample ? inventedWords : occasionText(game), 66, {
          size: 28,
          fill: isSample ? ink.text : ink.quiet,
          isStrong: isSample,
        }),
        words("Gradeline", 66, { size: 32, isStrong: true, fill: ink.accent, isRight: true }),
        ...team(away, home, 146),
        ...team(home, away, 224),
        ...verdicts.map((text, index) => words(text, 294 + index * 40, { size: 30 })),
        ...(numbers?.marks ?? []),
      ],
    },
    { title: scoreText(game), description: descriptionOf(game, isSample) },
  );
  const standing = drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
  return inLightColours(standing).replaceAll(/font-family="[^"]*"/g, `font-family="${cardFont}"`);
}

/** A picture on its own has no style sheet: the custom properties become the light colours that base.css gives them. */
function inLightColours(svg: string): string {
  return svg
    .replaceAll(/var\((--[\w-]+)\)/g, (whole, name: string) => lightColours.get(name) ?? whole)
    .replaceAll("currentColor", lightColours.get("--quiet") ?? "");
}

const css = readFileSync(join(import.meta.dirname, "../assets/base.css"), "utf8");
const lightColours: ReadonlyMap<string, string> = new Map(
  [...css.matchAll(/^ {2}(--[\w-]+): light-dark\((#[\da-f]{3,6}), #[\da-f]{3,6}\);$/gm)].map(
    ([, name = "", light = ""]) => [name, light],
  ),
);
