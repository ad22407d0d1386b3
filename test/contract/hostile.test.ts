/** Requests that mean harm, or come from a broken client: on a real socket where a client would tidy them first. */
import assert from "node:assert/strict";
import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { test } from "vitest";
import { makeKey } from "../../src/access/keys/keys.ts";
import { type Answer, closedAfterAll, openApi } from "../support/api.ts";
import { league } from "../support/league.ts";
import { long } from "../support/volume.ts";
import { assertRefusal } from "./refusals.ts";

const api = closedAfterAll(await openApi(league));
const { hostname, port } = new URL(await api.listen());
const key = { authorization: `Bearer ${api.key}` };

/** Asks for a path exactly as it is written. */
async function ask(path: string, headers: Record<string, string> = key, method = "GET"): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, method, headers, agent: false }, async (answer) => {
      const body = await text(answer);
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers as Answer["headers"],
        text: body,
        body: body === "" ? null : JSON.parse(body),
      });
    });
    asked.on("error", reject).end();
  });
}

/** Sends bytes as they are, and reads until the server hangs up. */
async function exchange(bytes: string): Promise<string> {
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
}

const crooked = [
  ...["/v1/../v1/sports", "/v1/./sports", "/v1/..", "/v1/sports/..", "/v1/sports/../teams", "/v1/../../etc/passwd"],
  ...["/v1/%2e%2e/sports", "/v1/%2E/sports", "/v1/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/v1/games/..", "/v1/games/%2e%2e"],
  ...["/v1/games/..%2fsports", "/v1/games/..%5csports", "/v1//sports", "/v1///", "/v1/sports//", "/v1/games//"],
  ...["/v1/sports/", "/v1/teams/?sport=nfl", "/v1/games/NBA-20240110-BOS-LAL/", "/v1/sports;a=1", "/v1/sports%00"],
  ...["/v1/sports%20", "/v1/sports%2F", "/v1/games%3Fsport=nfl", "/v1/.", "/v1/*", "/v1/__proto__", "/%76%31/nothing"],
];

test("Paths with .., %2e, // or a trailing slash are 404 with a good key and 401 without [D-25, D-31]", async () => {
  for (const path of crooked) {
    assertRefusal(await ask(path), 404, "not_found", path);
    assertRefusal(await ask(path, {}), 401, "unauthorized", path);
  }
});

test("However the path of an endpoint is escaped, the answer is the same, with the same headers", async () => {
  const plain = await ask("/v1/sports");
  assert.equal(plain.headers["access-control-allow-origin"], "*");
  const headersOf = ({ headers }: Answer) => {
    const { "x-request-id": _id, date: _date, "content-length": _length, ...rest } = headers;
    // The meters go on from one request to the next.
    return Object.fromEntries(Object.entries(rest).filter(([name]) => !/^x-(ratelimit|quota)-/.test(name)));
  };
  for (const path of ["/v1/%73ports", "/%76%31/sports", "/v1/sports?", "http://elsewhere/v1/sports"]) {
    const answer = await ask(path);
    assert.deepEqual([answer.status, answer.body.data], [200, plain.body.data], path);
    assert.deepEqual(headersOf(answer), headersOf(plain), path);
  }
});

