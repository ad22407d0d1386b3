// @module-tag volume
/** Thousands of requests, valid and spoiled: every answer is one that the OpenAPI document describes. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, test } from "vitest";
import { createKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { plenty } from "../support/access.ts";
import { type Answer, send } from "../support/api.ts";
import { contract, problemsWithAnswer, problemsWithRefusal } from "../support/contract.ts";
import { damage } from "../support/damaged-requests.ts";
import { knownValues } from "../support/known-values.ts";
import { offerFile } from "../support/offer-file.ts";
import { openSampleOf } from "../support/sample-api.ts";
import { sampledSports } from "../support/sports.ts";
import { type Request, validRequest } from "../support/valid-requests.ts";
import { slowShare } from "../support/volume.ts";

const validRuns = slowShare(10_000);
const spoiledRuns = slowShare(14_000);

const api = await openSampleOf(8);
afterAll(() => api[Symbol.asyncDispose]());
// Without limits: what is fuzzed is not the rate.
const account = { plan: "standard" as const, ...plenty, now: new Date() };
const { key } = await createKey(api.access, { ...account, email: "fuzz@example.com" });
const past = await createKey(api.access, { ...account, email: "past@example.com" });
await revokeKey(api.access, { prefix: past.prefix, lastFour: past.lastFour, now: new Date() });
for (const sport of sampledSports) await offerFile(api.database, { sport });
const known = await knownValues(api, key);

const seen: Record<string, number> = {};

async function ask({ method, place, query, headers }: Request): Promise<Answer> {
  const text = query.map(([name, value]) => `${name}=${value}`).join("&");
  const answer = await send(api.app, method, text === "" ? place : `${place}?${text}`, headers);
  seen[answer.status] = (seen[answer.status] ?? 0) + 1;
  return answer;
}

const templates = Object.keys(contract.paths).map((path) => ({
  path,
  // The list of endpoints is at /v1/ too.
  shape: new RegExp(`^${path === "/v1" ? "/v1/?" : path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

/** The documented path that a place is an instance of. */
function documented(place: string): string | null {
  return templates.find(({ shape }) => shape.test(place))?.path ?? null;
}

function problemsWith({ method, place, headers }: Request, answer: Answer): string[] {
  // A browser's question before a request with a key; it is no request for data.
  const isPreflight = method === "OPTIONS" && headers.origin !== undefined;
  if (isPreflight && answer.status === 200) return answer.text === "" ? [] : ["a preflight with a body"];
  const path = documented(place);
  // Paths that the router cannot decode are refused before there is a route.
  const isListed = path !== null && (method === "GET" || method === "HEAD") && isDecodable(place);
  return isListed ? problemsWithAnswer(path, method, answer) : problemsWithRefusal(method, answer);
}

function isDecodable(place: string): boolean {
  try {
    return decodeURIComponent(place) !== "";
  } catch {
    return false;
  }
}

function shown({ method, place, query }: Request, answer: Answer): string {
  return `${method} ${place} ${JSON.stringify(query)} → ${answer.status} ${answer.text.slice(0, 300)}`;
}

test(`${validRuns} valid requests: none is refused, and every answer is as described`, async () => {
  await fc.assert(
    fc.asyncProperty(validRequest(known, key), async (request) => {
      const answer = await ask(request);
      const { path, headers } = request;
      // Nobody has a signed address before it is made.
      const hasEtag = !path.endsWith("/link");
      const expected = headers["if-none-match"] === "*" && hasEtag ? [304] : [200];
      if (path.includes("{")) expected.push(404);
      assert.ok(expected.includes(answer.status), shown(request, answer));
      assert.deepEqual(problemsWith(request, answer), [], shown(request, answer));
    }),
    { numRuns: validRuns },
  );
});

test(`${spoiledRuns} spoiled requests: every answer is as described, and what is wrong is refused`, async () => {
  const spoiled = fc.tuple(validRequest(known, key), fc.array(damage(past.key), { minLength: 1, maxLength: 2 }));
  await fc.assert(
    fc.asyncProperty(spoiled, async ([valid, damages]) => {
      const request = damages.reduce((at, { spoil }) => spoil(at), valid);
      const answer = await ask(request);
      const [only, ...others] = damages;
      assert.deepEqual(problemsWith(request, answer), [], shown(request, answer));
      assert.ok(answer.status < 500, shown(request, answer));
      if (only !== undefined && only.status !== null && others.length === 0) {
        assert.equal(answer.status, only.status, `${only.name}: ${shown(request, answer)}`);
      }
    }),
    { numRuns: spoiledRuns },
  );
});

test("the requests met every status that a caller can cause", (t) => {
  t.annotate(`${validRuns + spoiledRuns} requests, by status: ${JSON.stringify(seen)}`);
  for (const status of [200, 304, 400, 401, 403, 404, 405])
    assert.ok((seen[status] ?? 0) > slowShare(100), `${status}`);
});
