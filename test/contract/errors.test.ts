/** Which error answers, in which order it is looked for, and what an error never tells [D-25, D-31 to D-33]. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { createKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { makeKey } from "../../src/access/keys/keys.ts";
import { errorTable } from "../../src/contract/errors.ts";
import { plenty } from "../support/access.ts";
import { type Answer, breakGames, closedAfterAll, manageUrl, openApi, send } from "../support/api.ts";
import { league } from "../support/league.ts";
import { assertInvalid, assertRefusal } from "./refusals.ts";

const api = closedAfterAll(await openApi(league));
const headers = { authorization: `Bearer ${api.key}` };
const gameUrl = "/v1/games/NBA-20240110-BOS-LAL";
const lists = ["/v1/sports", "/v1/teams?sport=nfl", "/v1/seasons?sport=nfl", "/v1/games?sport=nfl"];
const good = [...lists, gameUrl, "/v1/odds?sport=nfl&season=2024"];

/** Right, wrong, unknown and unreadable: everything that an answer could tell apart. */
const probes: readonly string[] = [
  ...[...good, "/v1", "/v1/", "/v1/nothing", "/v1/bets", "/v1/games/", "/v1/sports/", "/v1//sports", "/v1/%73ports"],
  ...["/v1/games?sport=soccer", "/v1/games?x=1", "/v1/odds?sport=nfl", "/v1/games?sport=nfl&cursor=abc"],
  ...["/v1/games/NFL-1", "/v1/games/NFL-20240101-KC-BUF", "/v1/games/%ZZ", "/v1/%ff", "/v1/openapi", "/%76%31/sports"],
  ...[`/v1/games/${"x".repeat(10_000)}`, `/v1/${"long".repeat(200)}`, `/v1/games?sport=${"x".repeat(10_000)}`],
];

/** An answer without what differs in every one. */
function told({ status, text, headers: sent }: Answer): unknown {
  const { "x-request-id": _id, date: _date, ...rest } = sent;
  return { status, text, rest };
}

test("Nothing about data or routes under /v1 is told to a caller without a good key [D-25]", async () => {
  const callers = [
    {},
    { authorization: "Bearer nonsense" },
    { authorization: `Bearer ${makeKey()}` },
    { authorization: `Bearer ${api.key}x` },
    { "x-api-key": "" },
  ];
  for (const caller of callers) {
    const sent = { ...caller } as Record<string, string>;
    const answers: unknown[] = [];
    for (const url of probes) {
      for (const method of ["GET", "POST", "DELETE", "PROPFIND"]) {
        const answer = await send(api.app, method, url, sent);
        assertRefusal(answer, 401, "unauthorized", `${method} ${url.slice(0, 60)}`);
        answers.push(told(answer));
      }
    }
    for (const answer of answers) assert.deepEqual(answer, answers[0]);
  }
});

test("Nor to one with a revoked key, who is shown the key management page, or with one that is too fast [D-25]", async () => {
  const past = { email: "past@example.com", plan: "trial" as const };
  const { key, prefix, lastFour } = await createKey(api.access, { ...past, now: new Date(0) });
  const hasty = { email: "hasty@example.com", plan: "trial" as const, requestsPerMinute: 1, now: new Date() };
  const { key: fast } = await createKey(api.access, hasty);
  await api.get("/v1/sports", { authorization: `Bearer ${fast}` });
  await revokeKey(api.access, { prefix, lastFour, now: new Date(0) });
  for (const url of probes) {
    for (const method of ["GET", "POST"]) {
      const answer = await send(api.app, method, url, { authorization: `Bearer ${key}` });
      assertRefusal(answer, 403, "forbidden", `${method} ${url.slice(0, 60)}`);
      assert.ok(answer.body.error.message.includes(manageUrl));
      const late = await send(api.app, method, url, { authorization: `Bearer ${fast}` });
      assertRefusal(late, 429, "rate_limited", `${method} ${url.slice(0, 60)}`);
    }
  }
});

test("Other methods are 405, Allow: GET, HEAD, code method_not_allowed, whatever body they bring [D-31]", async () => {
  for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "SEARCH", "LOCK"]) {
    for (const url of [
      ...good,
      "/v1",
      "/v1/",
      "/v1/games/NFL-20240101-KC-BUF",
      "/v1/games?x=1",
      "/v1/%73ports",
      "/%76%31/sports",
    ]) {
      const type = { ...headers, "content-type": "application/x-unknown" };
      const answer = await send(api.app, method, url, type, method === "TRACE" ? undefined : "x".repeat(9000));
      assertRefusal(answer, 405, "method_not_allowed", `${method} ${url}`);
      assert.equal(answer.headers.allow, "GET, HEAD", `${method} ${url}`);
    }
    assertRefusal(await send(api.app, method, "/v1/nothing", headers), 404, "not_found", method);
  }
});

test("An unknown path under /v1 is 404 with a good key, which says where all are listed; one that cannot be read is 400 [D-31]", async () => {
  const under = ["nothing", "games/", "sports/", "/sports", "Sports", "props", "games/a/b", "openapi.yaml"];
  for (const path of under.map((each) => `/v1/${each}`)) {
    for (const url of [path, `${path}?sport=nfl`]) {
      const answer = await api.get(url);
      assertRefusal(answer, 404, "not_found", url);
      assert.equal(answer.body.error.message, `there is nothing at "${path}": /v1 lists all endpoints`);
    }
  }
  assertRefusal(await api.get(`/v1/${"long".repeat(200)}`), 404, "not_found", "a long path");
  for (const url of ["/v1/games/%E0%A4%A", "/v1/games/%ZZ", "/v1/%ff", "/v1/sports/%"]) {
    assertRefusal(await api.get(url), 400, "invalid_param", url);
  }
});

