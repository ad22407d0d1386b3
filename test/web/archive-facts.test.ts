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
import { openSampleApi } from "../support/sample.ts";

const api = await openSampleApi();
afterAll(() => api[Symbol.asyncDispose]());

const rowsOf = async <Row>(path: string): Promise<readonly Row[]> =>
  (await send(api.app, "GET", path, { authorization: `Bearer ${api.key}` })).body.data;

test("the first page says whose lines of how many games, since when, and when they were published", async () => {
  const { page } = await send(api.app, "GET", "/");
  const intro = page.text(".intro");
  const books = (await rowsOf<BookRow>("/v1/books")).filter(({ sports }) => sports.length > 0);
  const sports = await rowsOf<SportRow>("/v1/sports");
  const games = sports.flatMap(({ seasons }) => seasons).reduce((sum, each) => sum + each.games, 0);
  assert.ok(books.length > 10 && games > 100);
  assert.match(intro, new RegExp(`what ${books.length} books opened at`));
  assert.equal(page.text(".facts h3"), `${books.length} books, open to close`);
  assert.match(intro, new RegExp(` ${games.toLocaleString("en-US")} games turned out`));
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
  const [ofGames = "", published] = [...page.document.querySelectorAll(".intro time")].map((time) =>
    time.getAttribute("datetime"),
  );
  assert.equal(ofGames?.slice(0, 10), newest);
  const revision = (await rowsOf<Revision>("/v1/revisions")).at(-1);
  assert.equal(published, revision?.published_at);
  assert.ok(intro.includes(`(revision ${revision?.revision})`));
});

test("what is taken in of each sport begins with the season that the README and llms.txt say", async () => {
  assert.equal(firstSeasonsText, "MLB, NFL and NCAAF since 2022, NBA since 2023, NHL since 2024");
  assert.ok(readFileSync("README.md", "utf8").includes(firstSeasonsText));
  assert.ok((await send(api.app, "GET", "/llms.txt")).text.includes(firstSeasonsText));
});

test("a price is offered to be looked at only where the page of accounts has one", async () => {
  const shown = async (of: typeof api, path: string) => (await send(of.app, "GET", path)).page;
  assert.equal((await shown(api, "/")).attribute("href", '.facts [href$="#price"]'), "");
  await using priced = await openSampleApi({ PLAN_PRICE: "$19 a month" });
  assert.match((await shown(priced, "/")).attribute("href", '.facts [href$="#price"]'), /\/keys#price$/);
});
