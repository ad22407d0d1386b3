/** The page of house rules: each rule in words, with a bet of the archive that it settled. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import { houseRules } from "../../src/domain/house-rules.ts";
import { openApi, send } from "../support/api.ts";
import { linksIn, textOf } from "../support/document.ts";
import { publishSampleWeeks } from "../support/sample-archive.ts";

const site = await openApi([], { settings: { EXPLORE_SEASONS: "all" } });
await publishSampleWeeks(site.database);
await site.shelf.refresh();
afterAll(() => site[Symbol.asyncDispose]());

test("every rule has its words, and a bet that it settled where the archive has one [A-20]", async () => {
  const { page } = await send(site.app, "GET", "/rules", { accept: "text/html" });
  const rows = [...page.document.querySelectorAll('[aria-label="House rules"] tbody tr')];
  assert.equal(rows.length, houseRules.length);
  for (const [place, { name, sentence, sports }] of houseRules.entries()) {
    const row = rows[place];
    const text = textOf(row);
    assert.ok(text.startsWith(name) && text.includes(sentence), name);
    assert.equal(row?.querySelector("code")?.getAttribute("id"), name);
    const [game] = linksIn(row);
    // The archive has games of the NFL alone.
    assert.equal(game !== undefined, sports.includes("nfl"), name);
    if (game === undefined) continue;
    const { data } = (await site.get(`/v1/bets?sport=nfl&game_id=${game.slice("/games/".length)}&book=all&limit=1000`))
      .body;
    const settled = (data as readonly BetRow[]).filter(({ rule }) => rule === name);
    assert.ok(
      settled.some(({ score }) => text.includes(`${score.away}–${score.home}`)),
      `${name}: ${game}`,
    );
  }
});
