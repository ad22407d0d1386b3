/** The whole way in a real browser: from a link in a search engine's results to a set, its shared link and its card. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, test } from "vitest";
import { openVisitor } from "../support/browser.ts";
import { publishSampleWeeks } from "../support/sample.ts";
import { forEveryReader } from "./support/readers.ts";
import { openStage } from "./support/stage.ts";

const stage = await openStage({ fill: publishSampleWeeks });
const { browser, place } = stage;
const waitMs = 20_000;
const set = "/?sport=nfl&bet_type=spread&selection=home&role=underdog";

/** A page of another origin. */
let elsewhere = "";
const other = createServer((_request, response) => {
  response.setHeader("content-type", "text/html");
  response.end(elsewhere);
}).listen(0, "127.0.0.1");
await once(other, "listening");
afterAll(() => void other.close());
const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;

for (const javaScriptEnabled of [true, false]) {
  test(`a visitor comes by a search engine and shares what they found, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
    await using visitor = await openVisitor(browser, {
      javaScriptEnabled,
      permissions: javaScriptEnabled ? ["clipboard-read", "clipboard-write"] : [],
    });
    const { page } = visitor;
    elsewhere = `<title>Results</title><a href="${place.url}/slate/2025-09-07">Scores</a>`;
    await page.goto(otherUrl);
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

    // A friend opens the link, and their messenger shows the card.
    await using friend = await openVisitor(browser, { javaScriptEnabled });
    await friend.page.goto(shared);
    assert.equal(await friend.page.locator(".record-numbers").innerText(), record);
    const image = String(await friend.page.locator('meta[property="og:image"]').getAttribute("content"));
    const card = await fetch(place.url + new URL(image).pathname + new URL(image).search);
    assert.deepEqual([card.status, card.headers.get("content-type")], [200, "image/png"]);
    const bytes = Buffer.from(await card.arrayBuffer());
    assert.deepEqual([bytes.readUInt32BE(16), bytes.readUInt32BE(20)], [1200, 630]);
  });
}

forEveryReader(stage, [set]);
