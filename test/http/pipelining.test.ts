/**
 * Several requests on one connection, where something is wrong with one of them: what was asked well before it is
 * answered, whole and in order; and whatever is refused gets an envelope with a request id that is in the log.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, test } from "vitest";
import { type RunningServer, startServer } from "../../src/api/connections.ts";
import { openApi, type TestApi } from "../support/api.ts";
import { league } from "../support/league.ts";
import { type Conversation, converse, type RawAnswer } from "./raw-http.ts";

let api: TestApi;
let server: RunningServer;
let port: number;
const log: Record<string, unknown>[] = [];

beforeAll(async () => {
  api = await openApi(league, {
    log: { write: (line: string) => void log.push(JSON.parse(line)) },
    // One header takes its time, as every admission does that asks a database far away.
    gate: (gate) => ({
      ...gate,
      async admit(credentials) {
        if (credentials.authorization !== undefined) await new Promise((resolve) => setTimeout(resolve, 200));
        return gate.admit(credentials);
      },
    }),
  });
  server = await startServer(api.app, { host: "127.0.0.1", port: 0 });
  port = Number(new URL(server.url).port);
});
beforeEach(() => {
  log.length = 0;
});
afterAll(async () => {
  await server?.close();
  await api?.[Symbol.asyncDispose]();
});

/** Takes its time, because it is asked for with the header whose admission does. */
const slowGame = "/v1/games/NBA-20240110-BOS-LAL";

const page = "/v1/odds?sport=nfl&season=2024&limit=1000";

function request(path: string, more: readonly string[] = [], { method = "GET", version = "1.1" } = {}): string {
  const credential = path === slowGame ? `Authorization: Bearer ${api.key}` : `X-API-Key: ${api.key}`;
  const lines = [`${method} ${path} HTTP/${version}`, "Host: gradeline.example", credential, ...more];
  return `${lines.join("\r\n")}\r\n\r\n`;
}

const statuses = ({ answers }: Conversation) => answers.map(({ status }) => status);
const garbage = "\x00\x01 this is no request\r\n\r\n";

/** Every answer is what it would be alone, and nothing is left over. */
async function assertWhole({ answers, rest }: Conversation, paths: readonly string[]): Promise<void> {
  assert.equal(rest, "");
  for (const [index, path] of paths.entries()) {
    const { status, body, headers } = answers[index] as RawAnswer;
    assert.equal(status, 200, path);
    assert.equal(JSON.parse(body).meta.request_id, headers["x-request-id"]);
    const { data } = (await api.get(path, { "x-api-key": api.key })).body;
    assert.deepEqual(JSON.parse(body).data, data, path);
  }
}

async function assertRefusal(answer: RawAnswer | undefined, status: number, code: string): Promise<void> {
  assert.ok(answer !== undefined);
  assert.equal(answer.status, status);
  assert.equal(JSON.parse(answer.body).error.code, code);
  const { headers } = answer;
  assert.deepEqual(
    [headers["content-type"], headers["cache-control"]],
    ["application/json; charset=utf-8", "no-store"],
  );
  assert.match(headers["x-request-id"] ?? "", /^req_[A-Za-z0-9_-]{24}$/);
  const lines = () => log.filter(({ requestId }) => requestId === headers["x-request-id"]);
  // The line is written when the answer has gone out; it may be here before.
  const deadline = performance.now() + 5000;
  while (lines().length === 0 && performance.now() < deadline) await new Promise((wait) => setTimeout(wait, 10));
  assert.deepEqual(
    lines().map(({ status: logged }) => logged),
    [status],
    "one line of the log has the id that the caller has",
  );
}

