/** The pages for operators in a browser: every one is readable. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { importItems } from "../../src/ledger/import.ts";
import { openVisitor } from "../support/browser.ts";
import { gameRecord, items } from "../support/records.ts";
import { readersFindings } from "./support/readers.ts";
import { openStage } from "./support/stage.ts";

const operator = "ann@example.com";
const jane = "jane@example.com";
/** The pages of nights and disputes start a thread, which takes long on a machine that is busy. */
const longestMs = 120_000;

const stage = await openStage({
  async fill(facts) {
    const records = [gameRecord(), gameRecord({ provider: "espn", game_id: "x1", home_score: 111 })];
    await importItems(facts, items(...records), "2026-01-01T00:00:00Z");
  },
  settings: { ADMIN_EMAILS: operator },
});
const { browser, place } = stage;
await setAccount(place.access, jane, { plan: "standard" }, new Date());
await createKey(place.access, { email: jane, name: "laptop", now: new Date() });

test("every page for operators is readable: axe finds nothing, light and dark, from 390 px", async () => {
  await using visitor = await openVisitor(browser, { bypassCSP: true });
  const { page } = visitor;
  page.setDefaultTimeout(longestMs);
  await place.letIn(visitor.context, operator);
  for (const path of ["", "/alarms", "/disputes", "/accounts", `/account?email=${jane}`, "/sign-ins", "/audit"]) {
    const answer = await page.goto(`${place.manageUrl}/operate${path}`);
    assert.equal(answer?.status(), 200, path);
    assert.deepEqual(await readersFindings(page), [], path);
  }
});