test("a path that lacks /v1 is told where the API is, also to somebody without a key", async () => {
  for (const path of ["/games", "/games?sport=nfl", "/v2/games", "/V1/games", "/api/v1/games", "/wp-login.php"]) {
    for (const sent of [{}, headers]) {
      const answer = await api.get(path, sent);
      assertRefusal(answer, 404, "not_found", path);
      assert.equal(answer.body.error.message, "there is nothing at this path: the API is at /v1");
    }
  }
});

test("an unknown game is 404 that begins with game not found, and goes on with the shape of an id or the games of that day", async () => {
  const [listed] = (await api.get("/v1/games?sport=nfl&limit=1")).body.data;
  const [, date, away, home] = listed.game_id.split("-");
  const turned = `NFL-${date}-${home}-${away}`;
  const thatDay = new RegExp(`^game not found; that day there was .*${listed.game_id}`);
  const noShape = /^game not found: ".*" has not the shape of a game_id, SPORT-YYYYMMDD-AWAY-HOME/;
  for (const [id, message] of [
    ...["NFL-20240101-KC-BUF", "NFL-20240101-KC-BUF-2", "NFL-20230101-XXX-YYY"].map((each) => [
      each,
      /^game not found$/,
    ]),
    ...["nonsense", "%00", "NFL%2F1", "a".repeat(5000), "..%2F", "2024-01-01-KC-BUF"].map((each) => [each, noShape]),
    ...[turned, `${turned}/lines`, `NFL-${date}-${away}-XXX`].map((each) => [each, thatDay]),
  ] as [string, RegExp][]) {
    const answer = await api.get(`/v1/games/${id}`);
    assertRefusal(answer, 404, "not_found", id);
    assert.match(answer.body.error.message, message, id);
  }
});

test("Both headers sent: Authorization wins [D-32]", async () => {
  const ask = (authorization: string, apiKey: string) => api.get("/v1/sports", { authorization, "x-api-key": apiKey });
  assert.equal((await ask(`Bearer ${api.key}`, "nonsense")).status, 200);
  for (const authorization of ["Bearer nonsense", `Bearer ${makeKey()}`, "Basic abc", "Bearer", "", api.key]) {
    assert.equal((await ask(authorization, api.key)).status, 401, authorization);
  }
});

test("a good key without the word Bearer is told what is missing, and nothing of the key comes back", async () => {
  const answer = await api.get("/v1/games?sport=nfl", { authorization: api.key });
  assertRefusal(answer, 401, "unauthorized", "without Bearer");
  assert.match(answer.body.error.message, /^Authorization has a key and not the word before it/);
  assert.ok(!answer.text.includes(api.key.slice(9)));
  for (const scheme of ["Basic", "Token", "digest", "ApiKey"]) {
    const other = await api.get("/v1/games?sport=nfl", { authorization: `${scheme} YWJj` });
    assertRefusal(other, 401, "unauthorized", scheme);
    const said = new RegExp(`^Authorization has the scheme ${scheme}: .*Authorization: Bearer <API key>`, "i");
    assert.match(other.body.error.message, said);
    assert.ok(!other.text.includes("YWJj"));
  }
  const secret = await api.get("/v1/games?sport=nfl", { authorization: "hunter2 YWJj" });
  assert.match(secret.body.error.message, /^an API key is needed/, "a word that may be a secret is not repeated");
});

test("A key in the query string is an unknown parameter, and does not come back [D-32]", async () => {
  for (const name of ["api_key", "key", "apikey", "access_token", "x-api-key", "authorization"]) {
    assertInvalid(await api.get(`/v1/games?sport=nfl&${name}=${api.key}`), name, name);
    assertRefusal(await api.get(`/v1/sports?${name}=${api.key}`, {}), 401, "unauthorized", name);
  }
  for (const query of [
    `${api.key}=1`,
    api.key,
    `sport=${api.key}`,
    `sport=nfl&team=${api.key}`,
    `sport=nfl&cursor=${api.key}`,
  ]) {
    const { status, text } = await api.get(`/v1/games?${query}`);
    assert.equal(status, 400, query);
    assert.ok(!text.includes(api.key.slice(0, 14)), text);
  }
});

test("a fault of ours shows no stack, SQL, path or key, is not kept, and takes nothing of the quota; its id is in the log [D-33, D-39]", async () => {
  const lines: string[] = [];
  await using broken = await openApi(league, { log: { write: (line: string) => void lines.push(line) } });
  breakGames(broken.shelf, new Error(`select secret from /etc/passwd: ${broken.key}`));
  const answer = await broken.get(gameUrl);
  assertRefusal(answer, 500, "internal", gameUrl);
  assert.deepEqual(answer.body.error, { code: "internal", message: errorTable.internal.message });
  assert.ok(!answer.text.includes("secret"));
  assert.deepEqual([answer.headers["cache-control"], answer.headers.etag], ["no-store", undefined]);
  const left = ["ratelimit", "quota"].map((name) =>
    ["limit", "remaining"].map((of) => Number(answer.headers[`x-${name}-${of}`])),
  );
  assert.deepEqual(left, [
    [plenty.requestsPerMinute, plenty.requestsPerMinute - 1],
    [plenty.requestsPerMonth, plenty.requestsPerMonth],
  ]);
  const logged = lines.map((line) => JSON.parse(line)).find((line) => line.level === 50);
  assert.equal(logged.requestId, answer.headers["x-request-id"]);
  assert.match(logged.err.message, /secret/);
});
