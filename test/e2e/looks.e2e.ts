/** Every page for every reader: axe finds nothing, no page is wider than its window, and the browser complains of none. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { openVisitor } from "../support/browser.ts";
import { readersFindings } from "./support/readers.ts";
import { openStage } from "./support/stage.ts";
import { billingOf, letAllIn, states } from "./support/states.ts";

const stage = await openStage({ settings: billingOf("http://127.0.0.1:9") });
const { browser, place } = stage;
await letAllIn(place);

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
      assert.deepEqual(await readersFindings(page), []);
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
