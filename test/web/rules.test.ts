/** The page of house rules: each rule in words, with a bet of the archive that it settled. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import type { BetRow } from "../../src/contract/lists/bets.ts";
import { houseRules } from "../../src/domain/house-rules.ts";
import { openApi, send } from "../support/api.ts";
import { publishSampleWeeks } from "../support/sample-archive.ts";

const site = await openApi([], { settings: { EXPLORE_SEASONS: "all" } });
await publishSampleWeeks(site.database);
await site.shelf.refresh();
afterAll(() => site[Symbol.asyncDispose]());

test("every rule has its words, and a bet that it settled where the archive has one [A-20]", async () => {
  const { status, text } = await send(site.app, "GET", "/rules", { accept: "text/html" });
  assert.equal(status, 200);
  const rows = text.split("<tr>").slice(2);
  assert.equal(rows.length, houseRules.length);
  let shown = 0;
  for (const [place, { name, sports }] of houseRules.entries()) {
    const row = rows[place] ?? "";
    assert.ok(row.includes(`<code id="${name}">${name}</code>`), name);
    const [, id] = /href="\/games\/([A-Z0-9-]+)"/.exec(row) ?? [];
    if (id === undefined) {
      assert.match(row, /None in the seasons/, name);
      continue;
    }
    shown++;
    const [sport = ""] = id.toLowerCase().split("-");
    assert.ok((sports as readonly string[]).includes(sport), `${name}: ${id}`);
    const { data } = (await site.get(`/v1/bets?sport=${sport}&game_id=${id}&book=all&limit=1000`)).body;
    const settled = (data as readonly BetRow[]).filter(({ rule, score }) => {
      return rule === name && row.includes(`${score.away}–${score.home}`);
    });
    assert.ok(settled.length > 0, `${name}: ${id}`);
  }
  assert.equal(shown, houseRules.filter(({ sports }) => (sports as readonly string[]).includes("nfl")).length);
});
