/** Who is let in at `/mcp`, what is refused there, what is charged, and how its tools read what they are given. */
import assert from "node:assert/strict";
import { describe, test } from "vitest";
import { createKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { TooBusy } from "../../src/query/computing.ts";
import { converse } from "../http/raw-http.ts";
import { closedAfterAll, openApi, send } from "../support/api.ts";
import { league } from "../support/league.ts";
import { callOf, type Found, found, jsonHeaders, message, post, refused, v1 } from "./assistant.ts";

const api = closedAfterAll(await openApi(league, { isSample: true }));
const url = await api.listen();
const games = callOf("find_games", { sport: "nfl" });
const bearer = (key = api.key) => ({ authorization: `Bearer ${key}` });
const resultOf = ({ text }: { readonly text: string }): Found => JSON.parse(text).result;

test("only POST is allowed, whoever asks, and no page of another origin is told anything", async () => {
  for (const method of ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS"]) {
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const answer = await send(api.app, method, "/mcp", headers);
    assert.deepEqual([answer.status, answer.headers.allow], [405, "POST"], method);
    assert.equal(answer.headers["access-control-allow-origin"], undefined);
    if (method !== "HEAD") assert.equal(answer.body.error.code, "method_not_allowed");
  }
});

describe("a key", () => {
  test("is demanded as under /v1, in either header, with the same refusals", async () => {
    const wrong: Record<string, string>[] = [{}, bearer("gl_live_wrong"), { "x-api-key": "no key" }];
    for (const headers of wrong) {
      const ours = await post(api, games, headers);
      const theirs = await api.get("/v1/sports", headers);
      assert.equal(ours.status, 401);
      assert.deepEqual(ours.body, theirs.body);
      assert.equal(ours.headers["www-authenticate"], "Bearer");
    }
    assert.equal((await post(api, games, { "x-api-key": api.key })).status, 200);
    assert.equal((await send(api.app, "POST", "/mcp/", { ...jsonHeaders, ...bearer() }, games)).status, 200);
    assert.equal((await send(api.app, "POST", `/mcp?key=${api.key}`, jsonHeaders, games)).status, 401);
  });

  test("that is revoked, too fast or used up is told so with the API's code and message", async () => {
    const now = new Date();
    const few = { email: "few@example.com", plan: "trial", requestsPerMinute: 3, now } as const;
    const { key } = await createKey(api.access, few);
    const headers = bearer(key);
    for (let asked = 0; asked < 3; asked++) assert.equal((await post(api, games, headers)).status, 200);
    const fast = await post(api, games, headers);
    assert.deepEqual([fast.status, fast.body.error.code], [429, "rate_limited"]);
    assert.ok(Number(fast.headers["retry-after"]) > 0);
    await revokeKey(api.access, { prefix: key.slice(0, 12), now });
    api.passMs(61_000);
    const gone = await post(api, games, headers);
    assert.deepEqual([gone.status, gone.body.error.code], [403, "forbidden"]);
    assert.equal(gone.body.error.message, (await api.get("/v1/sports", headers)).body.error.message);

    const little = { email: "small@example.com", plan: "standard", requestsPerMonth: 2, now } as const;
    const small = await createKey(api.access, little);
    const ofSmall = bearer(small.key);
    for (const left of [1, 0]) {
      const answer = await post(api, games, ofSmall);
      assert.equal(resultOf(answer).structuredContent.left, left);
      assert.equal(answer.headers["x-quota-remaining"], String(left));
    }
    const empty = await post(api, games, ofSmall);
    assert.deepEqual([empty.status, empty.body.error.code], [429, "quota_exceeded"]);
  });
});

test("a page may ask when it is our own or listed, and a program, which has no origin", async () => {
  const ask = async (origin: string) => {
    const answer = await post(api, games, { ...bearer(), origin });
    assert.equal(answer.headers["access-control-allow-origin"], undefined);
    return answer.status;
  };
  assert.equal(await ask("https://manage.example"), 200);
  const others = ["https://evil.example", "null", "http://manage.example", "https://manage.example.evil.example"];
  for (const origin of others) assert.equal(await ask(origin), 403, origin);
});

test("a call that is answered costs one request, and nothing else does", async () => {
  const hello = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "a", version: "1" } };
  const costs: [cost: number, body: string, headers?: Record<string, string>][] = [
    [0, message("initialize", hello)],
    [0, message("tools/list")],
    [0, message("ping")],
    [0, JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })],
    [1, games],
    [1, callOf("trend", { sport: "nfl", on: "KC" })],
    [1, callOf("data_quality", { sport: "nfl" })],
    [0, callOf("find_games", { sport: "soccer" })],
    [0, callOf("game_card", { game_id: "NFL-20250904-KC-KC" })],
    [0, callOf("nothing", {})],
    [0, message("nothing/there")],
    [0, "{"],
    [0, `[${games},${games}]`],
    [0, games, { "content-type": "text/plain" }],
  ];
  for (const [cost, body, headers = {}] of costs) {
    const before = await api.used();
    const { text, headers: told } = await post(api, body, { ...bearer(), ...headers });
    assert.equal((await api.used()) - before, cost, `${body}: ${text}`);
    const structured = text.startsWith("{") ? JSON.parse(text).result?.structuredContent : undefined;
    if (cost === 1) assert.deepEqual([structured.cost, String(structured.left)], [1, told["x-quota-remaining"]]);
    else assert.equal(structured, undefined);
  }
});

