/** Coverage and status in a real browser: for every reader, and by clicks alone. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { openVisitor } from "../support/browser.ts";
import { publishSampleOpenings, publishSampleWeeks } from "../support/sample.ts";
import { forEveryReader } from "./support/readers.ts";
import { openStage } from "./support/stage.ts";

const stage = await openStage({
  async fill(database) {
    await publishSampleWeeks(database);
    await publishSampleOpenings(database);
  },
});
const { browser, place } = stage;

const pages = ["/coverage", "/coverage?sport=nfl&market=spread", "/coverage?sport=mlb&period=inn5", "/status"];

forEveryReader(stage, [...pages, { path: "/coverage?sport=nfl&market=spraed", refusal: /^400 GET/ }]);

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
  const panel = page.locator("details[data-tab=pandas]");
  await panel.getByText("pandas", { exact: true }).click();
  assert.equal(await page.locator("#get-this-curl").isVisible(), false);
  await panel.getByRole("button", { name: "Copy" }).click();
  await panel.getByText("Copied").waitFor();
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  assert.equal(copied, await page.locator("#get-this-pandas").textContent());
  assert.match(copied, /pd\.read_csv/);
});

test("the pages are small", async () => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  for (const path of pages) {
    await page.goto(place.url + path);
    const bytes = await page.evaluate<number>(
      "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce((sum, each) => sum + each.transferSize, 0)",
    );
    assert.ok(bytes < 60_000, `${path}: ${bytes} bytes`);
  }
});
