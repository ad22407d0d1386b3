/** The client when the server is busy, full, slow or away. */
import assert from "node:assert/strict";
import { afterAll, beforeEach, test } from "vitest";
import { Gradeline, type GradelineOptions } from "../../clients/typescript/src/client.ts";
import {
  GradelineError,
  QuotaExceeded,
  RateLimited,
  ServerFailed,
  Unreachable,
} from "../../clients/typescript/src/errors.ts";
import { json, type Reply, scriptedServer, status } from "../support/http-server.ts";

const server = await scriptedServer();
afterAll(() => server.close());
beforeEach(() => {
  server.requests.length = 0;
});

const open = (options: Partial<GradelineOptions> = {}) =>
  new Gradeline({ baseUrl: server.base, apiKey: "gl_live_secret", ...options });
/** What the program hears of a call that fails. */
const errorOf = (options: Partial<GradelineOptions> = {}): Promise<unknown> =>
  open(options)
    .sports()
    .all()
    .then(
      () => assert.fail("it was answered"),
      (error: unknown) => error,
    );
const page = json({ data: [{ sport: "nfl" }], next_cursor: null, meta: { count: 1, request_id: "req_1" } });
const told = (code: string, seconds: number) => JSON.stringify({ error: { code, message: `wait ${seconds} seconds` } });
const refusal = (number: number, code: string, seconds: number): Reply =>
  status(number, { "retry-after": String(seconds), "content-type": "application/json" }, told(code, seconds));
const hangUp: Reply = (response) => response.destroy();
const hang: Reply = () => undefined;

test("a full minute and a short absence of the server are waited for, and the program hears of neither", async () => {
  server.answers(refusal(429, "rate_limited", 1), refusal(503, "unavailable", 0), hangUp, status(502), page);
  const gradeline = open();
  assert.equal((await gradeline.sports().all()).length, 1);
  assert.equal(server.requests.length, 5);
  assert.equal(gradeline.requests, 2, "the one that was answered, and the one that nobody knows of");
});

test("a failure that stays is told after a bounded number of attempts, by its code", async () => {
  server.answers(refusal(503, "unavailable", 0));
  const away = await errorOf({ retries: 2 });
  assert.ok(away instanceof ServerFailed);
  assert.deepEqual([away.code, away.status, server.requests.length], ["unavailable", 503, 3]);
  server.answers(hangUp);
  const gone = await errorOf({ retries: 1 });
  assert.ok(gone instanceof Unreachable);
  assert.deepEqual([gone.code, gone.status], ["network", null]);
  server.answers(status(418, {}, "<html>"));
  const strange = await errorOf();
  assert.ok(strange instanceof GradelineError);
  assert.deepEqual([strange.code, strange.status], ["http_418", 418]);
});

test("a spent quota is told at once, and so is a minute that stays full for longer than the program has patience", async () => {
  server.answers(refusal(429, "quota_exceeded", 9000));
  const spent = await errorOf();
  assert.ok(spent instanceof QuotaExceeded);
  assert.deepEqual([spent.retryAfterSeconds, server.requests.length], [9000, 1]);
  server.answers(refusal(429, "rate_limited", 60));
  const full = await errorOf({ patienceSeconds: 10 });
  assert.ok(full instanceof RateLimited);
});

test("a server that says nothing is given up, and a signal ends a call whatever it waits for", async () => {
  server.answers(hang);
  const slow = await errorOf({ timeoutSeconds: 0.05, retries: 1 });
  assert.ok(slow instanceof Unreachable);
  assert.deepEqual([slow.code, server.requests.length], ["timeout", 2]);
  for (const reply of [hang, refusal(429, "rate_limited", 60), refusal(503, "unavailable", 20)]) {
    server.answers(reply);
    const ending = new AbortController();
    const call = open().sports({ signal: ending.signal }).all();
    setTimeout(() => ending.abort(new Error("enough")), 30);
    await assert.rejects(call, /enough/);
  }
});

test("requests at one time wait for the answer of the first, which says how many may follow, and then for the minute, as programs of one key do", async () => {
  let resetS = 0;
  let left = 3;
  let arrivedBeforeFirstAnswer: number | null = null;
  // A call of the test before may have been given up on its way.
  const ownRequests = () => server.requests.filter(({ url }) => url === "/v1/books");
  const limited: Reply = (response, request) => {
    if (resetS === 0) resetS = Math.ceil(Date.now() / 1000) + 2;
    else if (Date.now() >= resetS * 1000) left = 3;
    const refused = left === 0;
    if (!refused) left -= 1;
    const headers = {
      "x-ratelimit-limit": "3",
      "x-ratelimit-remaining": String(left),
      "x-ratelimit-reset": String(resetS),
      "x-quota-limit": "9",
      "x-quota-remaining": "9",
      "x-quota-reset": "1999999999",
    };
    setTimeout(() => {
      arrivedBeforeFirstAnswer ??= ownRequests().length;
      if (refused) refusal(429, "rate_limited", 1)(response, request);
      else json({ data: [], next_cursor: null, meta: {} }, headers)(response, request);
    }, 20);
  };
  server.answers(limited);
  const gradeline = open();
  await Promise.all(Array.from({ length: 4 }, () => gradeline.books().all()));
  assert.ok(Date.now() >= resetS * 1000, "the fourth waited until the minute had room again");
  assert.equal(ownRequests().length, 4, "and none was refused");
  assert.equal(arrivedBeforeFirstAnswer, 1, "the first was answered before the others went out");
  // Eight programs that share a key may fill its minute together, and hear nothing of it either.
  [resetS, left] = [0, 3];
  await Promise.all(Array.from({ length: 8 }, () => open().books().all()));
  assert.ok(Date.now() >= resetS * 1000, "those that were refused have waited");
});

test("a redirection is not followed, so that the key goes nowhere else", async () => {
  server.answers(status(302, { location: `${server.base}/elsewhere` }), page);
  await errorOf({ retries: 0 });
  assert.deepEqual(
    server.requests.map(({ url }) => url),
    ["/v1/sports"],
  );
});
