/** Where the archive is a sample, every page, picture and share card says so in words; where it is not, none does. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { openApi, send, type TestApi } from "../support/api.ts";
import { league } from "../support/league.ts";

const sample = await openApi(league, { isSample: true });
const real = await openApi(league);
afterAll(async () => {
  await sample[Symbol.asyncDispose]();
  await real[Symbol.asyncDispose]();
});

const html = { accept: "text/html" };
const words = /Sample data\.<\/strong> Teams and calendars are real; every game, score and price here is invented/;

/** A game that visitors may see. */
async function gameOf(api: TestApi): Promise<string> {
  const { body } = await api.get("/v1/games?sport=nfl&season=2024&limit=1");
  return body.data[0].game_id;
}

const pages = [
  "/",
  "/coverage",
  "/status",
  "/docs",
  "/docs/quick-start",
  "/docs/reference",
  "/manage/sign-in",
  "/nothing-here",
  "/?sport=nfl&bet_type=spread&selection=away",
];

test("[A-18] every page of a sample says so in words and in X-Dataset, an error's page too", async () => {
  for (const path of [...pages, `/games/${await gameOf(sample)}`]) {
    const answer = await send(sample.app, "GET", path, html);
    assert.match(answer.text, words, path);
    assert.equal(answer.headers["x-dataset"], "sample", path);
  }
  const card = await send(sample.app, "GET", `/games/${await gameOf(sample)}/card.png`);
  assert.equal(card.headers["x-dataset"], "sample");
});

test("[A-18] no page of real games says so", async () => {
  for (const path of [...pages, `/games/${await gameOf(real)}`]) {
    const answer = await send(real.app, "GET", path, html);
    assert.doesNotMatch(answer.text, /Sample data\./, path);
    assert.equal(answer.headers["x-dataset"], undefined, path);
  }
});

test("[A-18] what a messenger shows of an invented game says first that it is invented", async () => {
  for (const [api, isSample] of [
    [sample, true],
    [real, false],
  ] as const) {
    const id = await gameOf(api);
    const { page } = await send(api.app, "GET", `/games/${id}`, html);
    assert.equal(page.meta("og:title").startsWith("Invented: "), isSample);
    assert.equal(
      page.meta("og:description").startsWith("Sample data: this game and its prices are invented. "),
      isSample,
    );
    assert.equal(page.meta("og:image:alt").startsWith("Sample data"), isSample);
  }
});
