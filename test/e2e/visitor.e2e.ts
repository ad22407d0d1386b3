/** The whole way of a visitor: a trend, a game, the sample, an account, a key, and the same numbers in a terminal. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { test } from "vitest";
import { openVisitor } from "../support/browser.ts";
import { openStage } from "./support/stage.ts";
import { createKey, signIn, startTrial } from "./support/steps.ts";

const { browser, place } = await openStage({ hasSample: true });
const waitMs = 15_000;

type Trend = { readonly won: number; readonly lost: number; readonly push: number };

/** Finds the record of home favorites in the NBA. */
async function findTrend(page: Page): Promise<string> {
  await page.goto(`${place.url}/?sport=nba&bet_type=spread`);
  await page.locator("[name=selection]").selectOption("home");
  await page.waitForURL(/selection=home/, { timeout: waitMs });
  await page.locator("[name=role]").selectOption("favorite");
  await page.waitForURL(/role=favorite/, { timeout: waitMs });
  await page.locator("#result:not([aria-busy])").waitFor({ timeout: waitMs });
  const record = await page.locator(".record-numbers").innerText();
  assert.match(record, /^\d+–\d+–\d+$/);
  return record;
}

test("a visitor finds a trend, opens a game, copies the line, signs up, makes a key, and gets the same numbers", async () => {
  await using visitor = await openVisitor(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  const { page } = visitor;
  const record = await findTrend(page);

  const game = page.locator(".games tbody tr").first();
  const score = await game.locator("td.second.number").first().innerText();
  await game.getByRole("link").click();
  await page.waitForURL(/\/games\/NBA-/, { timeout: waitMs });
  const [away = "", home = ""] = score.split("–");
  const heading = await page.getByRole("heading", { level: 1 }).innerText();
  assert.deepEqual(
    heading
      .replace(/\s+/g, " ")
      .match(/\d+(?= at|$)/g)
      ?.slice(-2),
    [away, home],
  );
  await page.goBack();

  const panel = page.locator(".get-this").first();
  await panel.locator("[data-copy]:visible").first().click();
  const line = await page.evaluate<string>("navigator.clipboard.readText()");
  assert.equal(line.trim(), (await panel.locator("#get-this-curl").innerText()).trim());

  await signIn(page, place, "visitor@example.com");
  await startTrial(page);
  const key = await createKey(page, "terminal");
  const { stdout } = await promisify(execFile)("bash", ["-c", line], {
    env: { ...process.env, API_KEY: key },
    timeout: waitMs,
  });
  const { data } = JSON.parse(stdout) as { readonly data: readonly Trend[] };
  const [{ won, lost, push }] = data as [Trend];
  assert.equal(`${won}–${lost}–${push}`, record);

  // The page knows the visitor now: every season is there, and what is left of the trial but for the last second.
  await page.waitForTimeout(1_500);
  await page.goto(`${place.url}/?sport=nba&bet_type=spread&selection=home&role=favorite`);
  assert.match(await page.locator(".get-this").first().innerText(), /your trial has 1,999 left/);
  const every = await fetch(`${place.url}/v1/trends?sport=nba&bet_type=spread&selection=home&role=favorite`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const [all] = ((await every.json()) as { readonly data: readonly [Trend] }).data;
  assert.equal(await page.locator(".record-numbers").innerText(), `${all.won}–${all.lost}–${all.push}`);
});
