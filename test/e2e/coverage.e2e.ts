/** Coverage and status in a real browser: for every reader, and by clicks alone. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, test } from "vitest";
import { openDatabase } from "../../src/database/engine.ts";
import { openVisitor } from "../support/browser.ts";
import { publishSampleOpenings, publishSampleWeeks } from "../support/sample-archive.ts";
import { openPlace } from "./support/place.ts";
import { readersFindings } from "./support/readers.ts";
import { openStage } from "./support/stage.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-e2e-coverage-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const databaseUrl = join(folder, "gradeline.db");
const database = await openDatabase(databaseUrl);
await publishSampleWeeks(database);
await publishSampleOpenings(database);
await database.close();
const { browser, place } = await openStage(() => openPlace({ databaseUrl }));

const pages = ["/coverage", "/coverage?sport=nfl&market=spread", "/coverage?sport=mlb&period=inn5", "/status"];

describe("for every reader", () => {
  for (const path of [...pages, "/coverage?sport=nfl&market=spraed"]) {
    test(`${path}: axe finds nothing in light and in dark, and nothing is too wide`, async () => {
      await using visitor = await openVisitor(browser, { bypassCSP: true });
      if (path.includes("spraed")) visitor.expects(/^400 GET/);
      const { page } = visitor;
      await page.goto(place.url + path);
      assert.deepEqual(await readersFindings(page), []);
    });
  }
});

test("a visitor goes to the map and chooses a market, without JavaScript", async () => {
  await using visitor = await openVisitor(browser, { javaScriptEnabled: false });
  const { page } = visitor;
  await page.goto(`${place.url}/status`);
  await page.getByRole("link", { name: "Coverage" }).click();
  await page.getByRole("link", { name: "Spread", exact: true }).click();
  await page.getByRole("heading", { level: 2, name: "NFL, full game, spread" }).waitFor();
  assert.ok((await page.locator("table.heat tbody tr").count()) > 5);
});

test("the samples are tabs, and the copied line is the one that is shown", async () => {
  await using visitor = await openVisitor(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = visitor;
  await page.goto(`${place.url}/coverage`);
  await page.getByRole("tab", { name: "pandas" }).click();
  assert.equal(await page.locator("#get-this-curl").isVisible(), false);
  const panel = page.getByRole("tabpanel", { name: "pandas" });
  await panel.getByRole("button", { name: "Copy" }).click();
  await panel.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  assert.equal(copied, await page.locator("#get-this-pandas").textContent());
  assert.match(copied, /pd\.read_csv/);
});

test("the pages load from their own server only, and are small", async () => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  const origins = new Set<string>();
  page.on("request", (request) => origins.add(new URL(request.url()).origin));
  for (const path of pages) {
    await page.goto(place.url + path);
    const bytes = await page.evaluate<number>(
      "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce((sum, each) => sum + each.transferSize, 0)",
    );
    assert.ok(bytes < 60_000, `${path}: ${bytes} bytes`);
  }
  assert.deepEqual([...origins], [new URL(place.url).origin]);
});
