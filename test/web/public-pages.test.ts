/**
 * Every address of the public pages, and what holds for all of them; a page that is new has its row here. Where people and robots come by
 * mistake or by habit: they get something, and are told where to go. `/clients/`, where every package is whole, for
 * everybody. And where the archive is a sample, every page, picture and share card says so in words; where it is not, none does.
 */
import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { fastify } from "fastify";
import { strFromU8, unzipSync } from "fflate";
import { parseTar } from "nanotar";
import { describe, test } from "vitest";
import { Computing } from "../../src/query/computing.ts";
import { proofPath } from "../../src/release/proof/read-proof.ts";
import { makePackages } from "../../src/web/clients/packages.ts";
import { allPages, docsPages, llmsPath, movedPages, twinPath } from "../../src/web/docs/pages.ts";
import { teamPaths } from "../../src/web/frame/paths.ts";
import { registerSitePages } from "../../src/web/frame/recipe.ts";
import { publicPages } from "../../src/web/public-pages.ts";
import { apiUrl, askApp, closedAfterAll, manageUrl, openApi, send } from "../support/api.ts";
import { league } from "../support/league.ts";
import { pageSite } from "../support/page-site.ts";
import { openApiOf, publishSampleWeeks } from "../support/sample.ts";

const site = closedAfterAll(await openApiOf(publishSampleWeeks, { EXPLORE_SEASONS: "all" }));
const get = (url: string, headers: Record<string, string> = {}) => send(site.app, "GET", url, headers);

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

const forEverybody = [
  ...allPages.flatMap((each) => [each.path, twinPath(each)]),
  ...[llmsPath, "/docs/search?q=line", "/clients/gradeline-client.tgz"],
].map((url) => [url, everybodys] as const);
const all = [...Object.values(files), ...forEverybody, [proofPath, "public, max-age=60"] as const];

test("the table has every public page", () => {
  const listed = [...Object.keys(files), ...Object.keys(others)].sort();
  const modules = /^\/assets\/client\//;
  const routes = publicPages().map(({ at }) => at);
  assert.deepEqual(routes.filter((at) => !modules.test(at)).sort(), listed);
});

