/** Every page for every reader: axe finds nothing, no page is wider than its window, and the browser complains of none. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { openVisitor } from "../support/browser.ts";
import { openStage } from "./support/stage.ts";
import { openPlaceOfStates, states } from "./support/states.ts";

const axeSource = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
const widthsPx = [390, 768, 1280];
const media = [
  { colorScheme: "light", reducedMotion: "no-preference" },
  { colorScheme: "dark", reducedMotion: "no-preference" },
  { colorScheme: "dark", reducedMotion: "reduce" },
] as const;

const { browser, place } = await openStage(openPlaceOfStates);

async function findingsOf(page: Page): Promise<readonly string[]> {
  // Colours on their way from one theme to the other are neither's.
  await page.evaluate("for (const animation of document.getAnimations()) animation.finish()");
  return page.evaluate<string[]>(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))",
  );
}

async function overflowOf(page: Page, widthPx: number): Promise<readonly string[]> {
  await page.setViewportSize({ width: widthPx, height: 900 });
  const [wide, inner] = await page.evaluate<[number, number]>("[document.documentElement.scrollWidth, innerWidth]");
  return wide > inner ? [`${wide} px wide in a window of ${widthPx}`] : [];
}

describe("for every reader", () => {
  for (const { name, email, path = "", act, refusal } of states) {
    test(`${name}: axe finds nothing in light, in dark and without motion, and nothing is too wide`, async () => {
      // The policy of the page would keep the checker out too; the other tests keep it on.
      await using visitor = await openVisitor(browser, { bypassCSP: true });
      if (refusal !== undefined) visitor.expects(refusal);
      const { page, context } = visitor;
      if (email !== null) await place.letIn(context, email);
      await page.goto(place.manageUrl + path);
      await act?.(page, place);
      await page.waitForLoadState();
      await page.evaluate(axeSource);
      const found: string[] = [];
      for (const widthPx of widthsPx) {
        found.push(...(await overflowOf(page, widthPx)));
        if (widthPx === 768) continue;
        for (const each of media) {
          await page.emulateMedia(each);
          found.push(...(await findingsOf(page)).map((text) => `${widthPx} ${each.colorScheme} ${text}`));
        }
      }
      assert.deepEqual(found, []);
    });
  }
});

test("without motion nothing moves", async () => {
  await using visitor = await openVisitor(browser, { reducedMotion: "reduce" });
  const { page } = visitor;
  await page.goto(place.manageUrl);
  const moving = await page.evaluate<string[]>(`[...document.querySelectorAll("*")].flatMap((element) => {
    const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
    const isMoving = parseFloat(transitionDuration) > 0.01 || (animationName !== "none" && parseFloat(animationDuration) > 0.01);
    return isMoving ? [element.outerHTML.slice(0, 80)] : [];
  })`);
  assert.deepEqual(moving, []);
});