test("the archive is a sample in the header, in the answer and in its sentence", async () => {
  const { headers, text } = await post(api, games);
  const { content, structuredContent } = JSON.parse(text).result;
  assert.equal(headers["x-dataset"], "sample");
  assert.equal(structuredContent.dataset, "sample");
  assert.match(content[0].text, /^Invented sample data: /);
  await using real = await openApi(league);
  const answer = await post(real, games);
  assert.equal(answer.headers["x-dataset"], undefined);
  assert.doesNotMatch(answer.text, /sample/i);
});

describe("hostile requests", () => {
  const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":';
  const hostile: [what: string, body: string, status: number, code: number][] = [
    ["a batch", `[${games}]`, 400, -32600],
    ["an empty batch", "[]", 400, -32600],
    ["no object", '"tools/list"', 400, -32600],
    ["nothing", "", 400, -32700],
    ["deep JSON", `${call}${'{"a":'.repeat(9000)}1${"}".repeat(9001)}`, 400, -32600],
    ["deep lists", "[".repeat(60_000), 400, -32700],
    ["a long id", JSON.stringify({ jsonrpc: "2.0", id: "x".repeat(101), method: "tools/list" }), 400, -32600],
    ["a subscription", message("subscriptions/listen", { filter: {} }), 404, -32601],
    ["no version of JSON-RPC", '{"id":1,"method":"tools/list"}', 400, -32600],
    ["arguments that are a list", callOf("find_games", ["nfl"]), 200, -32602],
  ];
  test.each(hostile)("%s", async (_what, body, status, code) => {
    const answer = await post(api, body);
    assert.equal(answer.status, status, answer.text);
    assert.equal(JSON.parse(answer.text).error.code, code, answer.text);
  });

  test("what is no UTF-8 is refused, and a body of another type", async () => {
    const headers = { ...jsonHeaders, ...bearer() };
    const bad = Buffer.concat([Buffer.from(games.slice(0, -3)), Buffer.from([0xc3, 0x28]), Buffer.from('"}}}')]);
    const answer = await fetch(`${url}/mcp`, { method: "POST", headers, body: bad });
    assert.equal(answer.status, 400);
    assert.equal(((await answer.json()) as { error: { code: number } }).error.code, -32700);
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""]) {
      const answer = await post(api, games, { ...bearer(), "content-type": type });
      assert.equal(answer.status, 415, type);
    }
    const several = `POST /mcp HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 0\r\n\r\n`;
    const { answers } = await converse(Number(new URL(url).port), [several], { answers: 1 });
    assert.equal(answers[0]?.status, 400);
  });

  test("names of prototypes, huge numbers and members that are given twice are read as what they are", async () => {
    for (const name of ["constructor", "toString", "hasOwnProperty"]) {
      const body = callOf("find_games", {}).replace('"arguments":{}', `"arguments":{"sport":"nfl","${name}":1}`);
      assert.equal(JSON.parse(resultOf(await post(api, body)).content[0].text).error.param, name);
      const unknown = await post(api, callOf(name, {}));
      assert.equal(JSON.parse(unknown.text).error.code, -32602);
    }
    const proto = games.replace('"sport":"nfl"', '"sport":"nfl","__proto__":{"sport":"mlb"}');
    assert.match(resultOf(await post(api, proto)).structuredContent.games[0].game_id, /^NFL-/);
    const numbers = [1e308, -1e308, 2 ** 53, 0.1];
    for (const season of [...numbers, true, [1, 2], { year: 2025 }, "9".repeat(300), "\ud800", "a\u0000b"])
      assert.equal((await refused(api, "find_games", { sport: "nfl", season })).param, "season", String(season));
    const twice = await post(api, games.replace('"sport":"nfl"', '"sport":"soccer","sport":"nfl"'));
    assert.ok(resultOf(twice).structuredContent.games.length > 0, "the last of two counts, as in all of JSON");
  });

  test("a key in an argument is not repeated", async () => {
    const { text } = await post(api, callOf("find_games", { sport: api.key }));
    assert.ok(!text.includes(api.key), text);
    const bets = await post(api, callOf("grade_bets", { bets: [{ sport: "nfl", bet_type: api.key, price: 100 }] }));
    assert.ok(!bets.text.includes(api.key), bets.text);
  });

  test("a body above 64 KiB is 413, whether its length is announced or not, and the connection ends", async () => {
    const headers = { ...jsonHeaders, ...bearer() };
    const fits = games.padEnd(65_536);
    assert.equal((await fetch(`${url}/mcp`, { method: "POST", headers, body: fits })).status, 200);
    const before = await api.used();
    const long = games.padEnd(65_537);
    const chunked = ReadableStream.from([Buffer.from(long)]);
    for (const body of [long, long.padEnd(2_000_000), chunked]) {
      const answer = await fetch(`${url}/mcp`, { method: "POST", headers, body, duplex: "half" } as RequestInit);
      assert.equal(answer.status, 413);
      assert.equal(((await answer.json()) as { error: { code: string } }).error.code, "invalid_param");
      assert.equal(answer.headers.get("connection"), "close");
    }
    assert.equal(await api.used(), before);
  });
});

