/**
 * What a page must hold for every reader: axe finds nothing in any of the schemes, nothing is wider than the window, and the words of
 * all pictures have one size.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { openVisitor } from "../../support/browser.ts";
import type { Place } from "./place.ts";
import type { Stage } from "./stage.ts";

type Read = {
  readonly name?: string;
  readonly path: string;
  /** Who is signed in. */
  readonly email?: string | null;
  /** The page is one of an error. */
  readonly refusal?: RegExp;
  /** What is done on it before it is looked at. */
  readonly act?: (page: Page, place: Place) => Promise<unknown>;
};

/** A test for each of some pages, which also asks nothing of another origin. */
export function forEveryReader({ browser, place }: Stage, pages: readonly (string | Read)[]): void {
  for (const { path, name = path, email = null, refusal, act } of pages.map(
    (page) => (typeof page === "string" ? { path: page } : page) as Read,
  )) {
    test(`${name}: axe finds nothing in light and in dark, and nothing is too wide`, async () => {
      // The policy of the page would keep the checker out too; other tests keep it on.
      await using visitor = await openVisitor(browser, { bypassCSP: true });
      if (refusal !== undefined) visitor.expects(refusal);
      const { page, context } = visitor;
      if (email !== null) await place.letIn(context, email);
      const origins = new Set<string>();
      page.on("request", (request) => origins.add(new URL(request.url()).origin));
      await page.goto(path.startsWith("http") ? path : place.url + path);
      await act?.(page, place);
      assert.deepEqual(await readersFindings(page), []);
      assert.deepEqual([...origins], [new URL(place.url).origin]);
    });
  }
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const widthsPx = [390, 768, 1280];
/** Of the smallest phones. */
const narrowestPx = 320;

/** Those of axe's rules that look at colours and are on by themselves. */
const colourRules = ["color-contrast", "link-in-text-block"];

/** What a page looks like, and what axe is asked of it: in the dark nothing but the colours is another. */
const looks = [
  { media: { colorScheme: "light", reducedMotion: "no-preference" }, asked: {} },
  { media: { colorScheme: "dark", reducedMotion: "reduce" }, asked: { runOnly: colourRules } },
] as const;

/** @param page of a visitor who bypasses the policy of pages. */
export async function readersFindings(page: Page): Promise<string[]> {
  await page.waitForLoadState();
  await page.evaluate(axeSource);
  const found = await overflowOf(page, narrowestPx);
  for (const widthPx of widthsPx) {
    found.push(...(await overflowOf(page, widthPx)));
    for (const { media, asked } of looks) {
      await page.emulateMedia(media);
      found.push(...(await findingsOf(page, asked)).map((text) => `${widthPx} ${media.colorScheme} ${text}`));
    }
  }
  return found;
}

const pictureTextPx = 12;

/** The sizes of the words of the pictures that are shown, in pixels of the screen. */
const pictureSizes = `[...new Set([...document.querySelectorAll(".picture svg text")]
  .filter((text) => text.checkVisibility())
  .map((text) => Math.round(10 * parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a) / 10))]`;

async function findingsOf(page: Page, asked: { readonly runOnly?: readonly string[] }): Promise<readonly string[]> {
  // Colours on their way from one theme to the other are neither's.
  await page.evaluate("for (const animation of document.getAnimations()) animation.finish()");
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify(asked)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  );
}

async function overflowOf(page: Page, widthPx: number): Promise<string[]> {
  await page.setViewportSize({ width: widthPx, height: 900 });
  // Scripts that open a menu in a wide window hear of the new width with the next frame.
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  const [wide, inner] = await page.evaluate<[number, number]>("[document.documentElement.scrollWidth, innerWidth]");
  const sizes = await page.evaluate<number[]>(pictureSizes);
  return [
    ...(wide > inner ? [`${wide} px wide in a window of ${widthPx}`] : []),
    ...sizes.filter((px) => px !== pictureTextPx).map((px) => `words of ${px} px in a picture at ${widthPx}`),
  ];
}
