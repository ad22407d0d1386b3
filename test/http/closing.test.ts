/** A server that is told to end lets answers go out, and waits for nobody else. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "vitest";
import { startServer } from "../../src/api/connections.ts";
import { openApi } from "../support/api.ts";
import { league } from "../support/league.ts";

/** Longer than any test: what waits for its end hangs. */
const graceMs = 60 * 60_000;

async function connected(url: string, text: string) {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  await once(socket, "connect");
  socket.write(text);
  return socket;
}

test("half a request that nobody goes on with does not hold up the end", async () => {
  await using api = await openApi(league);
  const server = await startServer(api.app, { host: "127.0.0.1", port: 0 });
  const half = await connected(server.url, "GET /healthz HTTP/1.1\r\nHost: a\r\n");
  const ended = once(half, "close");
  // Its first bytes are with the server when it has answered somebody who came later.
  await (await fetch(`${server.url}/healthz`)).text();
  await server.close(graceMs);
  await ended;
});

test("a request of which a part was there is answered when the rest comes at once", async () => {
  await using api = await openApi(league);
  const server = await startServer(api.app, { host: "127.0.0.1", port: 0 });
  const half = await connected(server.url, "GET /healthz HTTP/1.1\r\nHost: a\r\n");
  await (await fetch(`${server.url}/healthz`)).text();
  const closed = server.close(graceMs);
  await sleep(50);
  half.write("\r\n");
  let text = "";
  for await (const piece of half) text += String(piece);
  assert.match(text, /^HTTP\/1\.1 200 /);
  await closed;
});