describe("behind a good request comes what is no HTTP", () => {
  for (const [name, paths] of [
    ["one", ["/v1/sports"]],
    ["one that takes its time", [slowGame]],
    ["a slow one and two fast ones", [slowGame, "/v1/sports", page]],
    ["fifty", Array.from({ length: 50 }, () => page)],
  ] as const) {
    test(`${name}: each answer goes out whole, and then the refusal`, async () => {
      const sent = paths.map((path) => request(path)).join("") + garbage;
      const conversation = await converse(port, [sent]);
      assert.deepEqual(statuses(conversation), [...paths.map(() => 200), 400]);
      assert.ok(conversation.isEnded);
      await assertWhole(conversation, paths);
      const refusal = conversation.answers.at(-1);
      await assertRefusal(refusal, 400, "invalid_param");
      assert.equal(refusal?.headers.connection, "close");
    });
  }

  test("more of the same is not answered again", async () => {
    const steps = [request(slowGame) + garbage, 20, garbage, 20, request("/v1/sports"), 300, garbage];
    const conversation = await converse(port, steps);
    assert.deepEqual([statuses(conversation), conversation.rest, conversation.isEnded], [[200, 400], "", true]);
  });

  test("a request that is cut off is refused after the answers before it", async () => {
    const cut = "GET /v1/teams?sport=nba HTTP/1.1\r\nHost: x\r\nX-Cut";
    const conversation = await converse(port, [request("/v1/sports") + cut, "half-close"]);
    assert.deepEqual(statuses(conversation), [200, 400]);
    await assertWhole(conversation, ["/v1/sports"]);
  });

  test("a form whose body is broken is refused, and the answer before it goes out whole", async () => {
    const form = ["Content-Type: application/x-www-form-urlencoded", "Transfer-Encoding: chunked"];
    const broken = `${request("/manage/sign-in", form, { method: "POST" })}zz\r\nemail`;
    const conversation = await converse(port, [request(slowGame) + broken]);
    assert.deepEqual(statuses(conversation), [200, 400]);
    await assertWhole(conversation, [slowGame]);
    assert.deepEqual(
      log.filter(({ level }) => Number(level) >= 50),
      [],
      "what a caller breaks off is no error of ours",
    );
  });

  test("HEAD has no body, and the answer behind it is found where it begins", async () => {
    const sent = request("/v1/sports", [], { method: "HEAD" }) + request("/v1/sports") + garbage;
    const conversation = await converse(port, [sent], { methods: ["HEAD", "GET"] });
    assert.deepEqual([statuses(conversation), conversation.rest], [[200, 200, 400], ""]);
  });

  test("a caller who never hangs up is let go of", async () => {
    const open = () =>
      new Promise<number>((resolve, reject) =>
        api.app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
      );
    const socket = new Socket({ allowHalfOpen: true });
    socket.on("error", () => {}); // the server may reset it
    socket.connect(port, "127.0.0.1", () => socket.write(garbage));
    await once(socket.resume(), "end");
    const deadline = performance.now() + 15_000;
    while ((await open()) > 0 && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100));
    assert.equal(await open(), 0);
    socket.destroy();
  });
});

describe("behind a request that says it is the last", () => {
  for (const [name, first] of [
    ["Connection: close", () => request(slowGame, ["Connection: close"])],
    ["HTTP/1.0", () => request(slowGame, [], { version: "1.0" })],
  ] as const) {
    test(`${name}: nothing is answered any more, and its own answer goes out whole`, async () => {
      for (const more of [request("/v1/sports"), garbage, "\r\n\r\n"]) {
        const conversation = await converse(port, [first() + more]);
        assert.deepEqual([statuses(conversation), conversation.isEnded], [[200], true]);
        await assertWhole(conversation, [slowGame]);
      }
    });
  }

  test("stray bytes that come while its answer is on the way take nothing from it", async () => {
    const conversation = await converse(port, [request(slowGame, ["Connection: close"]), 50, "stray", 50, "more"]);
    await assertWhole(conversation, [slowGame]);
    assert.deepEqual(statuses(conversation), [200]);
  });
});

