/**
 * Callers that leave before a byte of their answer was sent, over real sockets: they are not charged [D-49], and every
 * request has one line in the log, which names its account and its key.
 */
import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, test } from "vitest";
import type { Admission, Gate } from "../../src/access/gate.ts";
import type { CreatedKey } from "../../src/access/keys/account-keys.ts";
import { accountIdOf, makeKey } from "../../src/access/keys/keys.ts";
import { usageOf } from "../../src/access/usage.ts";
import { onEachEngine, plenty } from "../support/access.ts";
import { openApi, type TestApi } from "../support/api.ts";
import { league } from "../support/league.ts";

const game = "/v1/games/NBA-20240110-BOS-LAL";

type Line = {
  readonly msg: string;
  readonly level: number;
  readonly route?: string | null;
  readonly status?: number | null;
  readonly aborted?: true;
  readonly account?: string | null;
  readonly key?: string;
  readonly requestId?: string;
};

onEachEngine((on) => {
  let api: TestApi;
  let app: FastifyInstance;
  let port = 0;
  /** Holds requests up before they are decided, or after. */
  let beforeDeciding = Promise.resolve();
  let afterDeciding = Promise.resolve();
  let arrived = 0;
  const lines: string[] = [];
  const logged = (): Line[] => lines.map((line) => JSON.parse(line) as Line);

  beforeAll(async () => {
    const slow = (gate: Gate): Gate => ({
      ...gate,
      async admit(request) {
        arrived++;
        await beforeDeciding;
        const admission: Admission = await gate.admit(request);
        await afterDeciding;
        return admission;
      },
    });
    api = await openApi(league, { access: on.access, gate: slow, log: { write: (line) => void lines.push(line) } });
    app = api.app;
    await app.listen({ host: "127.0.0.1", port: 0 });
    const address = app.server.address();
    port = typeof address === "object" && address !== null ? address.port : 0;
  });
  afterAll(async () => {
    await api?.[Symbol.asyncDispose]();
  });

  const newKey = () => on.newKey(plenty);
  const charged = async ({ email }: CreatedKey) => {
    await api.gate.settle();
    const usage = await usageOf(on.access, email, new Date());
    return [usage?.account.requestsUsed, usage?.days.at(-1)?.requests];
  };
  const inMinute = async ({ email }: CreatedKey) => {
    await api.gate.settle();
    return (await usageOf(on.access, email, new Date()))?.thisMinute;
  };

  async function open(): Promise<Socket & { text: string }> {
    const socket = Object.assign(connect(port, "127.0.0.1"), { text: "" });
    socket.setEncoding("utf8").on("data", (piece: string) => {
      socket.text += piece;
    });
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("connect", resolve));
    return socket;
  }
  const request = ({ key }: CreatedKey, path = "/v1/sports", method = "GET"): string =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;
  async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
    const untilMs = performance.now() + 10_000;
    while (!(await isSo())) {
      assert.ok(performance.now() < untilMs, what);
      await sleep(5);
    }
  }
  const becomes = async (read: () => Promise<unknown>, expected: unknown): Promise<void> => {
    let last: unknown;
    await until(
      async () => {
        last = await read();
        return JSON.stringify(last) === JSON.stringify(expected);
      },
      `expected ${JSON.stringify(expected)}`,
    ).catch(() => assert.deepEqual(last, expected));
  };
  /** Sends requests while they are held up, lets the caller leave, and lets them go on. */
  async function leave(
    text: string,
    requests: number,
    { goodbye, hold }: { goodbye: (socket: Socket) => void; hold: "beforeDeciding" | "afterDeciding" },
  ): Promise<Line[]> {
    const held = Promise.withResolvers<void>();
    if (hold === "beforeDeciding") beforeDeciding = held.promise;
    else afterDeciding = held.promise;
    const from = lines.length;
    const arrivedBefore = arrived;
    const socket = await open();
    socket.write(text);
    await until(() => arrived === arrivedBefore + requests, "the requests must arrive");
    if (hold === "afterDeciding") await sleep(50);
    goodbye(socket);
    await sleep(50);
    held.resolve();
    beforeDeciding = Promise.resolve();
    afterDeciding = Promise.resolve();
    await until(() => lines.length >= from + requests, "every request must have its line");
    await sleep(50);
    socket.destroy();
    assert.equal(socket.text, "");
    return logged().slice(from);
  }

  for (const [how, goodbye] of [
    ["resets its connection", (socket: Socket) => void socket.resetAndDestroy()],
    ["closes its connection", (socket: Socket) => void socket.destroy()],
    ["closes its end", (socket: Socket) => void socket.end()],
  ] as const) {
    for (const [when, hold] of [
      ["before it is decided", "beforeDeciding"],
      ["after it was counted", "afterDeciding"],
    ] as const) {
      test(`who ${how} ${when} is not charged, and has one line`, async () => {
        const key = await newKey();
        for (const path of ["/v1/sports", game, "/v1/games?sport=nfl&format=csv", "/v1/nothing"]) {
          const said = await leave(request(key, path), 1, { goodbye, hold });
          assert.equal(said.length, 1, JSON.stringify(said));
          const [line] = said;
          assert.deepEqual(
            [line?.status, line?.aborted, line?.account, line?.key],
            [null, true, accountIdOf(key.email), key.prefix],
          );
        }
        await becomes(() => charged(key), [0, 0]);
        // Asking and leaving is no way around the rate.
        assert.equal(await inMinute(key), 4);
      });
    }
  }

  test("who leaves while several of its requests wait is charged for none of them, and each has a line", async () => {
    const key = await newKey();
    const three = request(key) + request(key, game) + request(key, "/v1/sports", "HEAD");
    const said = await leave(three, 3, { goodbye: (socket) => void socket.resetAndDestroy(), hold: "afterDeciding" });
    assert.deepEqual(
      said.map(({ status, aborted }) => [status, aborted]),
      Array(3).fill([null, true]),
    );
    assert.equal(new Set(said.map(({ requestId }) => requestId)).size, 3);
    await becomes(() => charged(key), [0, 0]);
  });

  test("of two requests at once, the one whose answer went out is charged, and the other is not", async () => {
    const key = await newKey();
    const from = lines.length;
    const socket = await open();
    socket.write(request(key));
    await until(() => socket.text.includes("request_id"), "an answer");
    const held = Promise.withResolvers<void>();
    afterDeciding = held.promise;
    socket.write(request(key, game));
    await until(async () => (await charged(key))[0] === 2, "counted");
    socket.resetAndDestroy();
    await sleep(30);
    held.resolve();
    afterDeciding = Promise.resolve();
    await becomes(() => charged(key), [1, 1]);
    await until(() => lines.length >= from + 2, "two lines");
    assert.deepEqual(
      logged()
        .slice(from)
        .map(({ status, aborted = false }) => [status, aborted]),
      [
        [200, false],
        [null, true],
      ],
    );
  });

  test("who leaves in the middle of its answer is charged, and its line says so", async () => {
    const key = await newKey();
    const from = lines.length;
    const socket = await open();
    socket.pause();
    // More than the buffers between us take, so that the last of it is never sent.
    const path = "/v1/odds?sport=nfl&season=2024&limit=1000";
    const count = 400;
    socket.write(request(key, path).repeat(count));
    await until(async () => (await charged(key))[0] === count, "counted");
    await sleep(200);
    socket.resetAndDestroy();
    await until(() => lines.length >= from + count, "every request must have its line");
    const said = logged().slice(from);
    assert.equal(said.length, count);
    const whole = said.filter(({ aborted }) => aborted === undefined).length;
    const partly = said.filter(({ aborted, status }) => aborted === true && status === 200).length;
    const nothing = said.filter(({ status }) => status === null).length;
    assert.ok(whole > 0 && nothing > 0 && partly <= 1, `${whole} whole, ${partly} partly, ${nothing} not at all`);
    await becomes(() => charged(key), [whole + partly, whole + partly]);
  });

  test("requests that are answered have one line too, with account and key, also when they are refused", async () => {
    const key = await newKey();
    const few = await on.newKey({ email: "few@example.com", requestsPerMinute: 1 });
    const from = lines.length;
    const socket = await open();
    socket.write(request(key) + request(key, "/v1/nothing") + request(few) + request(few));
    socket.write(`GET /v1/sports HTTP/1.1\r\nHost: x\r\nX-API-Key: ${makeKey()}\r\n\r\n`);
    socket.write("GET /v1/games/%ZZ HTTP/1.1\r\nHost: x\r\n\r\n");
    socket.write(request(key, "/v1/games/%ZZ"));
    socket.write("GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n");
    await until(() => lines.length >= from + 8, "eight lines");
    await sleep(50);
    socket.destroy();
    const told = logged()
      .slice(from)
      .map(({ status, account = null, key: prefix = null, aborted = false }) => [status, account, prefix, aborted]);
    const one = [accountIdOf(key.email), key.prefix, false];
    const other = [accountIdOf(few.email), few.prefix, false];
    assert.deepEqual(
      new Set(told.map((line) => JSON.stringify(line))),
      new Set(
        [
          [200, ...one],
          [404, ...one],
          [400, ...one],
          [200, ...other],
          [429, ...other],
          [401, null, null, false],
          [200, null, null, false],
        ].map((line) => JSON.stringify(line)),
      ),
    );
    assert.equal(told.length, 8);
    assert.deepEqual(await charged(key), [1, 1]);
    for (const line of lines) {
      assert.ok(!line.includes(key.email) && !line.includes(key.key.slice(0, 13)), line);
    }
  });
});
