/** The page of coverage: every number on it is one of the API's. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import type { BookRow } from "../../src/contract/lists/books.ts";
import type { CoverageRow } from "../../src/contract/lists/coverage.ts";
import type { SportRow } from "../../src/contract/lists/reference.ts";
import { closedAfterAll, openPublished, send, type TestApi, walk } from "../support/api.ts";
import { coveredGames } from "../support/covered-games.ts";
import { type PageElement, textOf } from "../support/document.ts";
import { openApiOf, publishSampleOpenings, publishSampleWeeks } from "../support/sample.ts";
import { longIf } from "../support/volume.ts";

const weeks = closedAfterAll(await openApiOf(publishSampleWeeks));
const several = closedAfterAll(await openApiOf(publishSampleOpenings));
const untidy = closedAfterAll(await openPublished(coveredGames));

const open = (site: TestApi, path: string) => send(site.app, "GET", path);

/** The cells of the maps, by `book season market`, as the heads of their row and column say where they are. */
function cellsOf(document: PageElement): Map<string, PageElement> {
  const cells = new Map<string, PageElement>();
  for (const box of document.querySelectorAll(".heat-card .table")) {
    const [market] = (box.getAttribute("aria-label") ?? "").split(":");
    const seasons = [...box.querySelectorAll("thead th")].slice(1).map((head) => textOf(head.firstChild));
    for (const line of box.querySelectorAll("tbody tr")) {
      const found = [...line.querySelectorAll("td")];
      assert.equal(found.length, seasons.length, "every season has a cell");
      for (const [index, cell] of found.entries())
        cells.set(`${textOf(line.querySelector("th"))} ${seasons[index]} ${market}`, cell);
    }
  }
  return cells;
}

const marketTitles: Readonly<Record<string, string>> = {
  moneyline: "Moneyline",
  spread: "Spread",
  total: "Total",
  team_total: "Team total",
  "mlb spread": "Run line",
  "nhl spread": "Puck line",
};

describe.for([
  ["a season of many books", weeks],
  ["several sports and seasons", several],
  ["games that lack an opening or a closing line", untidy],
] as const)("coverage of %s", ([, site]) => {
  const how = longIf(site === several);
  test("every cell of every sport, period and market says what /v1/coverage says", how, async () => {
    const sports = (await site.get("/v1/sports")).body.data as SportRow[];
    const books = (await site.get("/v1/books")).body.data as BookRow[];
    const names = new Map([["consensus", "Consensus"], ...books.map((each) => [each.book, each.book_name] as const)]);
    const { rows } = await walk(site, "/v1/coverage?", 300);
    let compared = 0;
    for (const [query, ofView] of Map.groupBy(
      rows as CoverageRow[],
      (row) => `sport=${row.sport}&period=${row.period}`,
    )) {
      for (const market of [null, ...new Set(ofView.map((row) => row.market))]) {
        const shown = await open(site, `/coverage?${query}${market === null ? "" : `&market=${market}`}`);
        assert.equal(shown.status, 200, shown.text);
        const cells = cellsOf(shown.page.document);
        for (const row of ofView.filter((each) => market === null || each.market === market)) {
          const title = marketTitles[`${row.sport} ${row.market}`] ?? marketTitles[row.market];
          const key = `${names.get(row.book)} ${row.season} ${title}`;
          const cell = cells.get(key);
          assert.ok(cell, key);
          const { seasons = [] } = sports.find(({ sport }) => sport === row.sport) ?? {};
          assertCell(cell, row, seasons.find(({ season }) => season === row.season)?.games ?? 0);
          cells.delete(key);
          compared++;
        }
        for (const [key, cell] of cells) assert.equal(textOf(cell), "no lines", key);
      }
    }
    assert.ok(compared > 15, String(compared));
  });
});

function assertCell(cell: PageElement, row: CoverageRow, games: number): void {
  const { with_close: closes, median_minutes_before_start: minutes } = row;
  const percent = Number(textOf(cell.querySelector("b")).replace("%", ""));
  assert.ok(Math.abs(percent - (100 * closes) / games) <= 1, `${percent}% of ${closes}/${games}`);
  assert.deepEqual([percent === 100, percent === 0], [closes === games, closes === 0]);
  assert.equal(textOf(cell.querySelector("small")), minutes === null ? "" : minutes.toFixed(1));
  const said = cell.getAttribute("title") ?? "";
  assert.ok(said.startsWith(`${closes} of ${games} games have a close`), said);
  assert.equal(cell.className, `s${Math.floor((5 * closes) / games)}`);
}

test("choices are links that lead to pages which are there", async () => {
  const links = (await open(weeks, "/coverage")).page.links(".choices");
  assert.ok(links.length > 10);
  for (const link of links) assert.equal((await open(weeks, link)).status, 200, link);
});

test.for([
  ["/coverage?sport=football", /did you mean nfl\?/],
  ["/coverage?sport=nfl&market=sprad", /did you mean spread\?/],
  ["/coverage?sport=nfl&period=inn5", /^Period must be one that nfl has/],
  ["/coverage?sport=%3Cscript%3Ealert(1)%3C/script%3E", /^Sport must be one of/],
  ["/coverage?sport=%FF%00", /^Sport/],
  [`/coverage?sport=${"a".repeat(3000)}`, /^Sport must be one of/],
] as const)("%s is refused with words that help", async ([path, words]) => {
  const { status, text, page } = await open(weeks, path);
  assert.deepEqual([status, page.texts("h1").length], [400, 1]);
  assert.match(page.text("main .lead"), words);
  assert.equal(text.includes("<script>alert"), false);
});