describe.for(all)("%s", ([url, cache]) => {
  test("has an ETag by which it is not sent again, and is compressed", async () => {
    const first = await get(url);
    assert.deepEqual([first.status, first.headers["cache-control"]], [200, cache], first.text);
    const etag = first.headers.etag ?? "";
    for (const known of [etag, etag.replace("W/", ""), `"other", ${etag}`, "*"]) {
      const again = await get(url, { "if-none-match": known });
      assert.deepEqual([again.status, again.text, again.headers.etag], [304, "", etag], known);
    }
    const head = await send(site.app, "HEAD", url);
    assert.deepEqual([head.status, head.text, head.headers.etag], [200, "", etag]);
    const isShort = Number(first.headers["content-length"]) < 1024;
    const type = first.headers["content-type"];
    const encoded = await askApp(site.app, { url, headers: { "accept-encoding": "br, gzip" } });
    const isPlain = isShort || type === "application/gzip";
    if (type !== "image/png") assert.equal(encoded.headers["content-encoding"], isPlain ? undefined : "gzip");
  });

  test("has no code of its own, and loads from its own server alone", async () => {
    const { text, headers, page } = await get(url);
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
    const answer = await get(url);
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

/** As Firefox asks for a page. */
const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

const programs = ["*/*", "text/*", "application/json", "text/html;q=0.5, application/json", "image/png"];
const withKeys = [{ authorization: `Bearer ${site.key}` }, { "x-api-key": "" }];
const asked = [...programs.map((accept) => ({ accept })), ...withKeys.map((each) => ({ ...browser, ...each }))];

test("a browser at a wrong address is told where to go, and a program gets JSON", async () => {
  for (const url of ["/v2/games", "/api", "/slate//evil.example/", "/embed?sport=nfl", "/wp-login.php?x=1"]) {
    const { status, page, headers } = await get(url, browser);
    assert.deepEqual([status, headers["content-type"]], [404, "text/html; charset=utf-8"], url);
    assert.deepEqual([headers["cache-control"], headers.vary], ["no-store", "Accept, Authorization, X-API-Key"]);
    for (const link of ["/docs", manageUrl]) assert.ok(page.links("main").includes(link), link);
    assert.match(headers["content-security-policy"] ?? "", /^default-src 'none';script-src 'self';style-src 'self'/);
    for (const sent of asked) {
      const { status, body } = await get(url, sent);
      assert.deepEqual([status, body.error.code], [404, "not_found"], `${url} ${JSON.stringify(sent)}`);
    }
  }
});

test("an address that cannot be read is a page that is not there, and a program is told of the percent sign", async () => {
  for (const url of ["/games/%zz", "/manage/%ff", "/docs/limits/%"]) {
    const { status, page, headers } = await get(url, browser);
    assert.deepEqual([status, page.text("h1")], [404, "Page not found"], url);
    assert.match(headers["content-security-policy"] ?? "", /^default-src 'none'/);
    assert.ok(headers["x-request-id"], url);
    assert.deepEqual((await get(url, { accept: "application/json" })).status, 400, url);
  }
});

test("under /v1 a browser gets JSON like everybody else", async () => {
  for (const url of ["/v1/nothing", "/v1/games/NFL-20990101-KC-BUF"]) {
    const { status, body } = await get(url, { ...browser, authorization: `Bearer ${site.key}` });
    assert.deepEqual([status, body.error.code], [404, "not_found"]);
  }
});

test("a slash at the end of a page's address leads to the page, and nowhere else", async () => {
  for (const { path } of docsPages) {
    for (const slashes of ["/", "//"]) {
      const { status, headers } = await get(`${path}${slashes}?from=link`);
      assert.deepEqual([status, headers.location], [308, path], path + slashes);
    }
  }
  for (const url of ["/docs/nothing/", "/docs//evil.example/", "/docs/%2f%2fevil.example/"]) {
    assert.equal((await get(url)).status, 404, url);
  }
  assert.equal((await get("/")).status, 200, "the first page is no redirect");
});

test("a former address of a page leads to the place that its text has now, and that of its Markdown to the page's", async () => {
  for (const [former, place] of movedPages) {
    const { status, headers } = await get(former);
    assert.deepEqual([status, headers.location], [308, place], former);
    const [path = "", section] = place.split("#");
    const { text } = await get(path);
    assert.ok(section === undefined || text.includes(` id="${section}"`), place);
    assert.equal((await get(`${former}.md`)).headers.location, `${path}.md`);
  }
});

test("robots find the explorer and the docs under the address that callers use, and the icon is there", async () => {
  const robots = await get("/robots.txt");
  assert.match(robots.text, /^User-agent: \*\nAllow: \/docs\nAllow: \/games\/\nDisallow: \/manage\nDisallow: \/v1\n/);
  assert.ok(robots.text.includes(`Sitemap: ${apiUrl}/sitemap.xml\n`));
  const sitemap = await get("/sitemap.xml");
  assert.equal(sitemap.headers["content-type"], "application/xml; charset=utf-8");
  const locations = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => location);
  assert.deepEqual(
    locations,
    [
      ...["/", "/clients/", "/coverage", "/rules", "/status", "/team"],
      ...teamPaths(),
      ...allPages.map(({ path }) => path),
    ].map((path) => apiUrl + path),
  );
  const icon = await get("/favicon.ico");
  assert.deepEqual([icon.status, icon.headers["content-type"]], [200, "image/svg+xml"]);
  for (const url of ["/robots.txt", "/sitemap.xml", "/favicon.ico"]) {
    assert.equal((await send(site.app, "POST", url)).status, 405);
    assert.equal((await get(url, { "if-none-match": (await get(url)).headers.etag ?? "" })).status, 304);
  }
});

test("SHA256SUMS, as sha256sum takes it, has what each address answers, under its version and as the newest", async () => {
  const { text } = await get("/clients/SHA256SUMS");
  const packages = makePackages();
  assert.equal(text, packages.map(({ file, sha256 }) => `${sha256}  ${file}\n`).join(""));
  for (const { file, newest, bytes, sha256 } of packages)
    for (const name of newest === null ? [file] : [file, newest]) {
      const { rawPayload: sent } = await site.app.inject(`/clients/${name}`);
      assert.deepEqual([sent.length, hash("sha256", sent)], [bytes.length, sha256], name);
    }
});

test("the page names every package with its SHA-256 and how it is installed, and each of its links answers", async () => {
  const { text, page } = await get("/clients/");
  for (const { file, sha256 } of makePackages()) assert.ok(text.includes(file) && text.includes(sha256), file);
  assert.match(text, /npm i https:\/\/manage\.example\/clients\/gradeline-client\.tgz/);
  assert.match(text, /pip install https:\/\/manage\.example\/clients\/gradeline_client-\d[\d.]*-py3-none-any\.whl/);
  assert.match(text, /source\(&#34;https:\/\/manage\.example\/clients\/gradeline\.R&#34;\)/);
  const own = page.links().filter((link) => link.startsWith("/clients/"));
  assert.ok(own.length > 1);
  for (const link of own) assert.equal((await get(link)).status, 200, link);
});

test("each package is of the version of this program, has what it is installed by, and is the same when it is made again", () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, "../../package.json"), "utf8"));
  const made = makePackages();
  for (const { file } of made) assert.ok(file.includes(`-${version}`) || file === "gradeline.R", file);
  assert.deepEqual(makePackages(), made);
  const bytesOf = (end: string) => made.find(({ file }) => file.endsWith(end))?.bytes ?? new Uint8Array();
  const tar = parseTar(gunzipSync(bytesOf(".tgz")));
  const { exports, bin } = JSON.parse(tar.find(({ name }) => name === "package/package.json")?.text ?? "");
  const named = Object.values(exports as Record<string, Record<string, string>>).flatMap(Object.values);
  for (const target of [...named, bin["gradeline-client"]])
    assert.ok(
      tar.some(({ name }) => name === join("package", target)),
      target,
    );
  const skill = Object.keys(unzipSync(bytesOf(".zip")));
  assert.ok(skill.includes("gradeline/SKILL.md") && skill.includes("gradeline/references/limits.md"));
  const wheel = unzipSync(bytesOf(".whl"));
  const record = strFromU8(wheel[`gradeline_client-${version}.dist-info/RECORD`] ?? new Uint8Array());
  for (const [name, bytes] of Object.entries(wheel)) {
    const sum = name.endsWith("/RECORD") ? "," : `sha256=${hash("sha256", bytes, "base64url")},${bytes.length}`;
    assert.ok(record.includes(`${name},${sum}\n`), name);
  }
});

const inventedWords =
  /Sample data\.<\/strong> Teams and calendars are real; every game, score and price here is invented/;
const somePages = [
  ...["/", "/coverage", "/status", "/docs", "/docs/quick-start", "/docs/reference", "/manage/sign-in", "/nothing-here"],
  "/?sport=nfl&bet_type=spread&selection=away",
];

test("[A-18] every page of a sample says so in words and in X-Dataset, and none of real games does", async () => {
  for (const isSample of [true, false]) {
    await using api = await openApi(league, { isSample });
    const { body } = await api.get("/v1/games?sport=nfl&season=2024&limit=1");
    const first = `/games/${body.data[0].game_id}`;
    const dataset = isSample ? "sample" : undefined;
    for (const path of [...somePages, first]) {
      const { text, headers } = await send(api.app, "GET", path, { accept: "text/html" });
      assert.equal(inventedWords.test(text), isSample, path);
      assert.equal(headers["x-dataset"], dataset, path);
    }
    assert.equal((await send(api.app, "GET", `${first}/card.png`)).headers["x-dataset"], dataset);
    for (const path of [first, `/slate/${body.data[0].game_date}`, `/team/nfl/${body.data[0].home.abbreviation}`]) {
      const { page } = await send(api.app, "GET", path);
      assert.equal(page.meta("og:title").startsWith("Invented: "), isSample, path);
      assert.equal(page.meta("og:description").startsWith("Sample data: "), isSample, path);
      assert.equal(page.meta("og:url"), `https://manage.example${path}`);
      if (path === first) assert.equal(page.meta("og:image:alt"), page.meta("og:description"));
    }
  }
});
