// @module-tag volume
/** Thousands of requests made of the examples of the OpenAPI document, whole and damaged: every answer is one that it describes. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { afterAll, test } from "vitest";
import { createKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { plenty } from "../support/access.ts";
import { send } from "../support/api.ts";
import { contract, problemsWithAnswer, problemsWithRefusal } from "../support/contract.ts";
import { exampleFilePath, offerFile } from "../support/offer-file.ts";
import { openSampleOf } from "../support/sample-api.ts";
import { slowShare } from "../support/volume.ts";

const runs = slowShare(20_000);
const api = await openSampleOf(8);
afterAll(() => api[Symbol.asyncDispose]());
await offerFile(api.database);
const past = await createKey(api.access, { email: "past@example.com", plan: "standard", ...plenty, now: new Date() });
await revokeKey(api.access, { prefix: past.prefix, lastFour: past.lastFour, now: new Date() });
const { game_id: game } = (await api.get("/v1/games?sport=nfl")).body.data[0];

/** A documented path with one of some sets of its parameters: those that it requires, and each other one now and then. */
const requests = fc.constantFrom(...Object.entries(contract.paths)).chain(([path, { get }]) => {
  const pairs = get.parameters
    // A cursor and the id of an archive are of one archive alone.
    .filter((each) => each.in === "query" && each.name !== "cursor" && each.name !== "archive")
    .map(({ name, required, schema, example }) => {
      const values = [...(schema.enum ?? []), schema.examples?.[0] ?? example].map(String);
      const pair = fc.constantFrom(...values).map((value) => `${name}=${encodeURIComponent(value)}`);
      return required ? pair : fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: pair });
    });
  const place = path.replace("{game_id}", game).replace("{sport}/{season}/{file}", exampleFilePath);
  return fc.tuple(...pairs).map((given) => {
    const query = given.filter((pair) => pair !== null);
    return { path, url: `${place}?${[...query, ...(query.length > 1 ? ["season=2025"] : [])].join("&")}` };
  });
});

const key = { authorization: `Bearer ${api.key}` };
const headers = fc.constantFrom<Readonly<Record<string, string>>>(
  ...[key, key, key, key, { "x-api-key": api.key }, { ...key, "x-api-key": "not a key" }],
  ...[
    {},
    { "x-api-key": "\u00e9\u00ff" },
    { authorization: "Basic dXNlcjpwYXNz" },
    { authorization: `Bearer ${past.key}` },
  ],
  ...[
    { ...key, accept: "text/csv;q=9, */*;q=-1" },
    { ...key, accept: "text/csv" },
    { ...key, accept: "x".repeat(10_000) },
  ],
  ...[
    { ...key, "if-none-match": "*" },
    { ...key, "if-none-match": '"' },
    { ...key, range: "bytes=0-1" },
  ],
  ...[
    { ...key, "x-http-method-override": "DELETE" },
    { ...key, expect: "200-maybe" },
    { ...key, cookie: "a=b" },
  ],
);
const methods = fc.constantFrom("GET", "GET", "GET", "GET", "HEAD", "POST", "OPTIONS", "PROPFIND");
/** What is put into a URL, at any place behind `/v1`. */
const damage = fc.option(
  fc.record({
    at: fc.nat(1000),
    cut: fc.nat(4),
    text: fc.oneof(
      fc.constantFrom(
        "",
        "%00",
        "%",
        "%Z1",
        "%ff",
        "%C0%80",
        "%ED%A0%80",
        "x".repeat(10_000),
        "-1",
        "1e3",
        "%7B",
        "/",
        "//",
      ),
      fc.constantFrom(
        "&",
        "=",
        "&&",
        "?",
        "..",
        "%2e%2e%2f",
        "'%20OR%201=1--",
        "&__proto__=1",
        "&limit=0",
        "&cursor=AAAA",
        "#",
      ),
      fc.string({ unit: "binary", maxLength: 20 }).map((any) => encodeURIComponent(any.toWellFormed())),
    ),
  }),
  { nil: null, freq: 2 },
);

test(`${runs} requests, of which most are damaged: every answer is as described, and none is a fault`, async (t) => {
  const seen: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(requests, headers, methods, damage, async ({ path, url: whole }, sent, method, spoil) => {
      const at = "/v1".length + (spoil === null ? 0 : spoil.at % (whole.length - "/v1".length + 1));
      const url = spoil === null ? whole : `${whole.slice(0, at)}${spoil.text}${whole.slice(at + spoil.cut)}`;
      const answer = await send(api.app, method, url, sent);
      seen[answer.status] = (seen[answer.status] ?? 0) + 1;
      const isWhole = url.split("?")[0] === whole.split("?")[0] && (method === "GET" || method === "HEAD");
      const problems = isWhole ? problemsWithAnswer(path, method, answer) : problemsWithRefusal(method, answer);
      // A damaged path may be that of another endpoint, or of the same one in other words.
      const isOther = !isWhole && (answer.status === 200 || answer.status === 304);
      const shown = `${method} ${url} → ${answer.status} ${answer.text.slice(0, 300)}`;
      assert.ok(answer.status < 500, shown);
      if (!isOther) assert.deepEqual(problems, [], shown);
    }),
    { numRuns: runs },
  );
  t.annotate(`by status: ${JSON.stringify(seen)}`);
  for (const status of [200, 304, 400, 401, 403, 404, 405]) assert.ok((seen[status] ?? 0) > 0, `${status}`);
});
