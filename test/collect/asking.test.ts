/** Asking a provider: manners and faults, towards a real server, on both engines. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { pino } from "pino";
import { afterEach, beforeEach, test } from "vitest";
import type { Ask, Asker, ProviderAnswer } from "../../src/collect/asking/ask.ts";
import { type AskerOptions, HttpAsker, userAgent } from "../../src/collect/asking/asker.ts";
import { exchangeLimits } from "../../src/collect/asking/http.ts";
import { AskMemory } from "../../src/collect/asking/memory.ts";
import { type Database, openDatabase } from "../../src/database/engine.ts";
import { onSqliteDaily } from "../support/engines.ts";
import { json, type ScriptedServer, scriptedServer, status } from "../support/http-server.ts";
import { type TestClock, testClock } from "./support/test-clock.ts";

const noon = Date.parse("2026-07-05T12:00:00Z");
const secret = "s3cr3t-k3y-of-the-operator";
const never = new AbortController().signal;
const shortLimits = { ...exchangeLimits, wholeMs: 3000, bodyBytes: 100_000 };

onSqliteDaily((engine) => {
  let server: ScriptedServer;
  let url: string;
  let database: Database;
  let clock: TestClock;
  let logged: string[];
  let open: Asker[];

  beforeEach(async () => {
    server = await scriptedServer();
    url = await engine.freshUrl();
    database = await openDatabase(url);
    clock = testClock(noon);
    logged = [];
    open = [];
  });

  afterEach(async () => {
    for (const asker of open) await asker.close();
    await database.close();
    await server.close();
  });

  function asker(options: Partial<AskerOptions> = {}): Asker {
    const log = pino({ level: "trace" }, { write: (line) => void logged.push(line) });
    const opened = new HttpAsker({
      clock,
      memory: new AskMemory(database),
      userAgent: userAgent({
        version: "0.1.0",
        page: "https://gradeline.example",
        contact: "https://example.org/who",
      }),
      log,
      random: () => 0.5,
      limits: shortLimits,
      ...options,
    });
    open.push(opened);
    return opened;
  }

  function request(path = "/scores", more: Partial<Ask> = {}): Ask {
    const address = new URL(`${server.base}${path}`);
    return { provider: "espn", url: address, label: address.href, format: "json", ...more };
  }

  const failed = (answer: ProviderAnswer) => {
    assert.equal(answer.kind, "failed");
    return answer.kind === "failed" ? answer : assert.fail();
  };

  test("an answer comes with its payload and the time of the collector's clock, and the provider sees who asks", async () => {
    server.answers(json({ games: [1] }));
    const answer = await asker().ask(request(), never);
    assert.deepEqual(answer, { kind: "payload", payload: { games: [1] }, receivedMs: noon, credits: null });
    assert.equal(
      server.requests[0]?.headers["user-agent"],
      "Gradeline/0.1.0 (+https://gradeline.example; https://example.org/who)",
    );
    const state = await new AskMemory(database).provider("espn");
    assert.deepEqual([state.requests, state.failures, state.last_success_ms], [1, 0, noon]);
  });

  test("a packed answer is unpacked, and text stays text", async () => {
    server.answers((response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("game_id,season\n1,2026\n")),
    );
    const answer = await asker().ask(request("/games.csv", { format: "text" }), never);
    assert.deepEqual(answer.kind === "payload" && answer.payload, "game_id,season\n1,2026\n");
  });

  test("one host is asked one request at a time, and at most once a second", async () => {
    const asking = asker();
    server.answers((response) => setTimeout(() => json({})(response, response.req), 20));
    const starts: number[] = [];
    const answers = await Promise.all(
      ["/a", "/b", "/c", "/d"].map((path) =>
        asking.ask(request(path), never).then((answer) => {
          if (answer.kind === "payload") starts.push(answer.receivedMs);
        }),
      ),
    );
    assert.equal(answers.length, 4);
    assert.equal(server.mostAtOnce(), 1);
    assert.deepEqual(starts.sort(), [noon, noon + 1000, noon + 2000, noon + 3000]);
  });

  test("errors of the server pass: it is asked again with growing pauses, and then gives its answer", async () => {
    server.answers(status(500), status(502), status(503), json([]));
    const answer = await asker().ask(request(), never);
    assert.equal(answer.kind, "payload");
    assert.equal(server.requests.length, 4);
    // Half of 1, 2 and 4 s, each followed by what is missing to one request a second.
    assert.deepEqual(clock.slept, [500, 500, 1000, 2000]);
    assert.equal((await new AskMemory(database).provider("espn")).requests, 4);
  });

  test("Retry-After is waited for, in seconds and as a date of the server's own clock", async () => {
    const date = "Sun, 05 Jul 2026 09:00:00 GMT";
    const later = "Sun, 05 Jul 2026 09:00:20 GMT";
    server.answers(status(429, { "retry-after": "30" }), status(503, { "retry-after": later, date }), json({}));
    assert.equal((await asker().ask(request(), never)).kind, "payload");
    assert.deepEqual(clock.slept, [30_000, 20_000]);
  });

  test("a Retry-After of an hour is not waited for: the provider is left in peace until then, after a restart too", async () => {
    server.answers(status(429, { "retry-after": "3600" }));
    const answer = failed(await asker().ask(request(), never));
    assert.deepEqual([answer.reason, answer.notBeforeMs], ["status", noon + 3_600_000]);
    clock.set(noon + 3_599_000);
    server.answers(json({}));
    const again = failed(await asker().ask(request(), never));
    assert.deepEqual([again.reason, again.notBeforeMs, server.requests.length], ["resting", noon + 3_600_000, 1]);
    clock.set(noon + 3_600_000);
    assert.equal((await asker().ask(request(), never)).kind, "payload");
  });

  test("a Retry-After of years counts for a day", async () => {
    server.answers(status(503, { "retry-after": "999999999" }));
    assert.equal(failed(await asker().ask(request(), never)).notBeforeMs, noon + 86_400_000);
  });

  test("after 403 a provider is not asked again before the next UTC day, by a new process neither", async () => {
    server.answers(status(403));
    const answer = failed(await asker().ask(request(), never));
    const midnight = Date.parse("2026-07-06T00:00:00Z");
    assert.deepEqual([answer.reason, answer.notBeforeMs], ["stopped-for-today", midnight]);
    await database.close();
    database = await openDatabase(url);
    server.answers(json({}));
    clock.set(midnight - 1);
    assert.equal(failed(await asker().ask(request(), never)).reason, "stopped-for-today");
    assert.equal(server.requests.length, 1);
    assert.equal((await asker().ask(request("/x", { provider: "nhl-api" }), never)).kind, "payload");
    clock.set(midnight);
    assert.equal((await asker().ask(request(), never)).kind, "payload");
  });

  test("five failures in a row open the breaker; one request tries it, doubles the rest, and a success closes it", async () => {
    server.answers(status(500));
    const asking = asker();
    for (let count = 0; count < 5; count += 1) await asking.ask(request(), never);
    assert.equal(server.requests.length, 20);
    const resting = failed(await asking.ask(request(), never));
    assert.deepEqual([resting.reason, resting.notBeforeMs], ["resting", clock.nowMs() + 300_000]);
    assert.equal(server.requests.length, 20);
    clock.set(clock.nowMs() + 300_000);
    const trial = failed(await asker().ask(request(), never));
    assert.deepEqual([trial.reason, trial.notBeforeMs], ["status", clock.nowMs() + 600_000]);
    assert.equal(server.requests.length, 21, "a trial is one request, without repetitions");
    clock.set(clock.nowMs() + 600_000);
    server.answers(json({}));
    assert.equal((await asker().ask(request(), never)).kind, "payload");
    assert.equal((await new AskMemory(database).provider("espn")).failures, 0);
  });

  test("an address that does not exist is no fault of the provider, and is not asked again", async () => {
    server.answers(status(404));
    const asking = asker();
    for (let count = 0; count < 8; count += 1) {
      assert.equal(failed(await asking.ask(request(), never)).detail, "status 404");
    }
    assert.equal(server.requests.length, 8);
  });

  test("redirects are followed within the host, and not to another one without https", async () => {
    server.answers(status(302, { location: "/moved" }), json("here"));
    const answer = await asker().ask(request("/old", { headers: { authorization: `Bearer ${secret}` } }), never);
    assert.equal(answer.kind === "payload" && answer.payload, "here");
    assert.deepEqual(
      server.requests.map((each) => [each.url, each.headers.authorization]),
      [
        ["/old", `Bearer ${secret}`],
        ["/moved", `Bearer ${secret}`],
      ],
    );
  });

  const forbidden = [
    ...["http://127.0.0.1:9/", "http://93.184.216.34/", "https://169.254.169.254/latest", "https://2130706433/"],
    ...["https://[::1]/", "https://[::ffff:10.0.0.7]/", "https://[fd00::1]/", "https://localhost/"],
    ...["ftp://provider.example/x", "file:///etc/passwd", "http://[bad"],
  ];
  for (const location of forbidden) {
    test(`a redirect to ${location} is not followed, and what costs is not counted as paid`, async () => {
      server.answers(status(301, { location }));
      const asked = request("/odds", { provider: "the-odds-api", mostCredits: 6 });
      const refused = failed(await asker().ask(asked, never));
      assert.deepEqual([refused.reason, refused.detail], ["status", "it leads on where it may not be followed"]);
      assert.equal(server.requests.length, 1);
      assert.equal((await new AskMemory(database).credits("the-odds-api", noon)).used, 0);
    });
  }

  test("a ring of redirects ends", async () => {
    server.answers(status(307, { location: "/again" }));
    assert.match(failed(await asker().ask(request(), never)).detail, /status 307: it leads on too often/);
    let count = 0;
    server.answers((response, asked) => status(307, { location: `/again/${count++}` })(response, asked));
    assert.match(failed(await asker().ask(request(), never)).detail, /status 307: it leads on too often/);
    assert.equal(count, 4);
  });

  const faults = [
    [
      "a body that is cut off",
      (response) => {
        response.writeHead(200, { "content-length": "50" }).write('{"games":');
        setTimeout(() => response.destroy(), 20);
      },
      "truncated",
      /the connection ended within the body/,
    ],
    [
      "half of a JSON text",
      (response) => void response.end('{"games": [1, 2'),
      "truncated",
      /it is not JSON: it is cut/,
    ],
    ["nothing at all", (response) => void response.end(), "truncated", /it is empty/],
    [
      "a web page with status 200",
      (response) => void response.writeHead(200).end("<!DOCTYPE html><html><title>Robot?</title>"),
      "not-data",
      /it is a web page \(HTML\)/,
    ],
    [
      "a text that is no JSON",
      (response) => void response.end("Service busy"),
      "not-data",
      /it is not JSON: Unexpected token 'S'$/,
    ],
    ["bytes that are no text", (response) => void response.end(Buffer.from([0xff, 0xfe, 1])), "not-data", /not UTF-8/],
    [
      "half of a packed body",
      (response) =>
        void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("[1,2,3]").subarray(0, 20)),
      "truncated",
      /gzip file that was cut off/,
    ],
    [
      "a way of packing that was not asked for",
      (response) => void response.writeHead(200, { "content-encoding": "br" }).end("x"),
      "not-data",
      /it is packed as "br"/,
    ],
    ["a connection that is closed", (response) => response.destroy(), "unreachable", /no answer/],
  ] as const satisfies readonly (readonly [string, Parameters<ScriptedServer["answers"]>[number], string, RegExp])[];
  for (const [name, reply, reason, detail] of faults) {
    test(`${name}: it is asked four times, and then it is a failure (${reason})`, async () => {
      server.answers(reply);
      const answer = failed(await asker().ask(request(), never));
      assert.equal(answer.reason, reason);
      assert.match(answer.detail, detail);
      assert.equal(server.requests.length, 4);
    });
  }

  test("an answer that is too large, or unpacks to very much, is given up at once", async () => {
    const bomb = gzipSync(Buffer.alloc(40 << 20, " "));
    for (const reply of [
      (response) => response.end(Buffer.alloc(200_000, " ")),
      (response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    ] satisfies Parameters<ScriptedServer["answers"]>[number][]) {
      server.requests.length = 0;
      server.answers(reply);
      const answer = failed(await asker().ask(request(), never));
      assert.deepEqual([answer.reason, server.requests.length], ["too-large", 1]);
    }
  });

  const endless = {
    "headers that do not come": () => {},
    "a body that stops": (response) => void response.writeHead(200, { "content-length": "50" }).write("{"),
    "a body that trickles": (response) => {
      response.writeHead(200);
      const trickle = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(trickle));
    },
  } as const satisfies Readonly<Record<string, Parameters<ScriptedServer["answers"]>[number]>>;
  for (const [name, reply] of Object.entries(endless)) {
    test(`an answer that does not end is given up when its time is over: ${name}`, async () => {
      server.answers(reply);
      const answer = failed(await asker({ limits: { ...shortLimits, wholeMs: 400 } }).ask(request(), never));
      assert.deepEqual([answer.reason, answer.detail], ["timeout", "no whole answer in 0.4 s"]);
      assert.equal(server.requests.length, 4);
    });
  }

  test("keys are in no answer and no log, though the provider repeats them", async () => {
    const body = JSON.stringify({ message: `the key ${secret} is not good`, error_code: "INVALID_KEY" });
    server.answers(status(401, {}, body));
    const path = `/v4/odds?apiKey=${secret}&regions=us`;
    const asked = request(path, { provider: "the-odds-api", label: `${server.base}/v4/odds?regions=us` });
    const inAddress = failed(await asker().ask(asked, never));
    assert.equal(inAddress.detail, "status 401: the key … is not good");
    server.answers((response) => response.destroy());
    await asker().ask(request(path, { provider: "the-odds-api" }), never);
    server.answers(status(500, {}, body));
    const headers = { authorization: `Bearer ${secret}` };
    const inHeader = failed(await asker().ask(request("/games", { provider: "cfbd", headers }), never));
    assert.equal(inHeader.detail, "status 500: the key … is not good");
    assert.ok(logged.length >= 3);
    assert.doesNotMatch(logged.join(""), new RegExp(secret));
  });

  const odds = (cost: number) => request("/v4/odds", { provider: "the-odds-api", mostCredits: cost });
  const metered = (last: number, remaining: number) =>
    json([], {
      "x-requests-last": `${last}`,
      "x-requests-remaining": `${remaining}`,
    });

  test("credits are read from the headers, and the day's budget is kept across restarts", async () => {
    server.answers(metered(6, 18_994), metered(6, 18_988));
    const first = await asker({ creditsPerDay: 15 }).ask(odds(6), never);
    assert.deepEqual(first.kind === "payload" && first.credits, { cost: 6, remaining: 18_994 });
    await asker({ creditsPerDay: 15 }).ask(odds(6), never);
    const third = failed(await asker({ creditsPerDay: 15 }).ask(odds(6), never));
    assert.deepEqual([third.reason, third.notBeforeMs], ["no-credits", Date.parse("2026-07-06T00:00:00Z")]);
    assert.match(third.detail, /3 are left, and the answer may cost 6/);
    assert.equal(server.requests.length, 2);
    assert.equal((await asker({ creditsPerDay: 15 }).ask(odds(0), never)).kind, "payload", "what is free goes on");
    clock.set(Date.parse("2026-07-06T00:00:00Z"));
    assert.equal((await asker({ creditsPerDay: 15 }).ask(odds(6), never)).kind, "payload");
  });

  test("an answer that is lost on its way counts as paid, and one that was refused does not", async () => {
    server.answers(
      (response) => response.destroy(),
      status(500),
      (response) => void response.end("[]"),
    );
    assert.equal((await asker().ask(odds(6), never)).kind, "payload");
    assert.equal((await new AskMemory(database).credits("the-odds-api", noon)).used, 12);
  });

  test("a host that nobody answers at is unreachable, and a request that never arrived costs nothing", async () => {
    const nobody = await scriptedServer();
    await nobody.close();
    const answer = failed(await asker().ask({ ...odds(6), url: new URL(`${nobody.base}/v4/odds`) }, never));
    assert.deepEqual([answer.reason, answer.detail], ["unreachable", "no answer (ECONNREFUSED)"]);
    assert.equal((await new AskMemory(database).credits("the-odds-api", noon)).used, 0);
  });

  test("what was noted while the clock was days ahead keeps nobody from asking once it is right", async () => {
    clock.set(noon + 30 * 86_400_000);
    server.answers(status(403), json({}));
    assert.equal(failed(await asker().ask(request(), never)).reason, "stopped-for-today");
    clock.set(noon);
    assert.equal((await asker().ask(request(), never)).kind, "payload");
  });

  test("a provider whose credits are used up is asked for nothing that costs until the next day", async () => {
    const body = JSON.stringify({ message: "Usage quota has been reached", error_code: "OUT_OF_USAGE_CREDITS" });
    server.answers(status(401, {}, body), json([]));
    assert.equal(failed(await asker().ask(odds(6), never)).reason, "no-credits");
    assert.equal(failed(await asker().ask(odds(1), never)).reason, "no-credits");
    assert.equal(server.requests.length, 1);
    assert.equal((await asker().ask(odds(0), never)).kind, "payload");
  });

  test("a collector that ends gives up what is under way, and what waits for its turn", async () => {
    server.answers(() => {});
    const asking = asker({ limits: exchangeLimits });
    const underWay = [asking.ask(request("/a"), never), asking.ask(request("/b"), never)];
    while (server.requests.length === 0) await new Promise((turn) => setTimeout(turn, 5));
    await asking.close();
    for (const answer of await Promise.all(underWay)) assert.equal(failed(answer).reason, "aborted");
    assert.equal(failed(await asking.ask(request(), never)).reason, "aborted");
    assert.equal(server.requests.length, 1);
    assert.equal((await new AskMemory(database).provider("espn")).failures_total, 0);
  });

  test("without its database nothing is asked, and the failure is an answer", async () => {
    const asking = asker();
    await database.close();
    assert.equal(failed(await asking.ask(request(), never)).reason, "no-memory");
    assert.equal(server.requests.length, 0);
    database = await openDatabase(url);
  });
});
