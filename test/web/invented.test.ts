/** Where the archive is a sample, every page, picture and share card says so in words; where it is not, none does. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { openApi, send } from "../support/api.ts";
import { league } from "../support/league.ts";

const words = /Sample data\.<\/strong> Teams and calendars are real; every game, score and price here is invented/;
const pages = [
  ...["/", "/coverage", "/status", "/docs", "/docs/quick-start", "/docs/reference", "/manage/sign-in", "/nothing-here"],
  "/?sport=nfl&bet_type=spread&selection=away",
];

test("[A-18] every page of a sample says so in words and in X-Dataset, and none of real games does", async () => {
  for (const isSample of [true, false]) {
    await using api = await openApi(league, { isSample });
    const { body } = await api.get("/v1/games?sport=nfl&season=2024&limit=1");
    const game = `/games/${body.data[0].game_id}`;
    const dataset = isSample ? "sample" : undefined;
    for (const path of [...pages, game]) {
      const { text, headers } = await send(api.app, "GET", path, { accept: "text/html" });
      assert.equal(words.test(text), isSample, path);
      assert.equal(headers["x-dataset"], dataset, path);
    }
    assert.equal((await send(api.app, "GET", `${game}/card.png`)).headers["x-dataset"], dataset);
    for (const path of [game, `/slate/${body.data[0].game_date}`, `/team/nfl/${body.data[0].home.abbreviation}`]) {
      const { page } = await send(api.app, "GET", path);
      assert.equal(page.meta("og:title").startsWith("Invented: "), isSample, path);
      assert.equal(page.meta("og:description").startsWith("Sample data: "), isSample, path);
      assert.equal(page.meta("og:url"), `https://manage.example${path}`);
      if (path === game) assert.equal(page.meta("og:image:alt"), page.meta("og:description"));
    }
  }
});
