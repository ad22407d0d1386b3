/** What every answer's headers tell browsers, and what they must not tell anyone. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { errorTable } from "../../src/contract/errors.ts";
import { type Answer, openApi, send } from "../support/api.ts";
import { league } from "../support/league.ts";

const site = await openApi(league, { isSample: true });
afterAll(() => site[Symbol.asyncDispose]());
const key = { "x-api-key": site.key };
const origin = { origin: "https://app.example" };

/** One answer of each kind: rows, a document, refused at the door, refused by an endpoint, and without one. */
const kinds: readonly (readonly [status: number, method: string, url: string, headers: Record<string, string>])[] = [
  [200, "GET", "/v1/games?sport=nfl", key],
  [200, "HEAD", "/v1/games?sport=nfl", key],
  [200, "GET", "/v1/games/NBA-20240110-BOS-LAL", key],
  [200, "GET", "/v1/odds?sport=nfl&season=2024", key],
  [200, "GET", "/v1/openapi.json", {}],
  [400, "GET", "/v1/games?sport=nfl&limit=0", key],
  [400, "GET", "/v1/games/%E0%A4%A", key],
  [401, "GET", "/v1/games?sport=nfl", {}],
  [401, "GET", "/v1/games/%E0%A4%A", {}],
  [404, "GET", "/v1/games/NFL-20240101-KC-BUF", key],
  [404, "GET", "/v1/nothing", key],
  [404, "GET", "/nothing", {}],
  [405, "POST", "/v1/games", key],
];

async function answerOf(method: string, url: string, headers: Record<string, string>): Promise<Answer> {
  return send(site.app, method, url, { ...origin, ...headers });
}

test("every answer of the API, errors too, may be read by any origin with the headers that it needs, and neither sniffed, framed nor run", async () => {
  for (const [status, method, url, headers] of kinds) {
    const answer = await answerOf(method, url, headers);
    const { headers: sent } = answer;
    assert.equal(answer.status, status, url);
    assert.equal(sent["access-control-allow-origin"], "*", url);
    assert.equal(sent["access-control-allow-credentials"], undefined, url);
    const exposed = (sent["access-control-expose-headers"] ?? "").toLowerCase().split(", ");
    for (const name of Object.keys(sent).filter((each) => /^x-(?!content-type)|^etag$/.test(each))) {
      assert.ok(exposed.includes(name), `${name} of ${url} cannot be read`);
    }
    for (const name of ["retry-after", "x-next-cursor", "x-quota-remaining", "x-ratelimit-remaining"]) {
      assert.ok(exposed.includes(name), name);
    }
    assert.equal(sent["content-security-policy"], "default-src 'none'; frame-ancestors 'none'", url);
    assert.equal(sent["x-content-type-options"], "nosniff", url);
    assert.equal(sent["referrer-policy"], "no-referrer", url);
  }
});

test("nothing tells what runs inside, and plain HTTP promises no TLS", async () => {
  const pages = ["/docs", "/docs/limits.md", "/llms.txt", "/docs/assets/docs.css"];
  for (const [, method, url, headers] of [...kinds, ...pages.map((page) => [200, "GET", page, {}] as const)]) {
    const { headers: sent } = await answerOf(method, url, headers);
    for (const name of ["server", "x-powered-by", "server-timing", "via", "strict-transport-security"]) {
      assert.equal(sent[name], undefined, `${name} of ${url}`);
    }
    assert.doesNotMatch(JSON.stringify(sent), /fastify|node\.?js/i, url);
  }
});

test("without a good key no answer tells that the data is a sample, however the path is written [D-25]", async () => {
  for (const url of ["/v1/sports", "/v1/nothing", "/%76%31/sports", "/v1/%ff", "http://elsewhere/v1/sports"]) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      assert.equal((await answerOf(method, url, {})).headers["x-dataset"], undefined, `${method} ${url}`);
      assert.equal((await answerOf(method, url, key)).headers["x-dataset"], "sample", `${method} ${url}`);
    }
  }
});

test("a preflight under /v1 is answered without a key, and tells nothing of paths", async () => {
  const asked = { ...origin, "access-control-request-method": "GET", "access-control-request-headers": "x-api-key" };
  const answers = [];
  for (const url of ["/v1/games?sport=nfl", "/v1/games/NBA-20240110-BOS-LAL", "/v1/nothing", "/v1", "/v1/%ff"]) {
    for (const headers of [asked, { ...asked, ...key }]) {
      const { status, text, headers: sent } = await send(site.app, "OPTIONS", url, headers);
      assert.deepEqual([status, text], [200, ""], url);
      const { "x-request-id": _id, date: _date, ...same } = sent;
      answers.push(same);
    }
  }
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  const [first] = answers;
  assert.equal(first?.["access-control-allow-origin"], "*");
  assert.equal(first?.["access-control-allow-methods"], "GET, HEAD");
  assert.equal(
    first?.["access-control-allow-headers"],
    "Authorization, X-API-Key, If-None-Match, Accept, Range, If-Range",
  );
  assert.equal(first?.["access-control-max-age"], "86400");
});

test("an OPTIONS that is no preflight is 401 without a key, 405 with one, 404 where nothing is", async () => {
  const halves: Record<string, string>[] = [{}, origin, { "access-control-request-method": "GET" }];
  for (const half of halves) {
    assert.equal((await send(site.app, "OPTIONS", "/v1/games", half)).status, 401);
    const answer = await send(site.app, "OPTIONS", "/v1/games", { ...half, ...key });
    assert.deepEqual([answer.status, answer.headers.allow], [405, "GET, HEAD"]);
    assert.equal(answer.body.error.message, errorTable.method_not_allowed.message);
    assert.equal((await send(site.app, "OPTIONS", "/v1/nothing", { ...half, ...key })).status, 404);
  }
});

test("a preflight elsewhere is not answered: the docs are read by their own pages only", async () => {
  const asked = { ...origin, "access-control-request-method": "GET" };
  for (const [url, status] of Object.entries({ "/docs": 405, "/": 405, "/llms.txt": 405, "/nothing": 404 })) {
    assert.equal((await send(site.app, "OPTIONS", url, asked)).status, status, url);
  }
  const page = await send(site.app, "GET", "/docs", origin);
  assert.equal(page.headers["access-control-allow-origin"], undefined);
});
