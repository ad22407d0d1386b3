// @module-tag volume
/**
 * An ordinary request is answered past the framework, and an unusual one by it. Both ways must say the same, so every request
 * is asked twice past it (the second answer may be one that was kept), and once through it.
 */
import assert from "node:assert/strict";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import type { Response } from "light-my-request";
import { afterAll, test } from "vitest";
import { createKey, revokeKey } from "../../src/access/keys/operator-keys.ts";
import { plenty } from "../support/access.ts";
import { askApp, askFramework } from "../support/ask-app.ts";
import { damage } from "../support/damaged-requests.ts";
import { knownValues } from "../support/known-values.ts";
import { openSampledApi } from "../support/sampled.ts";
import { type Request, validRequest } from "../support/valid-requests.ts";
import { share } from "../support/volume.ts";

const validRuns = share(600);
const damagedRuns = share(600);

const api = await openSampledApi(8);
afterAll(() => api[Symbol.asyncDispose]());
const { key } = await createKey(api.access, {
  ...{ email: "ordinary@example.com", plan: "standard", ...plenty, now: new Date() },
});
const past = await createKey(api.access, { email: "gone@example.com", plan: "standard", ...plenty, now: new Date() });
await revokeKey(api.access, { prefix: past.prefix, lastFour: past.lastFour, now: new Date() });
const known = await knownValues(api, key);

let addresses = 0;
const decoders = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync } as const;

/** These differ between two answers to the same question. */
const changing = new Set(["x-request-id", "date", "x-ratelimit-remaining", "x-ratelimit-reset", "x-quota-remaining"]);
/** Bodies are compressed anew or not, so that their lengths may differ; they are compared as decoded. */
const ofCompressed = new Set(["content-length", "transfer-encoding", "connection", "keep-alive"]);

type Said = { readonly status: number; readonly headers: Record<string, unknown>; readonly body: string };

function saidIn({ statusCode, headers, rawPayload }: Response): Said {
  const coding = headers["content-encoding"] as keyof typeof decoders | undefined;
  const isLeftOut = (name: string) => changing.has(name) || (coding !== undefined && ofCompressed.has(name));
  const bytes = coding === undefined || rawPayload.length === 0 ? rawPayload : decoders[coding](rawPayload);
  return {
    status: statusCode,
    headers: Object.fromEntries(
      Object.entries(headers)
        .filter(([name]) => !isLeftOut(name) && name !== "connection" && name !== "keep-alive")
        .map(([name, value]) => [name, String(value)])
        .sort(),
    ),
    body: bytes.toString().replace(/req_[\w-]{24}/, "req"),
  };
}

async function askedThreeTimes({ method, place, query, headers }: Request, coding?: string) {
  const text = query.map(([name, value]) => `${name}=${value}`).join("&");
  const options = () => ({
    method: method as "GET",
    url: text === "" ? place : `${place}?${text}`,
    headers: { ...headers, ...(coding === undefined ? {} : { "accept-encoding": coding }) },
    remoteAddress: `10.9.${(++addresses >> 8) & 255}.${addresses & 255}`,
  });
  return {
    first: saidIn(await askApp(api.app, options())),
    again: saidIn(await askApp(api.app, options())),
    framework: saidIn(await askFramework(api.app, options())),
  };
}

const codings = fc.constantFrom(undefined, "gzip", "br", "zstd", "gzip, deflate, br, zstd", "identity");

test(`${validRuns} valid requests are answered alike past the framework, from what was kept, and by the framework`, async () => {
  await fc.assert(
    fc.asyncProperty(validRequest(known, key), codings, async (request, coding) => {
      const { first, again, framework } = await askedThreeTimes(request, coding);
      assert.deepEqual(again, first);
      assert.deepEqual(framework, first);
    }),
    { numRuns: validRuns },
  );
});

test(`${damagedRuns} damaged requests are refused alike past the framework and by it`, async () => {
  const both = validRequest(known, key).chain((request) => damage(past.key).map((spoil) => spoil.spoil(request)));
  await fc.assert(
    fc.asyncProperty(both, async (request) => {
      const { first, framework } = await askedThreeTimes(request);
      assert.deepEqual(framework, first);
    }),
    { numRuns: damagedRuns },
  );
});

test("A request that was refused is charged neither past the framework nor by it", async () => {
  const remaining = async (): Promise<number> => {
    const { headers } = await askApp(api.app, { url: "/v1/sports", headers: { "x-api-key": key } });
    return Number(headers["x-quota-remaining"]);
  };
  const before = await remaining();
  for (const url of ["/v1/odds", "/v1/games/NFL-20250101-AAA-BBB", "/v1/games?sport=nfl&limit=0"]) {
    const { statusCode, headers } = await askApp(api.app, { url, headers: { "x-api-key": key } });
    assert.ok(statusCode === 400 || statusCode === 404, url);
    assert.equal(Number(headers["x-quota-remaining"]), before, url);
  }
  assert.equal(await remaining(), before - 1);
});
