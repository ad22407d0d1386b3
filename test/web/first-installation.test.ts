/** A server that has few games yet: the season that has lines is open, and what its front page offers has bets. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { sampleRecords } from "../../sample/src/sample.ts";
import type { FeedItem } from "../../src/feed/refusals.ts";
import { importItems } from "../../src/ledger/import.ts";
import { publish } from "../../src/publish/publish.ts";
import { openApi, send } from "../support/api.ts";

const gamesPerSeason = 40;

/** Results of the NFL's season 2025, which is over, and results with lines of 2026, which is in progress. */
function* firstGames(): Generator<FeedItem> {
  for (const season of [2025, 2026]) {
    let games = 0;
    for (const record of sampleRecords({ seed: 1, extent: [{ sport: "nfl", season }] })) {
      if (record.type === "game" && ++games > gamesPerSeason) break;
      if (season === 2026 || record.type !== "quote") yield { record };
    }
  }
  yield { record: { type: "season", provider: "sample", sport: "nfl", season: 2025, complete: true } };
}

const api = await openApi();
const at = "2026-10-28T12:00:00.000Z";
await importItems(api.database, firstGames(), at);
await publish(api.database, { all: false, acceptRemovals: true, publishedAt: at });
await api.shelf.refresh();
afterAll(() => api[Symbol.asyncDispose]());

const ask = (path: string) => send(api.app, "GET", path, { accept: "text/html" });

test("visitors get the newest season that has closing lines, on the front page and on the page of a game", async () => {
  const { status, text, page } = await ask("/");
  assert.equal(status, 200);
  assert.match(page.attribute("data-query"), /season=2026$/);
  assert.doesNotMatch(text, /No bets match/);
  const { body } = await api.get("/v1/games?sport=nfl&season=2026&limit=1");
  assert.equal((await ask(`/games/${body.data[0].game_id}`)).status, 200);
});

test("every example of the front page has bets, and sports without lines have none", async () => {
  const links = (await ask("/")).page.links(".examples");
  assert.ok(links.length > 0, "there is an example");
  for (const path of links) {
    assert.match(path, /sport=nfl/);
    const shown = await ask(path);
    assert.equal(shown.status, 200, path);
    assert.notEqual(shown.page.text(".record-numbers"), "", path);
  }
});