test("while keys cannot be read, or a season is being mended, it is 503 with Retry-After, and nothing is charged", async () => {
  await using away = await openApi(league, {
    gate: (gate) => ({
      ...gate,
      admit: async (request) => ({
        ok: false,
        code: "unavailable",
        message: "keys cannot be checked at the moment",
        meters: null,
        caller: { accountId: null, keyPrefix: String(request.apiKey).slice(0, 12) },
        retryAfterS: 1,
        cause: new Error("the database is away"),
      }),
    }),
  });
  const closed = await post(away, games);
  assert.deepEqual([closed.status, closed.body.error.code, closed.headers["retry-after"]], [503, "unavailable", "1"]);

  const before = await api.used();
  const { computing } = api.shelf;
  const { ask } = computing;
  computing.ask = () => Promise.reject(new TooBusy());
  try {
    const busy = await post(api, callOf("trend", { sport: "nfl", on: "KC" }));
    assert.deepEqual([busy.status, busy.body.error.code, busy.headers["retry-after"]], [503, "unavailable", "2"]);
  } finally {
    computing.ask = ask;
  }
  assert.equal(await api.used(), before);
});

test("teams are taken by the names that people have for them, and several that may be meant are named", async () => {
  const asked = async (team: string) =>
    (await found(api, "find_games", { sport: "nfl", team })).games.map((game: Found) => game.game_id);
  const bySign = await asked("KC");
  assert.ok(bySign.length > 0);
  for (const name of ["Chiefs", "kansas city", "Kansas City Chiefs"]) assert.deepEqual(await asked(name), bySign, name);
  const bets = async (on: string) => (await found(api, "trend", { sport: "nfl", on })).trends[0].bets;
  assert.equal(await bets("chiefs,eagles"), await bets("KC,PHI"));
  const { message: said } = await refused(api, "find_games", { sport: "nfl", team: "New York" });
  assert.match(said, /NYG .*NYJ/);
});

test("the newest games come first where that is asked for, page by page, as many as are wanted", async () => {
  const oldest = await every({ sport: "nfl" });
  const newest = await every({ sport: "nfl", order: "newest", limit: 2 });
  assert.ok(oldest.length > 4);
  assert.deepEqual(newest, oldest.toReversed());
  const some = await found(api, "find_games", { sport: "nfl", limit: 2 });
  assert.deepEqual([some.games.length, some.has_more], [2, true]);

  async function every(given: object): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | null = null; ; ) {
      const page: Found = await found(api, "find_games", { ...given, cursor });
      ids.push(...page.games.map((game: Found) => game.game_id));
      cursor = page.next_cursor;
      if (cursor === null) return ids;
    }
  }
});

test("[A-11, A-14] each set of a talk is judged as the API judges it by so many tries, and by one where nothing is said", async () => {
  for (const [place, on] of ["KC", "BUF", "DAL"].entries()) {
    const tries = place + 1;
    const said = place === 0 ? {} : { tries };
    const { trends, tries: told } = await found(api, "trend", { sport: "nfl", on, ...said });
    const { data } = await v1(api, `/v1/trends?sport=nfl&on=${on}&tries=${tries}`);
    assert.equal(told, tries);
    assert.deepEqual([trends[0].p_adjusted, trends[0].verdict], [data[0].p_adjusted, data[0].verdict]);
  }
});

test("a count of sets that cannot be, and a format, are refused by name", async () => {
  for (const given of [{ tries: 0 }, { tries: 10_001 }, { tries: 1.5 }, { format: "csv" }, { handle: "t1.1.1" }]) {
    const error = await refused(api, "trend", { sport: "nfl", ...given });
    assert.deepEqual([error.code, error.param], ["invalid_param", Object.keys(given)[0]]);
  }
});
