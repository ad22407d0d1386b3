/** Where people and robots come by mistake or by habit: they get something, and are told where to go. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { allPages, docsPages, movedPages } from "../../src/web/docs/pages.ts";
import { teamPaths } from "../../src/web/frame/paths.ts";
import { manageUrl, openApi, send } from "../support/api.ts";

const site = await openApi();
afterAll(() => site[Symbol.asyncDispose]());
/** Of settings that name another address than the server's own. */
const address = "https://manage.example";
const get = (url: string, headers: Record<string, string> = {}) => send(site.app, "GET", url, headers);
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
  assert.ok(robots.text.includes(`Sitemap: ${address}/sitemap.xml\n`));
  const sitemap = await get("/sitemap.xml");
  assert.equal(sitemap.headers["content-type"], "application/xml; charset=utf-8");
  const locations = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => location);
  assert.deepEqual(
    locations,
    [
      "/",
      "/clients/",
      "/coverage",
      "/rules",
      "/status",
      "/team",
      ...teamPaths(),
      ...allPages.map(({ path }) => path),
    ].map((path) => address + path),
  );
  const icon = await get("/favicon.ico");
  assert.deepEqual([icon.status, icon.headers["content-type"]], [200, "image/svg+xml"]);
  for (const url of ["/robots.txt", "/sitemap.xml", "/favicon.ico"]) {
    assert.equal((await send(site.app, "POST", url)).status, 405);
    assert.equal((await get(url, { "if-none-match": (await get(url)).headers.etag ?? "" })).status, 304);
  }
});
