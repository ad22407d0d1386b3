/** Cards: the pictures that messengers show of links to pages, in the light colours of base.css, made a PNG by resvg. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type * as Plot from "@observablehq/plot";
import { renderAsync } from "@resvg/resvg-js";
import { cardSize } from "../frame/shared-head.ts";
import { html, noHtml } from "../ui/html.ts";
import { drawPicture, ink } from "./draw.ts";

/** Nothing but the background comes nearer to the left and right edges. */
export const cardSide = 64;
export const cardRight = cardSize.width - cardSide;

export type CardText = {
  readonly text: string;
  /** The middle of its letters, from the upper edge of the card. */
  readonly y: number;
  readonly size: number;
  readonly isStrong?: boolean;
  readonly fill?: string;
  readonly isRight?: boolean;
  /** A text that is longer has smaller letters. */
  readonly width?: number;
};

type Card = {
  readonly occasion: string;
  /** The line is a warning, which nobody shall miss. */
  readonly isWarning: boolean;
  readonly texts: readonly CardText[];
  /** A plot with its scales; null: the card has texts alone. */
  readonly plot?: Plot.PlotOptions | null;
  /** Where the plot's frame ends, from the edges of the card. */
  readonly frame?: { readonly left: number; readonly top: number; readonly bottom: number };
};

/** A letter of the font is about so wide, in the mean of a line. */
const letterEm = 0.52;

/** @returns SVG that stands by itself. */
export function drawCard({ occasion, isWarning, texts, plot = null, frame }: Card): string {
  const { width, height } = cardSize;
  const head: readonly CardText[] = [
    { text: occasion, y: 66, size: 28, fill: isWarning ? ink.text : ink.quiet, isStrong: isWarning, width: 880 },
    { text: "Gradeline", y: 66, size: 32, isStrong: true, fill: ink.accent, isRight: true },
  ];
  const words = [...head, ...texts].map((of) => {
    const { text, y, size, isStrong = false, fill = ink.text, isRight = false, width = cardRight - cardSide } = of;
    const [x, anchor] = isRight ? [cardRight, "end"] : [cardSide, "start"];
    const fitting = Math.min(size, Math.floor(width / (letterEm * text.length)));
    return html`<text x="${x}" y="${y}" dy="0.32em" text-anchor="${anchor}" font-size="${fitting}" font-weight="${isStrong ? 700 : 400}" fill="${fill}">${text}</text>`;
  });
  const margins = {
    marginTop: frame?.top ?? 0,
    marginBottom: height - (frame?.bottom ?? height),
    marginLeft: frame?.left ?? 0,
    marginRight: cardSide,
  };
  const said = { title: occasion, description: texts.map(({ text }) => text).join(" ") };
  const drawn = plot === null ? noHtml : drawPicture({ ...plot, width, height, ...margins }, said);
  const svg = html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${cardFont}">
<rect width="${width}" height="${height}" fill="${ink.card}"/>${words}${drawn}</svg>`;
  return inLightColours(svg.text).replaceAll(/font-family="[^"]*"/g, `font-family="${cardFont}"`);
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
