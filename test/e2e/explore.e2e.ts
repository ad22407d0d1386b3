/** The explorer in a browser: with its script, on a phone also without, for every reader, at every width. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { openVisitor } from "../support/browser.ts";
import { forEveryReader } from "./support/readers.ts";
import { openStage } from "./support/stage.ts";

const stage = await openStage({ hasSample: true });
const { browser, place } = stage;

const record = (page: Page) => page.locator(".record-numbers").textContent();
const waitMs = 15_000;

/** Waits until the page is that of the address. */
async function answered(page: Page, query: RegExp): Promise<void> {
  await page.waitForURL(query, { timeout: waitMs });
  await page.waitForLoadState();
}

test("with the script, a word that changes is asked at once: address, title, answer and focus follow, and back goes back", async () => {
  await using visitor = await openVisitor(browser, { viewport: { width: 1280, height: 500 } });
  const { page } = visitor;
  await page.goto(`${place.url}/`);
  assert.equal(await page.locator("[data-ask-button]").first().isVisible(), false);
  const first = await record(page);
  await page.locator("[name=selection]").focus();
  await page.evaluate("scrollTo(0, 120)");
  await page.locator("[name=selection]").selectOption("home");
  await answered(page, /selection=home/);
  const second = await record(page);
  assert.notEqual(second, first);
  const title = await page.title();
  assert.ok(title.includes("home teams") && title.includes(String(second)), "readers of the screen hear what came out");
  assert.equal(await page.evaluate("document.activeElement.name"), "selection");
  assert.equal(await page.evaluate("scrollY"), 120);
  assert.match(String(await page.locator(".tries").textContent()), /second set/);
  await page.goBack();
  await page.locator(".record-numbers", { hasText: String(first) }).waitFor({ timeout: waitMs });
  assert.equal(await page.locator("[name=selection]").inputValue(), "away");
});

test("a name typed into the team's field becomes its abbreviation, and another sport leaves the old one's words", async () => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  await page.goto(`${place.url}/?sport=nfl&bet_type=spread`);
  await page.locator("[name=on]").fill("Cowboys");
  await page.locator("[name=on]").press("Enter");
  await answered(page, /on=DAL/);
  assert.equal(await page.locator("[name=on]").inputValue(), "DAL");
  await page.locator("[name=rest]").selectOption("bye");
  await answered(page, /rest_min=13/);
  assert.equal(await page.locator("[name=rest]").inputValue(), "bye");
  await page.locator("[name=rest]").selectOption("");
  await answered(page, /\?sport=nfl&on=DAL&bet_type=spread$/);
  await page.locator("select[name=sport]").selectOption("mlb");
  await answered(page, /\?sport=mlb&bet_type=run_line$/);
  assert.equal(await page.locator("[name=on]").inputValue(), "");
  assert.equal(await page.locator("[name=bet_type]").inputValue(), "run_line");
});

test("games are sorted and paged at the same place, and each leads to its own", async () => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  await page.goto(`${place.url}/?sport=nfl&bet_type=spread`);
  await page.getByRole("link", { name: "Margin" }).click();
  await answered(page, /sort=-margin/);
  assert.equal(await page.evaluate("document.activeElement.textContent"), "Margin");
  await page.getByRole("link", { name: "Next" }).click();
  await answered(page, /page=2/);
  assert.match(String(await page.locator(".pager").textContent()), /Page 2 of/);
  assert.match(String(await page.locator(".games tbody a").first().getAttribute("href")), /^\/games\/NFL-/);
});

test("a mistake is said beside its field, and mending it brings the answer", async () => {
  await using visitor = await openVisitor(browser);
  visitor.expects(/^400 GET/);
  const { page } = visitor;
  await page.goto(`${place.url}/?sport=nfl&bet_type=spread`);
  await page.locator("[name=on]").fill("Cowbys");
  await page.locator("[name=on]").press("Tab");
  await page.locator("#ask-wrong").waitFor({ timeout: waitMs });
  assert.match(String(await page.locator("#ask-wrong").textContent()), /did you mean DAL/);
  await page.locator("[name=on]").fill("DAL");
  await page.locator("[name=on]").press("Enter");
  await answered(page, /on=DAL/);
  assert.equal(await page.locator("#ask-wrong").count(), 0);
});

forEveryReader(stage, [
  ...["/", "/?sport=nfl&bet_type=spread&month=11", "/?sport=nfl", "/?sport=nfl&min_line=900"],
  "/?sport=nfl&bet_type=spread&opponent_streak_min=2&meeting=rematch",
  { name: "a mistake", path: "/?sport=nfl&on=Cowbys", refusal: /^400 GET/ },
  { name: "a season that needs an account", path: "/?sport=nfl&season=2022", refusal: /^403 GET/ },
]);

test("a filter is found by typing: its field is there and has the focus, and what is none is said", async () => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  await page.goto(`${place.url}/?sport=nfl&bet_type=spread&team_last=lost`);
  await page.getByLabel("Add a filter").fill("streak of wins");
  await page.getByLabel("Add a filter").press("Enter");
  await answered(page, /add=/);
  assert.equal(await page.evaluate("document.activeElement.name"), "team_streak_min");
  await page.locator("[name=team_last]").selectOption("");
  await answered(page, /bet_type=spread$/);
  visitor.expects(/^400 GET/);
  await page.getByLabel("Add a filter").fill("purple streak");
  await page.getByLabel("Add a filter").press("Enter");
  await page.getByText("No filter is called “purple streak”").first().waitFor({ timeout: waitMs });
  assert.equal(await page.locator("[name=bet_type]").inputValue(), "spread", "the rest of the question stays");
});

for (const javaScriptEnabled of [true, false]) {
  test(`on a phone the record stands on the first screen, and games need no scrolling, ${javaScriptEnabled ? "with" : "without"} the script`, async () => {
    const height = 844;
    await using visitor = await openVisitor(browser, { javaScriptEnabled, viewport: { width: 390, height } });
    const { page } = visitor;
    await page.goto(`${place.url}/?sport=nfl&bet_type=spread`);
    const box = await page.locator(".record-numbers").boundingBox();
    assert.ok(box !== null && box.y + box.height < height, `the record ends at ${box?.y}`);
    const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector(".games .table"))`;
    assert.equal(await page.evaluate(hidden), 0);
    for (const name of ["Line", "Price", "Margin"])
      assert.ok(await page.getByRole("link", { name, exact: true }).isVisible());
    // The question is folded, and opens.
    const side = page.getByRole("combobox", { name: "Side" });
    assert.equal(await side.isVisible(), false);
    await page.getByText("Ask about other bets").click();
    await side.selectOption("home");
    if (!javaScriptEnabled) await page.getByRole("button", { name: "Show" }).first().click();
    await page.waitForURL(/selection=home/, { timeout: waitMs });
  });
}
