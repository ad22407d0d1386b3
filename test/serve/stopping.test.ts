/** A server that is told to end does so within ten seconds, whoever holds on to it. */
import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, test } from "vitest";
import { onSqliteDaily } from "../support/engines.ts";
import { type End, type ServingProcess, startServing } from "../support/process.ts";
import { until } from "../support/until.ts";
import { long } from "../support/volume.ts";
import { askOnce, type Caller, fillForLoad, startLoad } from "./load.ts";

const mostMs = 10_000;

onSqliteDaily((engine) => {
  let databaseUrl: string;
  let caller: Caller;
  const running: ServingProcess[] = [];
  const sockets: Socket[] = [];

  beforeAll(async () => {
    databaseUrl = await engine.freshUrl();
    const { callers } = await fillForLoad(databaseUrl, { games: 600 });
    caller = callers[0] as Caller;
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    for (const each of running) await each.close();
  });

  async function start(settings: Readonly<Record<string, string>> = {}): Promise<[ServingProcess, string]> {
    const serving = startServing({ DATABASE_URL: databaseUrl, LOG_LEVEL: "warn", ...settings });
    running.push(serving);
    return [serving, await serving.url];
  }
  async function open(url: string, text: string): Promise<Socket> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    socket.on("error", () => {});
    await new Promise<void>((resolve) => socket.once("connect", () => resolve()));
    socket.write(text);
    return socket;
  }
  async function endsWithin(limitMs: number, serving: ServingProcess, end: End): Promise<void> {
    const begunMs = performance.now();
    assert.deepEqual(await serving.ended, end, serving.screen());
    const elapsedMs = performance.now() - begunMs;
    assert.ok(elapsedMs < limitMs, `${elapsedMs} ms`);
  }
  /** What was sent before has arrived, and as much is answered as its reader takes. */
  async function isHeard(url: string): Promise<void> {
    await askOnce(`${url}/healthz`);
    await sleep(700);
  }
  const hugePage = (): string => `GET /v1/games?sport=nfl&limit=1000 HTTP/1.1\r\nX-API-Key: ${caller.key}\r\n\r\n`;

  test("one signal lets answers under way finish, is a clean end, and every line of the log is whole", async () => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) {
      const [serving, url] = await start({ LOG_LEVEL: "info" });
      const load = startLoad(
        url,
        Array.from({ length: 16 }, () => caller),
        () => "/v1/games?sport=nfl&limit=100",
      );
      await until(() => load.asked.length >= 100, "a hundred requests came to an end");
      serving.signal(signal);
      await endsWithin(mostMs, serving, { code: 0, signal: null });
      const asked = await load.stop();
      // Who asks after the end gets no connection; nobody got half an answer or a wrong one.
      assert.deepEqual([...new Set(asked.map(({ status }) => status))].sort(), [200, null]);
      assert.doesNotMatch(serving.screen(), /good order|at once/);
      const lines = serving.screen().trimEnd().split("\n");
      const entries = lines.map((line) => JSON.parse(line) as { readonly msg: string });
      const answered = entries.filter(({ msg }) => msg === "answered").length;
      assert.ok(answered >= asked.filter(({ status }) => status === 200).length, `${answered} lines`);
    }
  });

  test("a server that is signalled as soon as it listens ends without an error in its log", async () => {
    const [serving] = await start();
    serving.signal("SIGTERM");
    await endsWithin(mostMs, serving, { code: 0, signal: null });
    assert.doesNotMatch(serving.screen(), /"level":50/);
  });

  test("connections kept open, half a request, and somebody who reads nothing do not hold it up", long, async () => {
    const [serving, url] = await start();
    for (let count = 0; count < 8; count++) await open(url, "");
    await open(url, "GET /v1/sports HTTP/1.1\r\nX-API-Key: ");
    const unread = await open(url, hugePage().repeat(60));
    unread.pause();
    await isHeard(url);
    serving.signal("SIGTERM");
    await endsWithin(mostMs, serving, { code: 0, signal: null });
  });

  test("who reads slowly gets the answers that were under way to their last byte", long, async () => {
    const [serving, url] = await start();
    const slow = await open(url, hugePage().repeat(60));
    slow.pause();
    await isHeard(url);
    serving.signal("SIGTERM");
    await sleep(1_000);
    let text = "";
    slow.setEncoding("utf8").on("data", (piece: string) => {
      text += piece;
    });
    slow.resume();
    await endsWithin(mostMs, serving, { code: 0, signal: null });
    const answers = text.split("HTTP/1.1 200 OK").slice(1);
    assert.ok(answers.length > 1, `${answers.length} answers, or they were all sent before the end began`);
    for (const answer of answers) assert.match(answer.slice(-60), /"request_id":"req_[\w-]{24}"\}\}$/);
  });

  test("a second signal ends it at once", long, async () => {
    const [serving, url] = await start();
    const unread = await open(url, hugePage().repeat(60));
    unread.pause();
    await isHeard(url);
    serving.signal("SIGTERM");
    await sleep(1_000);
    assert.equal(serving.end(), null);
    serving.signal("SIGTERM");
    await endsWithin(2_000, serving, { code: 143, signal: null });
    assert.match(serving.screen(), /ending at once: a second signal came/);
  });

  test("a signal that comes twice in the same moment is one", long, async () => {
    const [serving] = await start();
    serving.signal("SIGINT");
    serving.signal("SIGINT");
    await endsWithin(mostMs, serving, { code: 0, signal: null });
  });

  test("with a time to drain it is first not ready, and answers until that is over", long, async () => {
    const [serving, url] = await start({ DRAIN_SECONDS: "5" });
    assert.equal((await askOnce(`${url}/readyz`)).status, 200);
    serving.signal("SIGTERM");
    await until(async () => (await askOnce(`${url}/readyz`)).status === 503, "it is not ready");
    assert.equal((await askOnce(`${url}/healthz`)).status, 200);
    const last = await fetch(`${url}/v1/sports`, { headers: { "x-api-key": caller.key } });
    assert.equal(last.status, 200);
    assert.equal(last.headers.get("connection"), "close", "the next request opens a connection elsewhere");
    await last.text();
    await endsWithin(mostMs, serving, { code: 0, signal: null });
  });
});
