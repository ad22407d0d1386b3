/**
 * Callers that leave before a byte of their answer was sent, over real sockets: they are not charged [D-49], and every
 * request has one line in the log, which names its account and its key.
 */
import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, test } from "vitest";
import type { Gate } from "../../src/access/gate.ts";
import type { CreatedKey } from "../../src/access/keys/account-keys.ts";
import { accountIdOf, makeKey } from "../../src/access/keys/keys.ts";
import { usageOf } from "../../src/access/usage.ts";
import { onEachEngine, plenty } from "../support/access.ts";
import { openApi, type TestApi } from "../support/api.ts";
import { league } from "../support/league.ts";
import { until } from "../support/until.ts";

const game = "/v1/games/NBA-20240110-BOS-LAL";

type Line = {
  readonly status?: number | null;
  readonly aborted?: true;
  readonly account?: string | null;
  readonly key?: string;
  readonly requestId?: string;
};

/** When a request is held up: before it is decided whether the key may ask, or after. */
type Moment = "before it is decided" | "after it was counted";

const leave = {
  "resets its connection": (socket: Socket) => void socket.resetAndDestroy(),
  "closes its connection": (socket: Socket) => void socket.destroy(),
  "closes its end": (socket: Socket) => void socket.end(),
};

onEachEngine((on) => {
  let api: TestApi;
  let port = 0;
  let arrived = 0;
  let held: { readonly at: Moment; readonly until: Promise<void> } | null = null;
  const lines: string[] = [];

  beforeAll(async () => {
    const slow = (gate: Gate): Gate => ({
      ...gate,
      async admit(request) {
        arrived++;
        if (held?.at === "before it is decided") await held.until;
        const admission = await gate.admit(request);
        if (held?.at === "after it was counted") await held.until;
        return admission;
      },
    });
    api = await openApi(league, { access: on.access, gate: slow, log: { write: (line) => void lines.push(line) } });
    port = Number(new URL(await api.listen()).port);
  });
  afterAll(() => api?.[Symbol.asyncDispose]());

  const newKey = () => on.newKey(plenty);
  async function usedBy({ email }: CreatedKey) {
    await api.gate.settle();
    const usage = await usageOf(on.access, email, new Date());
    return { charged: [usage?.account.requestsUsed, usage?.days.at(-1)?.requests], inMinute: usage?.thisMinute };
  }
  const isCharged = (key: CreatedKey, requests: number) =>
    until(async () => (await usedBy(key)).charged.join() === `${requests},${requests}`, `${requests} are charged`);
  const request = ({ key }: Pick<CreatedKey, "key">, path = "/v1/sports", method = "GET"): string =>
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`;

  async function open(): Promise<Socket & { text: string }> {
    const socket = Object.assign(connect(port, "127.0.0.1"), { text: "" });
    socket.setEncoding("utf8").on("data", (piece: string) => {
      socket.text += piece;
    });
    socket.on("error", () => {});
    await new Promise((resolve) => socket.once("connect", resolve));
    return socket;
  }
  function hold(at: Moment): () => void {
    const gone = Promise.withResolvers<void>();
    held = { at, until: gone.promise };
    return () => {
      held = null;
      gone.resolve();
    };
  }
  /** Reads the lines of so many requests, and sees that no more come. */
  async function linesSince(from: number, requests: number): Promise<Line[]> {
    await until(() => lines.length >= from + requests, "every request must have its line");
    await sleep(50);
    const since = lines.slice(from).map((line) => JSON.parse(line) as Line);
    assert.equal(since.length, requests, JSON.stringify(since));
    return since;
  }
  /** Sends requests that are held up, leaves, and lets them go on. */
  async function sendAndLeave(requests: readonly string[], goodbye: (socket: Socket) => void, at: Moment) {
    const release = hold(at);
    const from = lines.length;
    const arrivedBefore = arrived;
    const socket = await open();
    socket.write(requests.join(""));
    await until(() => arrived === arrivedBefore + requests.length, "the requests must arrive");
    if (at === "after it was counted") await sleep(50);
    goodbye(socket);
    await sleep(50);
    release();
    const said = await linesSince(from, requests.length);
    socket.destroy();
    assert.equal(socket.text, "");
    for (const { status, aborted } of said) assert.deepEqual([status, aborted], [null, true]);
    return said;
  }

  for (const [how, goodbye] of Object.entries(leave)) {
    for (const when of ["before it is decided", "after it was counted"] as const) {
      test(`who ${how} ${when} is not charged, and has one line`, async () => {
        const key = await newKey();
        for (const path of ["/v1/sports", game, "/v1/games?sport=nfl&format=csv", "/v1/nothing"]) {
          const [line] = await sendAndLeave([request(key, path)], goodbye, when);
          assert.deepEqual([line?.account, line?.key], [accountIdOf(key.email), key.prefix]);
        }
        await isCharged(key, 0);
        assert.equal((await usedBy(key)).inMinute, 4, "asking and leaving is no way around the rate");
      });
    }
  }

  test("who leaves while several of its requests wait is charged for none of them, and each has a line", async () => {
    const key = await newKey();
    const three = [request(key), request(key, game), request(key, "/v1/sports", "HEAD")];
    const said = await sendAndLeave(three, leave["resets its connection"], "after it was counted");
    assert.equal(new Set(said.map(({ requestId }) => requestId)).size, 3);
    await isCharged(key, 0);
  });

  test("of two requests at once, the one whose answer went out is charged, and the other is not", async () => {
    const key = await newKey();
    const from = lines.length;
    const socket = await open();
    socket.write(request(key));
    await until(() => socket.text.includes("request_id"), "an answer");
    const release = hold("after it was counted");
    socket.write(request(key, game));
    await isCharged(key, 2);
    socket.resetAndDestroy();
    await sleep(30);
    release();
    await isCharged(key, 1);
    const said = await linesSince(from, 2);
    assert.deepEqual(
      said.map(({ status, aborted = false }) => ({ status, aborted })),
      [
        { status: 200, aborted: false },
        { status: null, aborted: true },
      ],
    );
  });

  test("who leaves in the middle of its answer is charged, and its line says so", async () => {
    const key = await newKey();
    const from = lines.length;
    const socket = await open();
    socket.pause();
    // More than the buffers between us take, so that the last of it is never sent.
    const count = 400;
    socket.write(request(key, "/v1/odds?sport=nfl&season=2024&limit=1000").repeat(count));
    await isCharged(key, count);
    await sleep(200);
    socket.resetAndDestroy();
    const said = await linesSince(from, count);
    const whole = said.filter(({ aborted }) => aborted === undefined).length;
    const partly = said.filter(({ aborted, status }) => aborted === true && status === 200).length;
    const nothing = said.filter(({ status }) => status === null).length;
    assert.ok(whole > 0 && nothing > 0 && partly <= 1, `${whole} whole, ${partly} partly, ${nothing} not at all`);
    await isCharged(key, whole + partly);
  });

  test("requests that are answered have one line too, with account and key, also when they are refused", async () => {
    const key = await newKey();
    const few = await on.newKey({ email: "few@example.com", requestsPerMinute: 1 });
    const from = lines.length;
    const socket = await open();
    socket.write(request(key) + request(key, "/v1/nothing") + request(few) + request(few));
    socket.write(request({ key: makeKey() }) + request(key, "/v1/games/%ZZ"));
    socket.write("GET /v1/games/%ZZ HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n");
    const said = await linesSince(from, 8);
    socket.destroy();
    const one = `${accountIdOf(key.email)} ${key.prefix}`;
    const other = `${accountIdOf(few.email)} ${few.prefix}`;
    const told = said.map(({ status, account = null, key: prefix = null, aborted = false }) => {
      assert.equal(aborted, false);
      return `${status} ${account} ${prefix}`;
    });
    const strangers = ["200 null null", "401 null null", "401 null null"];
    const expected = [`200 ${one}`, `404 ${one}`, `400 ${one}`, `200 ${other}`, `429 ${other}`, ...strangers];
    assert.deepEqual(told.sort(), expected.sort());
    assert.deepEqual((await usedBy(key)).charged, [1, 1]);
    for (const line of lines) assert.ok(!line.includes(key.email) && !line.includes(key.key.slice(0, 13)), line);
  });
});
