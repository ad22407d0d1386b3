import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "vitest";
import { startServer } from "../../src/http/server.ts";
import { openApi, type TestApi } from "../support/api.ts";
import { league } from "../support/league.ts";

const shape = /^req_[A-Za-z0-9_-]{20,}$/;

test("every answer carries its own request id, and a good one repeats it in meta", async () => {
  await using api = await openApi(league);
  const seen = new Set<string>();
  const urls = [
    "/",
    "/v1/sports",
    "/v1/games?sport=nfl",
    "/v1/games/NBA-20240110-BOS-LAL",
    "/v1/nothing",
    "/v1/games/%ZZ",
  ];
  for (const headers of [{ authorization: `Bearer ${api.key}`, "x-request-id": "mine" }, { "request-id": "mine" }]) {
    for (const url of urls) {
      const answer = await api.get(url, headers as Record<string, string>);
      const id = answer.headers["x-request-id"] ?? "";
      assert.match(id, shape, url);
      if (answer.status === 200 && url !== "/") assert.equal(answer.body.meta.request_id, id);
      seen.add(id);
    }
  }
  assert.equal(seen.size, urls.length * 2);
});

/** Sends bytes as they are and reads until the server hangs up. */
function exchange(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    socket.setEncoding("utf8");
    socket.on("data", (data) => {
      received += data;
    });
    socket.on("close", () => resolve(received));
    socket.on("error", reject);
  });
}

async function listening(api: TestApi): Promise<{ port: number; close(): Promise<void> }> {
  const server = await startServer(api.app, { host: "127.0.0.1", port: 0 });
  return { port: Number(new URL(server.url).port), close: () => server.close() };
}

test("closing lets an answer under way finish", async () => {
  let begun = (): void => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  await using api = await openApi(league, {
    gate: (gate) => ({
      ...gate,
      async admit(request) {
        begun();
        await new Promise((resolve) => setTimeout(resolve, 100));
        return gate.admit(request);
      },
    }),
  });
  const { port, close } = await listening(api);
  const answer = exchange(
    port,
    `GET /v1/games/NBA-20240110-BOS-LAL HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.key}\r\n\r\n`,
  );
  await hasBegun;
  await close();
  assert.match(await answer, /^HTTP\/1.1 200 [\s\S]*"request_id":"req_/);
});
