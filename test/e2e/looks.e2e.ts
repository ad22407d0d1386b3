/** Every page of members and of operators for every reader: axe finds nothing, no page is wider than its window, and the browser complains of none. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { importItems } from "../../src/ledger/import.ts";
import { openVisitor } from "../support/browser.ts";
import { gameRecord, items } from "../support/records.ts";
import { billingOf } from "../web/manage-site.ts";
import { forEveryReader, readersFindings } from "./support/readers.ts";
import { openStage } from "./support/stage.ts";
import { letAllIn, states } from "./support/states.ts";

const operator = "ann@example.com";
const stage = await openStage({
  async fill(facts) {
    const records = [gameRecord(), gameRecord({ provider: "espn", game_id: "x1", home_score: 111 })];
    await importItems(facts, items(...records), "2026-01-01T00:00:00Z");
  },
  settings: { ...billingOf("http://127.0.0.1:9"), ADMIN_EMAILS: operator },
});
const { browser, place } = stage;
await letAllIn(place);

forEveryReader(
  stage,
  states.map((state) => ({ ...state, path: place.manageUrl + (state.path ?? "") })),
);

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

test("every page for operators is readable: axe finds nothing, light and dark, from 390 px", async () => {
  await using visitor = await openVisitor(browser, { bypassCSP: true });
  const { page, context } = visitor;
  // The pages of nights and disputes start a thread, which takes long on a machine that is busy.
  page.setDefaultTimeout(120_000);
  await place.letIn(context, operator);
  const member = "jane@example.com";
  await setAccount(place.access, member, { plan: "standard" }, new Date());
  for (const path of ["", "/alarms", "/disputes", "/accounts", `/account?email=${member}`, "/sign-ins", "/audit"]) {
    const answer = await page.goto(`${place.manageUrl}/operate${path}`);
    assert.equal(answer?.status(), 200, path);
    assert.deepEqual(await readersFindings(page), [], path);
  }
});