describe("a request that wishes for another protocol", () => {
  for (const [name, headers] of [
    ["h2c", ["Upgrade: h2c", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQAAP__"]],
    ["websocket", ["upgrade: websocket", "connection: keep-alive, upgrade", "Sec-WebSocket-Version: 13"]],
  ] as const) {
    test(`${name}: it is answered as if there were no wish, after those before it, and the connection ends there`, async () => {
      for (const [paths, sent] of [
        [["/v1/sports"], request("/v1/sports", headers)],
        [[page], request(page, headers) + request("/v1/sports")],
        [[slowGame], request(slowGame, headers) + garbage],
        [["/v1/sports"], `${request("/v1/sports", [...headers, "Content-Length: 3"])}abc${request("/v1/sports")}`],
        [[slowGame, "/v1/sports", page], request(slowGame) + request("/v1/sports") + request(page, headers)],
      ] as const) {
        const conversation = await converse(port, [sent]);
        assert.deepEqual([statuses(conversation), conversation.isEnded], [paths.map(() => 200), true]);
        assert.equal(conversation.answers.at(-1)?.headers.connection, "close");
        await assertWhole(conversation, paths);
      }
      for (const [path, status] of Object.entries({ "/v1/nothing": 404, "/docs": 200, "/nothing": 404 })) {
        const conversation = await converse(port, [request(path, headers)]);
        assert.deepEqual([statuses(conversation), conversation.isEnded], [[status], true], path);
      }
    });
  }
});

test("CONNECT, which asks for a tunnel, ends the connection, and others are served", async () => {
  const connect = "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n";
  const conversation = await converse(port, [connect]);
  assert.deepEqual([statuses(conversation), conversation.rest, conversation.isEnded], [[], "", true]);
  assert.deepEqual(statuses(await converse(port, [request("/v1/sports")], { answers: 1 })), [200]);
});

describe("what is odd and yet HTTP", () => {
  const chunks = "3\r\nabc\r\n0\r\n\r\n";
  const oddities: Readonly<Record<string, readonly [status: number, sent: () => string]>> = {
    "an Expect that nobody knows": [200, () => request("/v1/sports", ["Expect: wonders"])],
    TRACE: [405, () => request("/v1/sports", [], { method: "TRACE" })],
    "a URL with a host": [200, () => request("http://elsewhere.example/v1/sports")],
    "HTTP/1.0 that stays": [200, () => request("/v1/sports", ["Connection: keep-alive"], { version: "1.0" })],
    "a body on GET": [200, () => `${request("/v1/sports", ["Content-Length: 5"])}hello`],
    "a chunked body on GET": [200, () => request("/v1/sports", ["Transfer-Encoding: chunked"]) + chunks],
    "a body beyond every limit": [
      405,
      () => request("/v1/sports", ["Content-Length: 100000"], { method: "POST" }) + "x".repeat(100_000),
    ],
  };
  for (const [name, [status, sent]] of Object.entries(oddities)) {
    test(`${name}: it is answered once, and so is the request behind it`, async () => {
      const conversation = await converse(port, [sent() + request(page)], { answers: 2 });
      const [first, last] = conversation.answers;
      assert.deepEqual(statuses(conversation), [status, 200]);
      if (status === 405) await assertRefusal(first, 405, "method_not_allowed");
      assert.deepEqual(JSON.parse(last?.body ?? "").data, (await api.get(page)).body.data);
    });
  }

  test("Expect: 100-continue is told to go on before the answer", async () => {
    const sent = request("/v1/sports", ["Expect: 100-continue", "Content-Length: 3"], { method: "POST" });
    const conversation = await converse(port, [sent, 100, "abc", request("/v1/sports")], { answers: 3 });
    assert.deepEqual(statuses(conversation), [100, 405, 200]);
  });

  test("a GET whose chunked body is broken is answered all the same; then the connection ends", async () => {
    const broken = `${request(slowGame, ["Transfer-Encoding: chunked"])}zz\r\n`;
    for (const steps of [[broken], [broken.slice(0, -4), 50, "zz\r\n"]]) {
      const conversation = await converse(port, steps);
      assert.deepEqual([statuses(conversation), conversation.isEnded], [[200, 400], true]);
      await assertWhole(conversation, [slowGame]);
    }
  });

  test("a length and chunks at once, or two lengths, are refused: others on the way may have read it otherwise", async () => {
    for (const headers of [
      ["Content-Length: 5", "Transfer-Encoding: chunked"],
      ["Content-Length: 5", "Content-Length: 6"],
    ]) {
      const sent = `${request("/v1/sports") + request("/v1/sports", headers)}0\r\n\r\n${request(page)}`;
      const conversation = await converse(port, [sent]);
      assert.deepEqual([statuses(conversation), conversation.isEnded], [[200, 400], true]);
    }
  });

  test("two Host headers are refused on every path, before a key is looked at", async () => {
    for (const path of ["/v1/sports", "/v1/openapi.json", "/v1/%ff", "/docs", "/manage", "/nothing"]) {
      const sent = `GET ${path} HTTP/1.1\r\nHost: a\r\nhost: b\r\nConnection: close\r\n\r\n`;
      const { answers } = await converse(port, [sent]);
      await assertRefusal(answers[0], 400, "invalid_param");
    }
  });

  test("a caller who closes its side before the answer has left: the connection ends at once", async () => {
    const begun = performance.now();
    const conversation = await converse(port, [request(slowGame), 20, "half-close"]);
    assert.deepEqual([statuses(conversation), conversation.rest, conversation.isEnded], [[], "", true]);
    assert.ok(performance.now() - begun < 5000);
    assert.deepEqual(statuses(await converse(port, [request("/v1/sports")], { answers: 1 })), [200]);
  });
});
