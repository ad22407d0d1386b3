/** The pages for operators in a browser: every one is readable. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { openDatabase } from "../../src/database/engine.ts";
import { importItems } from "../../src/ledger/import.ts";
import { openVisitor } from "../support/browser.ts";
import { gameRecord, items } from "../support/records.ts";
import { openPlace, type Place } from "./support/place.ts";
import { readersFindings } from "./support/readers.ts";
import { openStage } from "./support/stage.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-operators-"));
const operator = "ann@example.com";
const jane = "jane@example.com";
/** The pages of nights and disputes start a thread, which takes long on a machine that is busy. */
const longestMs = 120_000;

const { browser, place } = await openStage(openWithDispute);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function openWithDispute(): Promise<Place> {
  const databaseUrl = join(folder, "gradeline.db");
  const facts = await openDatabase(databaseUrl);
  const records = [gameRecord(), gameRecord({ provider: "espn", game_id: "x1", home_score: 111 })];
  await importItems(facts, items(...records), "2026-01-01T00:00:00Z");
  await facts.close();
  const opened = await openPlace({ databaseUrl, settings: { ADMIN_EMAILS: operator } });
  await setAccount(opened.access, jane, { plan: "standard" }, new Date());
  await createKey(opened.access, { email: jane, name: "laptop", now: new Date() });
  return opened;
}

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
