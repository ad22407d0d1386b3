/** The docs in a real browser: searching, trying an endpoint, copying, languages. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { createKey } from "../../src/access/keys/account-keys.ts";
import { openVisitor } from "../support/browser.ts";
import { publishSampleWeeks } from "../support/sample.ts";
import { forEveryReader } from "./support/readers.ts";
import { openStage } from "./support/stage.ts";

const stage = await openStage({ fill: publishSampleWeeks });
const { browser, place } = stage;
const { key } = await createKey(place.access, { email: "reader@example.com", plan: "standard", now: new Date() });
const at = (path: string) => `${place.url}${path}`;

forEveryReader(stage, [
  ...["/docs/quick-start", "/docs/fields", "/docs/limits", "/docs/reference", "/docs/reference/bets"],
  { name: "endpoint of a game, all opened", path: "/docs/reference/games-game-id", act: openAll },
  "/docs/search?q=closing+line",
  { name: "answer of an endpoint", path: "/docs/reference/sports", act: (page) => ask(page) },
]);

test("/ goes to the search of every page, and Enter to what is found", async () => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  await page.goto(at("/docs/reference/sports"));
  await page.keyboard.press("/");
  await page.keyboard.type("quota_exceeded");
  await page.keyboard.press("Enter");
  await page.waitForURL(at("/docs/search?q=quota_exceeded"));
  assert.equal(await page.getByLabel("Search the docs").inputValue(), "quota_exceeded");
  await page.goto(at("/coverage"));
  await page.keyboard.press("/");
  assert.equal(await page.evaluate("document.activeElement.getAttribute('aria-label')"), "Team or game");
});

test("an endpoint is tried with a key, which is gone with the page, and says what is left of the quota", async () => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  await page.goto(at("/docs/reference/games"));
  await ask(page);
  assert.equal(JSON.parse(await page.locator("[data-body]").innerText()).data.length, 3);
  assert.match(await page.locator("[data-status]").innerText(), /^200, \d+ requests of the quota are left$/);
  await page.reload();
  assert.equal(await page.getByLabel("API key").inputValue(), "");
  assert.equal(await page.evaluate("JSON.stringify([{ ...sessionStorage }, { ...localStorage }])"), "[{},{}]");
});

test("a long answer is shown up to its bound", async () => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  await page.goto(at("/docs/reference/odds"));
  await requestField(page).fill("/v1/odds?sport=nfl&season=2025&limit=1000");
  await ask(page);
  const body = await page.locator("[data-body]").innerText();
  assert.ok(body.length < 101_000, `${body.length}`);
  assert.match(body, /cut here: the page shows the first 100000 characters$/);
});

test("what is wrong is said: nothing is sent without a key or beyond the API, and the API's word is shown", async () => {
  await using visitor = await openVisitor(browser);
  visitor.expects(/^40[01] GET/);
  const { page } = visitor;
  const said = page.locator("[data-status]");
  await page.goto(at("/docs/reference/games"));
  await page.getByRole("button", { name: "Send the request" }).click();
  assert.equal(await page.evaluate("document.getElementById('try-key').validity.valueMissing"), true);
  await page.getByLabel("API key").fill(key);
  await requestField(page).fill("https://elsewhere.example/v1/games");
  await page.getByRole("button", { name: "Send the request" }).click();
  assert.equal(await said.innerText(), "A request begins with /v1.");
  await requestField(page).fill("/v1/games?sport=nfl&team=eagles");
  await ask(page, 400);
  assert.match(await page.locator("[data-body]").innerText(), /did you mean PHI/);
  await page.getByLabel("API key").fill("gl_live_wrong");
  await ask(page, 401, null);
  assert.match(await page.locator("[data-body]").innerText(), /"unauthorized"/);
});

test("every block of code has a button that copies it to the letter", async () => {
  await using visitor = await openVisitor(browser);
  await visitor.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { page } = visitor;
  await page.goto(at("/docs/quick-start"));
  const blocks = page.locator(".snippet:visible");
  assert.ok((await blocks.count()) > 3);
  assert.equal(await page.locator(".snippet pre").count(), await page.locator("article pre:not([data-body])").count());
  for (const index of [0, 3]) {
    const block = blocks.nth(index);
    await block.hover();
    await block.getByRole("button", { name: /^Copy/ }).click();
    await block.getByText("Copied").waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    assert.equal(copied, await block.locator("code").textContent());
  }
});

test("the language that was chosen is shown on every page", async () => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  const shown = () => page.locator(".tabs > [open] > summary").allInnerTexts();
  await page.goto(at("/docs/reference/games"));
  await page.getByText("Python", { exact: true }).click();
  await page.getByText("CSV", { exact: true }).click();
  await page.goto(at("/docs/reference/odds"));
  assert.deepEqual(await shown(), ["Python", "CSV"]);
  assert.match(await page.locator(".tabs").first().innerText(), /import pandas as pd/);
  await page.goto(at("/docs/quick-start"));
  assert.ok((await shown()).includes("Python"));
});

test("without JavaScript the samples of every language are there, and the form is not", async () => {
  await using visitor = await openVisitor(browser, { javaScriptEnabled: false });
  const { page } = visitor;
  await page.goto(at("/docs/reference/games"));
  await page.getByText("curl -sS --fail-with-body").first().waitFor({ state: "visible" });
  await page.locator(".tabs summary").getByText("Python", { exact: true }).first().click();
  await page.getByText("pd.read_csv(").first().waitFor({ state: "visible" });
  assert.equal(await page.getByLabel("API key").isVisible(), false);
});

async function ask(page: Page, status = 200, withKey: string | null = key): Promise<void> {
  if (withKey !== null) await page.getByLabel("API key").fill(withKey);
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname.startsWith("/v1/"));
  await page.getByRole("button", { name: "Send the request" }).click();
  await answered;
  await page.locator("[data-status]", { hasText: new RegExp(`^${status}\\b`) }).waitFor();
}

function requestField(page: Page) {
  return page.getByLabel("Request, with its parameters");
}

async function openAll(page: Page): Promise<void> {
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
}
