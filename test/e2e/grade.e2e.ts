/** People grade their bets in a browser: the numbers appear, and neither the file nor its stakes leave it. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { openVisitor } from "../support/browser.ts";
import { forEveryReader } from "./support/readers.ts";
import { openStage } from "./support/stage.ts";

const stage = await openStage({ hasSample: true });
const { browser, place } = stage;

/** A stake that is found wherever it goes, and a cell that would be a formula and a tag. */
const stake = "7351.25";
const hostile = '=cmd|"<img src=x onerror=alert(1)>"';

test("a dropped file is graded without a key, and no request has anything of its stakes, prices or notes", async () => {
  await using visitor = await openVisitor(browser, { viewport: { width: 390, height: 844 } });
  const { page } = visitor;
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.goto(`${place.url}/grade`);
  const shown = await page.evaluate(
    "fetch('/grade/games?sport=nfl&season=' + JSON.parse(document.querySelector('[data-grade]').dataset.seasons).nfl.at(-1)).then((answer) => answer.json())",
  );
  const [game] = (shown as { data: { game_date: string; home: { name: string }; away: { name: string } }[] }).data;
  assert.ok(game !== undefined);
  const row = [
    game.game_date,
    "NFL",
    `${game.home.name} ML`,
    "-137",
    stake,
    "DraftKings",
    `"${hostile.replaceAll('"', '""')}"`,
  ].join(",");
  const text = `Date,League,Pick,Odds,Stake,Book,Notes\n${row}\n`;
  requests.length = 0;
  await page
    .locator("#grade-file")
    .setInputFiles({ name: "secret-name.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.getByRole("button", { name: "Grade" }).click();
  await page.getByRole("heading", { name: "The record" }).waitFor({ timeout: 30_000 });
  const told = String(await page.locator(".grade-table tbody").textContent());
  assert.match(told, /NFL-\d{8}-.* to win-137(won|lost|push)[+-]?\d+\.\d\d/);
  assert.match(told, /the only game of/);
  // On a phone the reason stands below the bet, and the page is not wider than its window.
  const [bet, why] = await Promise.all(
    ["td:nth-child(3)", "td.words"].map((cell) => page.locator(`.grade-table ${cell}`).first().boundingBox()),
  );
  assert.ok(bet && why && why.y > bet.y && why.width > 200, JSON.stringify({ bet, why }));
  assert.ok(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"));
  assert.match(String(await page.locator(".grade-table tbody a").first().getAttribute("href")), /^\/games\/NFL-/);
  assert.ok(requests.length > 0);
  for (const request of requests) {
    assert.ok(request.startsWith(`${place.url}/`) || request.startsWith("blob:"), request);
    for (const secret of [stake, "secret-name", "onerror"]) assert.ok(!request.includes(secret), request);
    // Alone: a port, a hash or the name of a blob may have these digits among others.
    assert.doesNotMatch(request, /(?<!\w)137(?!\w)/);
  }
  assert.ok(requests.some((request) => request.includes("/grade/lines?game_ids=NFL-")));
});

test("a file that cannot be read is said in words of the page, without options of the command", async () => {
  await using visitor = await openVisitor(browser);
  const { page } = visitor;
  await page.goto(`${place.url}/grade`);
  const buffer = Buffer.from("Date,Pick\n2025-09-07,CHI ML\n");
  await page.locator("#grade-file").setInputFiles({ name: "bets.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Grade" }).click();
  await page.getByText('no column for the price (such as Odds or Price). It has "Date", "Pick"').waitFor();
  assert.doesNotMatch(String(await page.locator("[data-grade-status]").textContent()), /--/);
});

forEveryReader(stage, ["/grade"]);

test("without scripts the page says what it needs", async () => {
  await using visitor = await openVisitor(browser, { javaScriptEnabled: false });
  await visitor.page.goto(`${place.url}/grade`);
  assert.match(String(await visitor.page.locator("noscript, .notice").first().textContent()), /needs JavaScript/);
  assert.equal(await visitor.page.locator("[data-grade]").isVisible(), false);
});
