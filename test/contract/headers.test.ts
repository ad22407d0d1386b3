/** What the headers of every answer tell: of limits, to caches and to browsers; and what they must not tell anyone [D-25, D-35, D-38, D-39]. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { usageOf } from "../../src/access/usage.ts";
import { errorTable } from "../../src/contract/errors.ts";
import { closedAfterAll, send } from "../support/api.ts";
import { limitHeaders, numberIn, openFixed } from "./fixed-clock.ts";

const site = closedAfterAll(await openFixed());
const { app } = site.api;
const { key, email } = await site.newKey();
const origin = { origin: "https://app.example" };
const game = "/v1/games/NBA-20240110-BOS-LAL";

type Kind = readonly [status: number, method: string, url: string, headers?: Record<string, string>];

/** One answer of each kind that a good key can get. */
const withKey: readonly Kind[] = [
  [200, "GET", "/v1/sports"],
  [200, "GET", "/v1/teams?sport=nfl"],
  [200, "GET", "/v1/seasons?sport=nfl"],
  [200, "GET", "/v1/games?sport=nfl"],
  [200, "GET", game],
  [200, "GET", "/v1/odds?sport=nfl&season=2024"],
  [200, "GET", "/v1/games?sport=nfl&format=csv"],
  [200, "GET", "/v1/odds?sport=nfl&season=2024&format=csv"],
  [200, "HEAD", "/v1/games?sport=nfl"],
  [200, "HEAD", game],
  [304, "GET", "/v1/games?sport=nfl", { "if-none-match": "*" }],
  [304, "HEAD", game, { "if-none-match": "*" }],
  [400, "GET", "/v1/games?sport=nfl&limit=0"],
  [400, "HEAD", "/v1/games?sport=nfl&limit=0"],
  [400, "GET", "/v1/games?sport=nfl&cursor=abc"],
  [400, "GET", "/v1/odds?sport=nfl"],
  [400, "GET", "/v1/games/%ZZ"],
  [400, "GET", "/v1/%E0%A4%A"],
  [404, "GET", "/v1/games/NBA-20240110-LAL-BOS"],
  [404, "GET", "/v1/nothing"],
  [404, "HEAD", "/v1/nothing"],
  [404, "GET", "/v1/games/"],
  [405, "POST", "/v1/games"],
  [405, "OPTIONS", "/v1/games"],
];

/** And those without a key, which carry no limits. */
const withoutKey: readonly Kind[] = [
  [200, "GET", "/v1/openapi.json"],
  [401, "GET", "/v1/games?sport=nfl"],
  [401, "GET", "/v1/games/%E0%A4%A"],
  [404, "GET", "/nothing"],
];

const kinds: readonly Kind[] = [
  ...withKey.map(([status, method, url, more]): Kind => [status, method, url, { ...more, "x-api-key": key }]),
  ...withoutKey,
];

test("every answer to a good key has the rate and quota headers; 2xx and 304 count in window and quota, errors in the window alone [D-38, D-39]", async () => {
  let used = 0;
  for (const [index, [status, method, url, headers]] of withKey.entries()) {
    const answer = await site.ask(key, url, headers, method);
    assert.equal(answer.status, status, `${method} ${url} ${answer.text}`);
    for (const name of limitHeaders) numberIn(answer, name);
    if (status === 200 || status === 304) used++;
    assert.deepEqual([numberIn(answer, "x-ratelimit-limit"), numberIn(answer, "x-quota-limit")], [120, 100_000]);
    assert.equal(numberIn(answer, "x-ratelimit-remaining"), 120 - index - 1, `${method} ${url}`);
    assert.equal(numberIn(answer, "x-quota-remaining"), 100_000 - used, `${method} ${url}`);
  }
  await site.api.gate.settle();
  const usage = await usageOf(site.api.access, email, new Date(site.nowMs));
  assert.deepEqual([usage?.account.requestsUsed, usage?.thisMinute], [used, withKey.length]);
  assert.equal(usage?.days.at(-1)?.requests, used);
});

