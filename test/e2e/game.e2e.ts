/** A game's page in a real browser: for every reader, by clicks alone, and as a phone shows it. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, test } from "vitest";
import { openDatabase } from "../../src/database/engine.ts";
import { openVisitor } from "../support/browser.ts";
import { publishing } from "../support/game-site.ts";
import { finals, quotesOf } from "../support/hand-made.ts";
import { openPlace } from "./support/place.ts";
import { readersFindings } from "./support/readers.ts";
import { openStage } from "./support/stage.ts";

const folder = mkdtempSync(join(tmpdir(), "gradeline-e2e-game-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const databaseUrl = join(folder, "gradeline.db");
const database = await openDatabase(databaseUrl);
const { ncaaf, ...others } = finals;
// One game has no lines.
await publishing([ncaaf, ...Object.values(others).flatMap((game) => [game, ...quotesOf(game)])])(database);
await database.close();
const { browser, place } = await openStage(() => openPlace({ databaseUrl, settings: { EXPLORE_SEASONS: "2026" } }));

const nba = "/games/NBA-20260110-NYK-BOS";

describe("for every reader", () => {
  const pages = [nba, `${nba}?period=1h&market=total&book=bovada`, "/games/NHL-20260110-NYR-BOS?market=spread"];
  for (const path of [...pages, `${nba}?market=x`, "/games/NFL-20250904-DAL-PHI", "/games/NFL-2025"]) {
    test(`${path}: axe finds nothing in light and in dark, nothing is too wide, and the words of pictures have one size`, async () => {
      await using visitor = await openVisitor(browser, { bypassCSP: true });
      visitor.expects(/^(400|403|404) GET/);
      const { page } = visitor;
      await page.goto(place.url + path);
      assert.equal((await page.locator(".picture svg text").count()) > 0, pages.includes(path));
      assert.deepEqual(await readersFindings(page), []);
    });
  }
});

for (const javaScriptEnabled of [true, false]) {
  test(`a visitor goes from tab to tab and to a book, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
    await using visitor = await openVisitor(browser, { javaScriptEnabled });
    const { page } = visitor;
    await page.goto(place.url + nba);
    const title = page.getByRole("heading", { level: 1, name: "New York Knicks 112 at Boston Celtics 115" });
    assert.ok(await title.isVisible());
    await page.getByRole("navigation", { name: "Period" }).getByRole("link", { name: "First half" }).click();
    await page.getByRole("navigation", { name: "Market" }).getByRole("link", { name: "Total" }).click();
    await page.getByRole("navigation", { name: "Book in colour" }).getByRole("link", { name: "Bovada" }).click();
    assert.equal(new URL(page.url()).search, "?period=1h&market=total&book=bovada");
    const current = page.locator("main [aria-current=true]");
    assert.deepEqual(await current.allInnerTexts(), ["First half", "Total", "Bovada"]);
    // One picture of movement at a time: the other is for another width.
    assert.equal(await page.getByRole("img", { name: /capture by capture/ }).count(), 1);
    await page.getByText("Show as a table").last().click();
    assert.ok(await page.locator(".movement table").isVisible());
  });
}
