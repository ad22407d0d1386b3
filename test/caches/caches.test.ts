/**
 * The service behind real caches, set up as docs/install.md says. Between them stands a proxy that makes time pass faster:
 * it turns every max-age into a few seconds, and counts what reaches the service.
 */
import assert from "node:assert/strict";
import { request } from "node:http";
import { afterAll, beforeAll, describe, test } from "vitest";
import { createKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { plenty } from "../support/access.ts";
import { openApi, type TestApi } from "../support/api.ts";
import { snippetsUnder } from "../support/docs.ts";
import { type HttpServer, startHttp } from "../support/http-server.ts";
import { league } from "../support/league.ts";
import { exampleFile, exampleFilePath, offerFile } from "../support/offered-files.ts";
import { skipIf } from "../support/skip-if.ts";
import { type CacheServer, cacheNames, missingProgram, startCache } from "./cache-servers.ts";

const freshSeconds = 2;
const untilStaleMs = (freshSeconds + 1) * 1000;

type Origin = HttpServer & { readonly seen: { status: number; conditional: boolean; key: string }[] };

async function startOrigin(servicePort: number): Promise<Origin> {
  const seen: Origin["seen"] = [];
  const server = await startHttp((incoming, outgoing) => {
    const { url, method, headers } = incoming;
    const onward = request({ port: servicePort, host: "127.0.0.1", path: url, method, headers }, (answer) => {
      const { statusCode = 0 } = answer;
      const key = String(headers["x-api-key"] ?? headers.authorization);
      seen.push({ status: statusCode, conditional: headers["if-none-match"] !== undefined, key });
      const age = answer.headers["cache-control"]?.replace(/max-age=\d+/, `max-age=${freshSeconds}`);
      outgoing.writeHead(statusCode, age === undefined ? answer.headers : { ...answer.headers, "cache-control": age });
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  return { ...server, seen };
}

const wait = (elapsedMs: number) => new Promise((resolve) => setTimeout(resolve, elapsedMs));

for (const name of cacheNames) {
  const missing = missingProgram(name);
  describe(`behind ${name}`, skipIf(missing !== null && `${missing} is not installed`), () => {
    let api: TestApi;
    let origin: Origin;
    let cache: CacheServer;

    beforeAll(async () => {
      api = await openApi(league);
      const url = new URL(await api.app.listen({ host: "127.0.0.1", port: 0 }));
      origin = await startOrigin(Number(url.port));
      cache = await startCache(name, origin.port);
    });
    afterAll(async () => {
      await cache?.stop();
      await origin?.close();
      await api?.[Symbol.asyncDispose]();
    });

    const newKey = async (email: string): Promise<string> => {
      const terms = { plan: "standard" as const, ...plenty, now: new Date() };
      return (await createKey(api.access, { email, ...terms })).key;
    };
    const ask = (path: string, headers: Record<string, string>) => cache.ask(path, { headers });
    /** What the service saw of a path while `work` ran. */
    const reached = async (work: () => Promise<unknown>): Promise<Origin["seen"]> => {
      const from = origin.seen.length;
      await work();
      return origin.seen.slice(from);
    };

    for (const [header, write] of [
      ["Authorization", (key: string) => ({ authorization: `Bearer ${key}` })],
      ["X-API-Key", (key: string) => ({ "x-api-key": key })],
    ] as const) {
      test(`two keys sent as ${header} never see each other's cached answer`, async () => {
        const path = `/v1/games?sport=nfl&limit=3&season=2024`;
        const [one, other] = [await newKey("one@example.com"), await newKey("other@example.com")];
        const first = await ask(path, write(one));
        assert.equal(first.status, 200);
        const hits = await reached(async () => assert.equal((await ask(path, write(one))).text, first.text));
        assert.equal(hits.length, 0, "the second request of the same key is answered by the cache");
        const misses = await reached(async () => {
          const second = await ask(path, write(other));
          assert.equal(second.status, 200);
          assert.notEqual(second.text, first.text, "each answer has its own request id");
        });
        assert.equal(misses.length, 1, "another key's request reaches the service");
        for (const headers of [{}, write("gl_live_nobody")]) {
          assert.equal((await ask(path, headers)).status, 401);
        }
      });
    }

    test("an answer carries the headers that the guide shows", async () => {
      const headers = { "x-api-key": await newKey("shown@example.com") };
      // Past the proxy that shortens every max-age.
      const answer = await api.get("/v1/games?sport=nfl&season=2023", headers);
      const [shown] = snippetsUnder("docs/install.md", "A proxy in front", "http");
      for (const line of shown.trimEnd().split("\n")) {
        const [, header = "", value = ""] = /^([A-Za-z-]+): (.+)$/.exec(line) ?? [];
        const parts = value.split("…").map((part) => RegExp.escape(part));
        assert.match(answer.headers[header.toLowerCase()] ?? "", new RegExp(`^${parts.join(".+")}$`), line);
      }
    });

    test("compressed and plain answers of one URL do not mix, and each is revalidated with a 304", async () => {
      const headers = { "x-api-key": await newKey("encodings@example.com") };
      const path = "/v1/teams?sport=nba";
      const gzipped = { ...headers, "accept-encoding": "gzip" };
      const askBoth = async () => {
        const [compressed, plain] = [await ask(path, gzipped), await ask(path, headers)];
        assert.equal(compressed.headers.get("content-encoding"), "gzip");
        assert.equal(plain.headers.get("content-encoding"), null);
        return JSON.parse(plain.text).meta.count;
      };
      const count = await askBoth();
      assert.ok(count >= 30, `${count} teams`);
      assert.deepEqual(await reached(askBoth), [], "both are answered by the cache");
      await wait(untilStaleMs);
      const seen = await reached(async () => assert.equal(await askBoth(), count));
      assert.ok(seen.length > 0 && seen.every(({ status, conditional }) => status === 304 && conditional));
    });

    test("a stale answer is revalidated with a 304, and served with its body", async () => {
      const headers = { authorization: `Bearer ${await newKey("stale@example.com")}` };
      const path = "/v1/odds?sport=nfl&season=2024&limit=5";
      const first = await ask(path, headers);
      await wait(untilStaleMs);
      const seen = await reached(async () => {
        const again = await ask(path, headers);
        assert.equal(again.status, 200);
        assert.equal(again.text, first.text);
      });
      assert.deepEqual(
        seen.map(({ status, conditional }) => [status, conditional]),
        [[304, true]],
      );
    });

    test("a revoked key gets nothing from the cache once its answers are stale", async () => {
      const key = await newKey("revoked@example.com");
      const headers = { "x-api-key": key };
      const path = "/v1/teams?sport=nba";
      assert.equal((await ask(path, headers)).status, 200);
      await revokeKey(api.access, { prefix: key, now: new Date() });
      api.passMs(1000);
      await wait(untilStaleMs);
      for (let attempt = 0; attempt < 3; attempt++) {
        const answer = await ask(path, headers);
        assert.equal(answer.status, 403);
        assert.match(answer.text, /"forbidden"/);
      }
    });

    test("a file of a season passes by the cache, whole and in parts, and a log has nothing that opens it", async () => {
      const { sha256 } = await offerFile(api.database);
      const headers = { "x-api-key": await newKey("files@example.com") };
      const path = `/v1/files/${exampleFilePath}`;
      const link = new URL(JSON.parse((await ask(`${path}/link`, headers)).text).data.url);
      const signed = link.pathname + link.search;
      const seen = await reached(async () => {
        for (let turn = 0; turn < 2; turn++) {
          for (const [from, sent] of [
            [path, headers],
            [signed, {}],
          ] as const) {
            const whole = await ask(from, sent);
            assert.deepEqual([whole.status, whole.text], [200, exampleFile.toString()]);
            assert.deepEqual([whole.headers.get("etag"), whole.headers.get("content-length")], [`"${sha256}"`, "4"]);
            const part = await ask(from, { ...sent, range: "bytes=1-2", "if-range": `"${sha256}"` });
            assert.deepEqual([part.status, part.headers.get("content-range"), part.text], [206, "bytes 1-2/4", "es"]);
            assert.equal((await ask(from, { ...sent, range: "bytes=9-" })).status, 416);
            const head = await cache.ask(from, { method: "HEAD", headers: sent });
            assert.deepEqual([head.status, head.headers.get("content-length"), head.text], [200, "4", ""]);
          }
        }
      });
      assert.equal(seen.length, 16, "every request reaches the service");
      assert.equal((await ask(`${signed}x`, {})).status, 403);
      if (name === "nginx") assert.match(cache.logged(), new RegExp(`GET ${path} 206 2$`, "m"));
      assert.doesNotMatch(cache.logged(), /signature|expires|key=/);
    });
  });
}
