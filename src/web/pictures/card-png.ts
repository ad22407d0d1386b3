/** SVG text as PNG, by resvg in the threads of libuv: the thread that answers requests draws no pixels. */
import { fileURLToPath } from "node:url";
import { renderAsync } from "@resvg/resvg-js";
import { cardSize } from "../frame/shared-head.ts";

export const cardFont = "Figtree";

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
