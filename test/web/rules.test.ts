/** The page of house rules: each rule in words, with a bet of the archive that it settled. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { sampleRecords } from "../../sample/src/sample.ts";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import { houseRules } from "../../src/domain/house-rules.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { openApi, send } from "../support/api.ts";
import { linksIn, textOf } from "../support/document.ts";
import { publishItems, publishSampleWeeks } from "../support/sample.ts";

/** The first games of a season of baseball, and all that rain cut short or of which no innings are known. */
function* baseball(): Generator<FeedItem> {
  let [games, isWanted] = [0, true];
  for (const record of sampleRecords({ seed: 1, extent: [{ sport: "mlb", season: 2026 }] })) {
    if (record.type === "game") isWanted = games++ < 15 || (record.line_score?.away.length ?? 0) < 9;
    if (isWanted || record.type === "venue") yield { record };
  }
}

const site = await openApi([], { settings: { EXPLORE_SEASONS: "all" } });
await publishSampleWeeks(site.database);
await publishItems(site.database, baseball(), "2026-10-28T12:00:00.000Z");
await site.shelf.refresh();
afterAll(() => site[Symbol.asyncDispose]());

/** No league counts a game as played that had fewer than five innings. */
const neverNeeded = ["baseball_moneyline_short", "baseball_first_five_short"];

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
    const sport = sports.find((each) => each === "nfl" || each === "mlb");
    assert.equal(game !== undefined, sport !== undefined && !neverNeeded.includes(name), name);
    if (game === undefined) continue;
    const { data } = (
      await site.get(`/v1/bets?sport=${sport}&game_id=${game.slice("/games/".length)}&book=all&limit=1000`)
    ).body;
    const settled = (data as readonly BetRow[]).filter(({ rule }) => rule === name);
    assert.ok(
      settled.some(({ score }) => text.includes(`${score.away}–${score.home}`)),
      `${name}: ${game}`,
    );
  }
});
