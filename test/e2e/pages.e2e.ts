/** Days, teams, the search, questions in words, coverage and shared sets in a real browser: for every reader, and by what people do. */
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { afterAll, test } from "vitest";
import { openVisitor } from "../support/browser.ts";
import { startHttp } from "../support/http-server.ts";
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
const waitMs = 20_000;
const set = "/?sport=nfl&bet_type=spread&selection=home&role=underdog";

/** The page and all that it loads. */
async function assertSmall(page: Page): Promise<void> {
  const bytes = await page.evaluate<number>(
    "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce((sum, each) => sum + each.transferSize, 0)",
  );
  assert.ok(bytes > 0 && bytes < 60_000, `${page.url()}: ${bytes} bytes`);
}

forEveryReader(stage, [
  ...["/coverage", "/coverage?sport=nfl&market=spread", "/coverage?sport=mlb&period=inn5", "/status"].map((path) => ({
    path,
    act: assertSmall,
  })),
  set,
  ...["/slate/2025-09-07", "/slate/2026-10-08", "/slate/2025-10-08", "/team", "/team/nfl/DAL"],
  ...["/find?q=new+york", "/find?q=cowboys+eagles", "/find?q=cowbys"],
  "/?sport=nfl&bet_type=spread&role=underdog&group_by=team",
  { path: "/coverage?sport=nfl&market=spraed", refusal: /^400 GET/ },
  { path: "/slate/2025-09-02", refusal: /^404 GET/ },
  { path: "/team/nhl/BOS?season=2026", refusal: /^403 GET/ },
  { path: "/?ask=cowboys+home+purple", refusal: /^400 GET/ },
  { path: "/?ask=purple", refusal: /^400 GET/ },
]);

/** A page of another origin, which leads here. */
const results = await startHttp((_request, response) => {
  response.setHeader("content-type", "text/html");
  response.end(`<title>Results</title><a href="${place.url}/slate/2025-09-07">Scores</a>`);
});
afterAll(() => results.close());

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? "with" : "without";

  test(`a visitor goes from last night to a game, its team and the team's set, ${how} JavaScript`, async () => {
    await using visitor = await openVisitor(browser, { javaScriptEnabled });
    const { page } = visitor;
    await page.goto(place.url);
    await page.getByRole("link", { name: "Last night" }).click();
    await page.waitForURL(/\/slate\/2026-10-\d\d$/, { timeout: waitMs });
    await page.goto(`${place.url}/slate/2025-09-07`);
    // The whole card leads to the game, because its link lies over its words.
    await page.locator(".day-game li").first().click({ force: true });
    await page.waitForURL(/\/games\/NFL-20250907-/, { timeout: waitMs });
    await page.getByRole("navigation", { name: "Games" }).getByRole("link", { name: "→" }).click();
    await page.locator("h1 a").last().click();
    await page.waitForURL(/\/team\/nfl\/[A-Z]+$/, { timeout: waitMs });
    await page.locator("td a").first().click();
    await page.waitForURL(/\/\?sport=nfl&/, { timeout: waitMs });
    assert.ok(await page.locator(".record-numbers").isVisible());
  });

  test(`a visitor finds a team, and asks in words, ${how} JavaScript`, async () => {
    await using visitor = await openVisitor(browser, { javaScriptEnabled });
    const { page } = visitor;
    // A question that is not answered is a mistake of the form, as a wrong team is.
    visitor.expects(/^400 GET/);
    await page.goto(place.url);
    await page.getByLabel("Team or game").fill("dallas cowboys");
    await page.getByLabel("Team or game").press("Enter");
    await page.waitForURL(/\/team\/nfl\/DAL$/, { timeout: waitMs });
    await page.goto(place.url);
    await page.getByLabel("Say it in your own words").fill("nfl home underdogs getting 3 or more, purple");
    await page.getByLabel("Say it in your own words").press("Enter");
    await page.getByText("Not answered: “purple” is not a filter.").first().waitFor({ timeout: waitMs });
    assert.equal(
      await page.getByLabel("Say it in your own words").inputValue(),
      "nfl home underdogs getting 3 or more, purple",
    );
    await page.getByRole("link", { name: "home teams · underdogs" }).click();
    await page.waitForURL(/selection=home&role=underdog&min_line=3/, { timeout: waitMs });
    assert.match(String(await page.locator(".set-name").textContent()), /home teams.*underdogs.*by 3 or more/);
  });

  test(`a visitor comes by a search engine and shares what they found, ${how} JavaScript`, async () => {
    await using visitor = await openVisitor(browser, {
      javaScriptEnabled,
      permissions: javaScriptEnabled ? ["clipboard-read", "clipboard-write"] : [],
    });
    const { page } = visitor;
    await page.goto(results.url);
    await page.getByRole("link", { name: "Scores" }).click();
    await page.waitForURL(/\/slate\/2025-09-07$/, { timeout: waitMs });
    await page.getByRole("link", { name: "Explore" }).click();
    await page.goto(`${place.url}/?sport=nfl&bet_type=total&selection=over`);
    await page.goto(place.url + set);
    const record = await page.locator(".record-numbers").innerText();
    const share = page.getByRole("link", { name: "Share" });
    const shared = new URL(String(await share.getAttribute("href")), place.url).href;
    assert.match(shared, /&nth=\d+$/, "it says how many sets were looked at");
    await share.click();
    if (javaScriptEnabled) {
      await page.getByText("Link copied").first().waitFor({ timeout: waitMs });
      assert.equal(await page.evaluate("navigator.clipboard.readText()"), shared);
    } else await page.waitForURL(shared, { timeout: waitMs });

    // A friend opens the link.
    await using friend = await openVisitor(browser, { javaScriptEnabled });
    await friend.page.goto(shared);
    assert.equal(await friend.page.locator(".record-numbers").innerText(), record);
  });
}

test("on a phone the search is a page, and a day's games come one below the other", async () => {
  await using visitor = await openVisitor(browser, { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  await page.goto(`${place.url}/slate/2025-09-07`);
  await page.getByRole("link", { name: "Search" }).click();
  await page.getByRole("searchbox").last().fill("2025-09-08");
  await page.getByRole("searchbox").last().press("Enter");
  await page.waitForURL(/\/slate\/2025-09-08$/, { timeout: waitMs });
  await page.goto(`${place.url}/slate/2025-09-07`);
  const columns =
    "new Set([...document.querySelectorAll('.day-game')].map((card) => card.getBoundingClientRect().left)).size";
  assert.equal(await page.evaluate(columns), 1);
});

test("at every width the places of the site stand in one row, and no button breaks its words", async () => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  for (const width of [360, 390, 640, 768, 900, 1024, 1056, 1057, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${place.url}/slate/2025-09-07`);
    const tops =
      "new Set([...document.querySelectorAll('.top nav a')].map((link) => link.getBoundingClientRect().top)).size";
    assert.equal(await page.evaluate(tops), 1, `${width} px`);
    const lines = "Math.max(...[...document.querySelectorAll('.top .button')].map((button) => button.clientHeight))";
    assert.ok((await page.evaluate<number>(lines)) <= 44, `${width} px`);
  }
});