test("Headers over 16 kB, or a URL over 16 kB, are refused with the envelope and a request id [D-33]", async () => {
  const line = `Authorization: Bearer ${api.key}\r\nHost: x\r\nConnection: close`;
  for (const bytes of [
    `GET /v1/sports HTTP/1.1\r\n${line}\r\nX-Long: ${"y".repeat(17_000)}\r\n\r\n`,
    `GET /v1/sports HTTP/1.1\r\n${line}\r\n${"X-Many: y\r\n".repeat(2000)}\r\n`,
    `GET /v1/games?sport=nfl&team=${"y".repeat(17_000)} HTTP/1.1\r\n${line}\r\n\r\n`,
  ]) {
    const answer = await exchange(bytes);
    assert.match(answer, /^HTTP\/1\.1 431 /, answer.slice(0, 200));
    assert.match(answer, /\r\nX-Request-Id: req_[A-Za-z0-9_-]{24}\r\n/);
    assert.match(answer, /\r\n\r\n\{"error":\{"code":"invalid_param","message":"[^"]+"\}\}$/);
    assert.ok(!answer.includes(api.key.slice(0, 14)));
  }
  const fits = await exchange(`GET /v1/sports HTTP/1.1\r\n${line}\r\nX-Long: ${"y".repeat(15_000)}\r\n\r\n`);
  assert.match(fits, /^HTTP\/1\.1 200 /);
});

test("What is hardly HTTP is refused with the envelope and a request id", async () => {
  const line = `Authorization: Bearer ${api.key}\r\nConnection: close`;
  const cases: readonly (readonly [status: number, bytes: string])[] = [
    [400, "GET /v1/sports HTTP/9.9\r\n\r\n"],
    [400, "GET\r\n\r\n"],
    [400, "nonsense\r\n\r\n"],
    [400, "\u0000\u0001\u0002\r\n\r\n"],
    [400, "GET /v1/sports HTTP/1.1\r\nHost: x\r\nBad Header: 1\r\n\r\n"],
    [400, "POST /v1/sports HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"],
    [400, "GET /v1/sports HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"],
    [400, `GET /v1/games?sport=nfl&team=\xff HTTP/1.1\r\nHost: x\r\n${line}\r\n\r\n`],
    [401, "GET /v1/sports HTTP/1.1\r\nConnection: close\r\n\r\n"],
    [401, "GET http://elsewhere/v1/%ZZ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
  ];
  for (const [status, bytes] of cases) {
    const answer = await exchange(bytes);
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `), JSON.stringify(bytes));
    assert.match(answer, /x-request-id: req_[A-Za-z0-9_-]{24}\r\n/i, JSON.stringify(bytes));
    const code = status === 400 ? "invalid_param" : "unauthorized";
    assert.match(answer, new RegExp(`\\{"error":\\{"code":"${code}","message":"[^"]+"`), JSON.stringify(bytes));
  }
  assert.match(await exchange(`GET /v1/sports HTTP/1.1\r\n${line}\r\n\r\n`), /^HTTP\/1\.1 200 /, "without Host");
});

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes in use once what requests leave to timers of Node is gone. */
async function heapBytes(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 1500));
  collect();
  return process.memoryUsage().heapUsed;
}

test("20,000 bad requests, each another one, answer no 5xx, and memory does not grow", long, async () => {
  const kinds: readonly ((n: number) => readonly [url: string, key: string])[] = [
    (n) => [`/v1/games?sport=nfl&unknown${n}=1`, api.key],
    (n) => [`/v1/games?sport=nfl&team=T${n}`, api.key],
    (n) => [`/v1/games/NFL-20240101-A${n}-B${n}`, api.key],
    (n) => [`/v1/nothing/${n}`, api.key],
    (n) => [`/v1/odds?sport=nfl&season=2024&cursor=${Buffer.from(`cursor ${n}`).toString("base64url")}`, api.key],
    (n) => [`/v1/games?sport=nfl&limit=${1000 + n}`, api.key],
    (n) => [`/v1/sports?${n}`, makeKey()],
    (n) => [`/v1/games/%ZZ${n}`, `nonsense ${n}`],
  ];
  const flood = async (from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n++) {
      const [url, bearer] = kinds[n % kinds.length]?.(n) ?? assert.fail();
      const answer = await api.get(url, { authorization: `Bearer ${bearer}` });
      assert.ok(answer.status >= 400 && answer.status < 500, `${url}: ${answer.status}`);
    }
  };
  // What is made once, and code that is compiled, comes with the first thousands.
  await flood(1, 4000);
  const before = await heapBytes();
  await flood(4000, 20_000);
  const grownBytes = (await heapBytes()) - before;
  // Half a kilobyte a request: a kept request or answer would be more, and the collector needs some room.
  assert.ok(grownBytes < 8_000_000, `the heap grew by ${grownBytes} bytes`);
});
