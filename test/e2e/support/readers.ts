/** What a page must hold for every reader: axe finds nothing in any of the schemes, and nothing is wider than the window. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const widthsPx = [390, 768, 1280];

const media = [
  { colorScheme: "light", reducedMotion: "no-preference" },
  { colorScheme: "dark", reducedMotion: "no-preference" },
  { colorScheme: "dark", reducedMotion: "reduce" },
] as const;

/**
 * @param page of a visitor who bypasses the policy of pages, which would keep the checker out.
 * @param findMore finds what else is wrong in a window of a width.
 */
export async function readersFindings(
  page: Page,
  findMore: (widthPx: number) => Promise<readonly string[]> = async () => [],
): Promise<string[]> {
  await page.waitForLoadState();
  await page.evaluate(axeSource);
  const found: string[] = [];
  for (const widthPx of widthsPx) {
    found.push(...(await overflowOf(page, widthPx)), ...(await findMore(widthPx)));
    for (const each of media) {
      await page.emulateMedia(each);
      found.push(...(await findingsOf(page)).map((text) => `${widthPx} ${each.colorScheme} ${text}`));
    }
  }
  return found;
}

async function findingsOf(page: Page): Promise<readonly string[]> {
  // Colours on their way from one theme to the other are neither's.
  await page.evaluate("for (const animation of document.getAnimations()) animation.finish()");
  return page.evaluate<string[]>(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))",
  );
}

async function overflowOf(page: Page, widthPx: number): Promise<readonly string[]> {
  await page.setViewportSize({ width: widthPx, height: 900 });
  // Scripts that open a menu in a wide window hear of the new width with the next frame.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  const [wide, inner] = await page.evaluate<[number, number]>("[document.documentElement.scrollWidth, innerWidth]");
  return wide > inner ? [`${wide} px wide in a window of ${widthPx}`] : [];
}
