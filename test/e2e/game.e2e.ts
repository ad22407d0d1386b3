/** A game's page in a real browser: for every reader, by clicks alone, and as a phone shows it. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { openVisitor } from "../support/browser.ts";
import { publishing } from "../support/game-site.ts";
import { finals, quotesOf } from "../support/records.ts";
import { forEveryReader } from "./support/readers.ts";
import { openStage } from "./support/stage.ts";

const { ncaaf, ...others } = finals;
const stage = await openStage({
  // One game has no lines.
  fill: publishing([ncaaf, ...Object.values(others).flatMap((game) => [game, ...quotesOf(game)])]),
  settings: { EXPLORE_SEASONS: "2026" },
});
const { browser, place } = stage;

const nba = "/games/NBA-20260110-NYK-BOS";

const drawn = [nba, `${nba}?period=1h&market=total&book=bovada`, "/games/NHL-20260110-NYR-BOS?market=spread"];
forEveryReader(stage, [
  ...drawn.map((path) => ({
    path,
    act: async (page: Page) => assert.ok((await page.locator(".picture svg text").count()) > 0),
  })),
  { path: `${nba}?market=x`, refusal: /^400 GET/ },
  { path: "/games/NFL-20250904-DAL-PHI", refusal: /^403 GET/ },
  { path: "/games/NFL-2025", refusal: /^404 GET/ },
]);

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
