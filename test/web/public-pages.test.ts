/** Every address of the public pages, and what holds for all of them. A page that is new has its row here. */
import assert from "node:assert/strict";
import { fastify } from "fastify";
import { afterAll, describe, test } from "vitest";
import { Computing } from "../../src/query/computing.ts";
import { proofPath } from "../../src/release/proof/read-proof.ts";
import { allPages, llmsPath, twinPath } from "../../src/web/docs/pages.ts";
import { registerSitePages } from "../../src/web/frame/recipe.ts";
import { publicPages } from "../../src/web/public-pages.ts";
import { askApp, openApi, send } from "../support/api.ts";
import { pageSite } from "../support/page-site.ts";
import { publishSampleWeeks } from "../support/sample.ts";

const site = await openApi([], { settings: { EXPLORE_SEASONS: "all" } });
await publishSampleWeeks(site.database);
await site.shelf.refresh();
afterAll(() => site[Symbol.asyncDispose]());

const { body } = await site.get("/v1/games?sport=nfl&season=2025&limit=1");
const game = `/games/${body.data[0].game_id}`;
const everybodys = "public, max-age=900";
const ones = "private, no-cache";

/** By its route: an address that is answered with 200, for how long caches may hand that out, and whether it may be asked for at will. */
const files: Readonly<Record<string, readonly [url: string, cache: string, isFree?: true]>> = {
  "/": ["/?sport=nfl&bet_type=spread&selection=home", ones],
  "/card.png": ["/card.png?sport=nfl&bet_type=spread&selection=home", everybodys],
  "/games/:game_id": [`${game}?market=total`, everybodys],
  "/games/:game_id/card.png": [`${game}/card.png`, everybodys],
  "/slate/:date": [`/slate/${body.data[0].game_date}`, ones],
  "/team": ["/team", everybodys],
  "/team/:sport/:team": ["/team/nfl/DAL", ones],
  "/find": ["/find?q=new+york", ones],
  "/coverage": ["/coverage?sport=nfl&utm_source=x", "public, max-age=60"],
  "/grade": ["/grade", ones],
  "/rules": ["/rules", ones],
  "/grade/games": ["/grade/games?sport=nfl&season=2025", ones],
  "/status": ["/status?utm_source=x", "public, max-age=15", true],
  "/clients/": ["/clients/", everybodys, true],
  "/clients/SHA256SUMS": ["/clients/SHA256SUMS", everybodys, true],
};
/** By its route: an address that leads on, or is refused, and with what status. */
const others: Readonly<Record<string, readonly [url: string, status: number, isFree?: true]>> = {
  "/start-again": ["/start-again?sport=nfl", 303, true],
  "/slate": ["/slate", 303],
  "/grade/lines": ["/grade/lines?game_ids=x", 400],
  "/download/bets.csv": ["/download/bets.csv?sport=nfl", 401],
  "/download/trends.csv": ["/download/trends.csv?sport=nfl", 401],
  [`${proofPath}*`]: [`${proofPath}nothing`, 404],
  "/clients": ["/clients", 308, true],
  "/clients/:file": ["/clients/nothing", 404, true],
};

const ofDocs = [...allPages.flatMap((each) => [each.path, twinPath(each)]), llmsPath, "/docs/search?q=line"].map(
  (url) => [url, everybodys] as const,
);
const all = [...Object.values(files), ...ofDocs];

test("the table has every public page", () => {
  const listed = [...Object.keys(files), ...Object.keys(others)].sort();
  const modules = /^\/assets\/client\//;
  const routes = publicPages().map(({ at }) => at);
  assert.deepEqual(routes.filter((at) => !modules.test(at)).sort(), listed);
});

describe.for(all)("%s", ([url, cache]) => {
  test("has an ETag by which it is not sent again, and is compressed", async () => {
    const first = await send(site.app, "GET", url);
    assert.deepEqual([first.status, first.headers["cache-control"]], [200, cache], first.text);
    const etag = first.headers.etag ?? "";
    for (const known of [etag, etag.slice(2), `"other", ${etag}`, "*"]) {
      const again = await send(site.app, "GET", url, { "if-none-match": known });
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, "", etag], known);
    }
    const head = await send(site.app, "HEAD", url);
    assert.deepEqual([head.status, head.text, head.headers.etag], [200, "", etag]);
    const isShort = Number(first.headers["content-length"]) < 1024;
    const isPicture = first.headers["content-type"] === "image/png";
    const encoded = await askApp(site.app, { url, headers: { "accept-encoding": "br, gzip" } });
    if (!isPicture) assert.equal(encoded.headers["content-encoding"], isShort ? undefined : "gzip");
  });

  test("has no code of its own, and loads from its own server alone", async () => {
    const { text, headers, page } = await send(site.app, "GET", url);
    assert.match(
      headers["content-security-policy"] ?? "",
      /^default-src 'none';script-src 'self';style-src 'self';img-src 'self';connect-src 'self';.*frame-ancestors 'none'$/,
    );
    if (!headers["content-type"]?.startsWith("text/html")) return;
    assert.doesNotMatch(text, /<style|\sstyle=|<script(?! src="\/assets\/)|\son\w+="|javascript:/i);
    for (const element of page.document.querySelectorAll("img, script, link[rel=stylesheet]")) {
      assert.match(element.getAttribute("src") ?? element.getAttribute("href") ?? "", /^\/assets\//);
    }
    const ids = [...page.document.querySelectorAll("[id]")].map((each) => each.getAttribute("id"));
    assert.equal(new Set(ids).size, ids.length, "no id stands twice");
    assert.equal(page.texts("h1").length, 1);
  });
});

test("every page is read with GET and HEAD only", async () => {
  for (const [url] of [...all, ...Object.values(others)]) {
    for (const method of ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
      const { status, headers, text } = await send(site.app, method, url);
      assert.deepEqual([status, headers.allow, headers["cache-control"]], [405, "GET, HEAD", "no-store"], url);
      assert.match(text, /<h1>Only for reading<\/h1>/);
      assert.match(headers["content-security-policy"] ?? "", /default-src 'none'/);
    }
  }
});

test("what leads on or is refused is kept by nobody", async () => {
  for (const [url, status] of Object.values(others)) {
    const answer = await send(site.app, "GET", url);
    assert.deepEqual([answer.status, answer.headers["cache-control"]], [status, "no-store"], url);
  }
});

test("whoever asks too often is told so before anything is looked up", async () => {
  await using app = fastify();
  const computing = new Computing(() => assert.fail("it was looked up"));
  const { shelf, ...tooFast } = { ...pageSite(), allowances: { may: async () => false } };
  registerSitePages(app, { ...tooFast, shelf: { ...shelf, computing } } as never, publicPages());
  for (const [url, , isFree] of [...Object.values(files), ...Object.values(others)]) {
    if (isFree) continue;
    const { statusCode, headers, body } = await app.inject(url);
    assert.deepEqual([statusCode, headers["retry-after"]], [429, "60"], url);
    assert.match(body, /<h1>That was too fast<\/h1>.*wait a minute/s);
  }
});