test("every answer of the API, errors too, may be read by any origin with the headers that it needs, and neither sniffed, framed nor run", async () => {
  for (const [status, method, url, headers] of kinds) {
    const answer = await send(app, method, url, { ...origin, ...headers });
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

test("an error wins over 304 and is not kept: Cache-Control no-store, the same Vary, no ETag [D-25, D-35]", async () => {
  for (const [status, method, url, headers] of kinds.filter(([of, , url]) => of >= 400 && url.startsWith("/v1"))) {
    const { status: got, headers: sent } = await send(app, method, url, { ...headers, "if-none-match": "*" });
    const vary = "Authorization, X-API-Key, Accept, Accept-Encoding";
    assert.deepEqual([got, sent["cache-control"], sent.vary, sent.etag], [status, "no-store", vary, undefined], url);
  }
});

test("nothing tells what runs inside, and plain HTTP promises no TLS", async () => {
  const pages = ["/docs", "/docs/limits.md", "/llms.txt", "/docs/assets/docs.css"];
  for (const [, method, url, headers] of [...kinds, ...pages.map((page): Kind => [200, "GET", page])]) {
    const { headers: sent } = await send(app, method, url, headers);
    for (const name of ["server", "x-powered-by", "server-timing", "via", "strict-transport-security"]) {
      assert.equal(sent[name], undefined, `${name} of ${url}`);
    }
    assert.doesNotMatch(JSON.stringify(sent), /fastify|node\.?js/i, url);
  }
});

test("without a good key no answer tells that the data is a sample, however the path is written [D-25]", async () => {
  for (const url of ["/v1/sports", "/v1/nothing", "/%76%31/sports", "/v1/%ff", "http://elsewhere/v1/sports"]) {
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const [unknown, known] = [await send(app, method, url), await send(app, method, url, { "x-api-key": key })];
      assert.equal(unknown.headers["x-dataset"], undefined, `${method} ${url}`);
      assert.equal(known.headers["x-dataset"], "sample", `${method} ${url}`);
    }
  }
});

const preflight = { ...origin, "access-control-request-method": "GET", "access-control-request-headers": "x-api-key" };

test("a preflight under /v1 is answered without a key, tells nothing of paths, and is not counted whatever key it names [D-38]", async () => {
  const { key: only, email: owner } = await site.newKey({ requestsPerMinute: 1, requestsPerMonth: 1 });
  const answers = [];
  for (const url of ["/v1/games?sport=nfl", game, "/v1/nothing", "/v1", "/v1/%ff"]) {
    for (const headers of [preflight, { ...preflight, "x-api-key": only }]) {
      const { status, text, headers: sent } = await send(app, "OPTIONS", url, headers);
      assert.deepEqual([status, text], [200, ""], url);
      for (const name of limitHeaders) assert.equal(sent[name], undefined);
      const { "x-request-id": _id, date: _date, ...same } = sent;
      answers.push(same);
    }
  }
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  const [first = {}] = answers;
  assert.equal(first["access-control-allow-origin"], "*");
  assert.equal(first["access-control-allow-methods"], "GET, HEAD");
  const allowed = "Authorization, X-API-Key, If-None-Match, Accept, Range, If-Range";
  assert.equal(first["access-control-allow-headers"], allowed);
  assert.equal(first["access-control-max-age"], "86400");
  await site.api.gate.settle();
  const usage = await usageOf(site.api.access, owner, new Date(site.nowMs));
  assert.deepEqual([usage?.account.requestsUsed, usage?.thisMinute], [0, 0]);
  assert.equal((await site.ask(only, "/v1/sports", origin)).status, 200);
});

test("an OPTIONS that is no preflight is 401 without a key, 405 with one, 404 where nothing is", async () => {
  const halves: Record<string, string>[] = [{}, origin, { "access-control-request-method": "GET" }];
  for (const half of halves) {
    assert.equal((await send(app, "OPTIONS", "/v1/games", half)).status, 401);
    const answer = await site.ask(key, "/v1/games", half, "OPTIONS");
    assert.deepEqual([answer.status, answer.headers.allow], [405, "GET, HEAD"]);
    assert.equal(answer.body.error.message, errorTable.method_not_allowed.message);
    assert.equal((await site.ask(key, "/v1/nothing", half, "OPTIONS")).status, 404);
  }
});

test("a preflight elsewhere is not answered: the docs are read by their own pages only", async () => {
  for (const [url, status] of Object.entries({ "/docs": 405, "/": 405, "/llms.txt": 405, "/nothing": 404 })) {
    assert.equal((await send(app, "OPTIONS", url, preflight)).status, status, url);
  }
  assert.equal((await send(app, "GET", "/docs", origin)).headers["access-control-allow-origin"], undefined);
});
