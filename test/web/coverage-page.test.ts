/** The page of coverage: every number on it is one of the API's. */
import assert from "node:assert/strict";
import { afterAll, describe, test } from "vitest";
import type { BookRow } from "../../src/contract/lists/books.ts";
import type { CoverageRow } from "../../src/contract/lists/coverage.ts";
import { openApi, send, type TestApi, walk } from "../support/api.ts";
import { coveredGames } from "../support/covered-games.ts";
import { type PageElement, textOf } from "../support/document.ts";
import { publishRecords } from "../support/hand-made.ts";
import { publishSampleOpenings, publishSampleWeeks } from "../support/sample-archive.ts";
import { longIf } from "../support/volume.ts";

const weeks = await openApi();
await publishSampleWeeks(weeks.database);
await weeks.shelf.refresh();
const several = await openApi();
await publishSampleOpenings(several.database);
await several.shelf.refresh();
const untidy = await openApi();
await publishRecords(untidy, coveredGames);
afterAll(async () => {
  await untidy[Symbol.asyncDispose]();
  await weeks[Symbol.asyncDispose]();
  await several[Symbol.asyncDispose]();
});

const open = (site: TestApi, path: string) => send(site.app, "GET", path);

type Season = { readonly season: number; readonly games: number };
type SportOfApi = { readonly sport: string; readonly seasons: readonly Season[] };

async function gamesBySeason(site: TestApi): Promise<Map<string, number>> {
  const sports = (await site.get("/v1/sports")).body.data as SportOfApi[];
  return new Map(
    sports.flatMap(({ sport, seasons }) => seasons.map((each) => [`${sport} ${each.season}`, each.games])),
  );
}

async function bookNames(site: TestApi): Promise<Map<string, string>> {
  const books = (await site.get("/v1/books")).body.data as BookRow[];
  return new Map([["consensus", "Consensus"], ...books.map(({ book, book_name }) => [book, book_name] as const)]);
}

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
};

function titleOf(market: string, sport: string): string {
  if (market === "spread" && sport === "mlb") return "Run line";
  return market === "spread" && sport === "nhl" ? "Puck line" : (marketTitles[market] as string);
}

for (const [name, site] of [
  ["a season of many books", weeks],
  ["several sports and seasons", several],
  ["games that lack an opening or a closing line", untidy],
] as const) {
  describe(`coverage of ${name}`, longIf(site === several), () => {
    test("every cell of every sport, period and market says what /v1/coverage says", async () => {
      const games = await gamesBySeason(site);
      const names = await bookNames(site);
      const { rows } = await walk(site, "/v1/coverage?", 300);
      let compared = 0;
      const views = Map.groupBy(rows as CoverageRow[], ({ sport, period }) => `sport=${sport}&period=${period}`);
      for (const [query, ofView] of views) {
        const markets = new Set(ofView.map(({ market }) => market));
        for (const market of [null, ...markets]) {
          const shown = await open(site, `/coverage?${query}${market === null ? "" : `&market=${market}`}`);
          assert.equal(shown.status, 200, shown.text);
          const wanted = ofView.filter((row) => market === null || row.market === market);
          const sport = wanted[0]?.sport ?? "";
          const cells = cellsOf(shown.page.document);
          for (const row of wanted) {
            const key = `${names.get(row.book)} ${row.season} ${titleOf(row.market, sport)}`;
            const cell = cells.get(key);
            assert.ok(cell, key);
            assertCell(cell, row, games.get(`${sport} ${row.season}`) as number);
            cells.delete(key);
            compared++;
          }
          for (const [key, cell] of cells) assert.equal(textOf(cell), "no lines", key);
        }
      }
      assert.ok(compared > 15, String(compared));
    });
  });
}

function assertCell(cell: PageElement, row: CoverageRow, games: number): void {
  const { with_close: closes, median_minutes_before_start: minutes } = row;
  const percent = Number(textOf(cell.querySelector("b")).replace("%", ""));
  assert.ok(Math.abs(percent - (100 * closes) / games) <= 1, `${percent}% of ${closes}/${games}`);
  assert.equal(percent === 100, closes === games);
  assert.equal(percent === 0, closes === 0);
  assert.equal(textOf(cell.querySelector("small")), minutes === null ? "" : minutes.toFixed(1));
  const said = cell.getAttribute("title") ?? "";
  assert.ok(said.startsWith(`${closes} of ${games} games have a close`), said);
  const [shade = ""] = cell.className.split(" ");
  assert.equal(shade, `s${Math.floor((5 * closes) / games)}`);
}

test("choices are links that lead to pages which are there", async () => {
  const links = (await open(weeks, "/coverage")).page.links(".choices");
  assert.ok(links.length > 10);
  for (const link of links) assert.equal((await open(weeks, link)).status, 200, link);
});

describe("what nobody should ask for", () => {
  const refusals: readonly (readonly [path: string, words: RegExp])[] = [
    ["/coverage?sport=football", /did you mean nfl\?/],
    ["/coverage?sport=nfl&market=sprad", /did you mean spread\?/],
    ["/coverage?sport=nfl&period=inn5", /^Period must be one that nfl has/],
    ["/coverage?sport=%3Cscript%3Ealert(1)%3C/script%3E", /^Sport must be one of/],
    ["/coverage?sport=%FF%00", /^Sport/],
    [`/coverage?sport=${"a".repeat(3000)}`, /^Sport must be one of/],
  ];
  for (const [path, words] of refusals) {
    test(`${path.slice(0, 90)} is refused with words that help`, async () => {
      const { status, text, page } = await open(weeks, path);
      assert.equal(status, 400);
      assert.match(page.text("main .lead"), words);
      assert.equal(text.includes("<script>alert"), false);
      assert.equal(page.texts("h1").length, 1);
    });
  }

  test("what others append to a link changes nothing", async () => {
    const [plain, marked] = [
      await open(weeks, "/coverage?sport=nfl"),
      await open(weeks, "/coverage?sport=nfl&utm_source=x&fbclid=1&market="),
    ];
    assert.equal(marked.status, 200);
    assert.equal(marked.text, plain.text);
  });
});

test("before the first publish the page says that there is nothing yet", async () => {
  await using empty = await openApi();
  const { status, page } = await open(empty, "/coverage");
  assert.equal(status, 200);
  assert.match(page.text("main"), /Nothing is published yet/);
});
