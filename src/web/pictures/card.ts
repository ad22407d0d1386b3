/**
 * Cards: the pictures that messengers show of links to pages. They are drawn by Plot like the pictures of pages, with the light
 * colours of base.css, and made a PNG by resvg.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as Plot from "@observablehq/plot";
import { renderAsync } from "@resvg/resvg-js";
import { cardSize } from "../frame/shared-head.ts";
import { drawPicture, ink, type PictureWords } from "./draw.ts";

/** Nothing but the background comes nearer to the left and right edges. */
export const cardSide = 64;
export const cardRight = cardSize.width - cardSide;

export type CardText = {
  readonly text: string;
  /** From the edges of the card. `x` is the left end, or the right end of a text that stands to the right. */
  readonly x?: number;
  readonly y: number;
  readonly size: number;
  readonly isStrong?: boolean;
  readonly fill?: string;
  readonly isRight?: boolean;
  /** A text that is longer ends with an ellipsis. */
  readonly width?: number;
};

type Card = {
  /** The line above all others: what the picture is of. */
  readonly occasion: string;
  /** The line is a warning, which nobody shall miss. */
  readonly isWarning: boolean;
  readonly texts: readonly CardText[];
  /** A plot with its scales; null: the card has texts alone. */
  readonly plot: Plot.PlotOptions | null;
  /** Where the plot's frame ends, from the edges of the card. */
  readonly frame: { readonly left: number; readonly top: number; readonly bottom: number };
};

/** @returns SVG that stands by itself. */
export function drawCard({ occasion, isWarning, texts, plot, frame }: Card, title: PictureWords): string {
  const { left, top, bottom } = frame;
  /** Plot places words relative to its frame. */
  const words = ({ text, x, y, size, isStrong = false, fill = ink.text, isRight = false, width }: CardText) =>
    Plot.text([text], {
      frameAnchor: "top-left",
      textAnchor: isRight ? "end" : "start",
      dx: (x ?? (isRight ? cardRight : cardSide)) - left,
      dy: y - top,
      lineAnchor: "middle",
      fontSize: size,
      fontWeight: isStrong ? 700 : 400,
      fill,
      lineWidth: (width ?? cardRight - cardSide) / size,
      textOverflow: "ellipsis",
    } as Plot.TextOptions);
  const head: readonly CardText[] = [
    { text: occasion, y: 66, size: 28, fill: isWarning ? ink.text : ink.quiet, isStrong: isWarning, width: 900 },
    { text: "Gradeline", y: 66, size: 32, isStrong: true, fill: ink.accent, isRight: true },
  ];
  const drawn = drawPicture(
    {
      ...(plot ?? { x: { axis: null }, y: { axis: null } }),
      ...cardSize,
      marginTop: top,
      marginBottom: cardSize.height - bottom,
      marginLeft: left,
      marginRight: cardSide,
      marks: [
        // The background covers the whole card, also outside the frame of the plot.
        Plot.frame({
          fill: ink.card,
          stroke: null,
          insetTop: -top,
          insetBottom: bottom - cardSize.height,
          insetLeft: -left,
          insetRight: -cardSide,
        } as Plot.FrameOptions),
        ...[...head, ...texts].map(words),
        ...(plot?.marks ?? []),
      ],
    },
    title,
  );
  const standing = drawn.text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');
  return inLightColours(standing).replaceAll(/font-family="[^"]*"/g, `font-family="${cardFont}"`);
}

/** A picture on its own has no style sheet: the custom properties become the light colours that base.css gives them. */
function inLightColours(svg: string): string {
  return svg
    .replaceAll(/var\((--[\w-]+)\)/g, (whole, name: string) => lightColours.get(name) ?? whole)
    .replaceAll("currentColor", lightColours.get("--quiet") ?? "");
}

const css = readFileSync(join(import.meta.dirname, "../styles/base.css"), "utf8");
const lightColours: ReadonlyMap<string, string> = new Map(
  [...css.matchAll(/^ {2}(--[\w-]+): light-dark\((#[\da-f]{3,6}), #[\da-f]{3,6}\);$/gm)].map(
    ([, name = "", light = ""]) => [name, light],
  ),
);

const cardFont = "Figtree";

/** The weights that a card has. */
const fontFiles = [
  import.meta.resolve("@expo-google-fonts/figtree/400Regular/Figtree_400Regular.ttf"),
  import.meta.resolve("@expo-google-fonts/figtree/700Bold/Figtree_700Bold.ttf"),
].map((url) => fileURLToPath(url));

export async function pngOf(svg: string): Promise<Buffer> {
  const image = await renderAsync(svg, {
    fitTo: { mode: "width", value: cardSize.width },
    // The fonts that this machine has installed change nothing.
    font: { fontFiles, loadSystemFonts: false, defaultFontFamily: cardFont, sansSerifFamily: cardFont },
  });
  return image.asPng();
}
