/** What pages claim of the archive, whose lines, since when and how fresh, is what the API says of it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterAll, test } from "vitest";
import type { BookRow } from "../../src/contract/lists/books.ts";
import type { Revision } from "../../src/contract/lists/changes.ts";
import type { SportRow } from "../../src/contract/lists/reference.ts";
import { sportFacts } from "../../src/domain/sports.ts";
import { firstSeasonsText } from "../../src/web/archive-facts.ts";
import { send } from "../support/api.ts";
import { openSampleApi } from "../support/sample-api.ts";
import { textIn } from "./explore/page-text.ts";

const api = await openSampleApi();
afterAll(() => api[Symbol.asyncDispose]());

const rowsOf = async <Row>(path: string): Promise<readonly Row[]> =>
  (await send(api.app, "GET", path, { authorization: `Bearer ${api.key}` })).body.data;

test("the first page says whose lines of how many games, since when, and when they were published", async () => {
  const { text } = await send(api.app, "GET", "/");
  const intro = textIn(text, /<div class="intro">(.*?)<\/div>/s);
  const books = (await rowsOf<BookRow>("/v1/books")).filter(({ sports }) => sports.length > 0);
  const sports = await rowsOf<SportRow>("/v1/sports");
  const games = sports.flatMap(({ seasons }) => seasons).reduce((sum, each) => sum + each.games, 0);
  assert.ok(books.length > 10 && games > 100);
  assert.match(intro, new RegExp(`<strong>${books.length} books</strong>`));
  assert.match(text, new RegExp(`<h3>${books.length} books, open to close</h3>`));
  assert.match(intro, new RegExp(`<strong>${games.toLocaleString("en-US")} games</strong>`));
  for (const { sport, seasons } of sports) {
    const first = seasons.find((each) => each.games_with_closing_line > 0);
    if (first === undefined) continue;
    // A season of winter has the number of the year after its first game, and nothing has begun in a year to come.
    const year = Number(first.first_game?.slice(0, 4));
    const since = year < first.season ? `${year}–${first.season % 100}` : String(first.season);
    assert.match(intro, new RegExp(`${sportFacts[sport].label}[^.]*? since ${since}\\b(?!–)`), sport);
  }
  const newest = sports
    .map((each) => each.last_completed_game ?? "")
    .sort()
    .at(-1);
  assert.match(intro, new RegExp(`Newest games of <time datetime="${newest}T`));
  const revision = (await rowsOf<Revision>("/v1/revisions")).at(-1);
  assert.match(intro, new RegExp(`<time datetime="${revision?.published_at}">.*\\(revision ${revision?.revision}\\)`));
});

test("what is taken in of each sport begins with the season that the README and llms.txt say", async () => {
  assert.equal(firstSeasonsText, "MLB, NFL and NCAAF since 2022, NBA since 2023, NHL since 2024");
  assert.ok(readFileSync("README.md", "utf8").includes(firstSeasonsText));
  assert.ok((await send(api.app, "GET", "/llms.txt")).text.includes(firstSeasonsText));
});

test("a price is offered to be looked at only where the page of accounts has one", async () => {
  const { text } = await send(api.app, "GET", "/");
  assert.doesNotMatch(text, /See the price/);
  assert.match(
    (await send(api.app, "GET", "/manage")).text,
    /<div id="price"><dt>Standard<\/dt><dd><strong>On request/,
  );
  await using priced = await openSampleApi({ PLAN_PRICE: "$19 a month" });
  const link = textIn((await send(priced.app, "GET", "/")).text, /href="([^"]*)">See the price/);
  assert.match(link, /\/keys#price$/);
  assert.match(
    (await send(priced.app, "GET", "/manage")).text,
    /id="price"><dt>Standard<\/dt><dd><strong>\$19 a month/,
  );
});
