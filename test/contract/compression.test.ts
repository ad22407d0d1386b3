/** Answers are compressed for callers who ask for that: the same bytes, fewer of them on the way. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { test } from "vitest";
import { askApp, closedAfterAll, openApi } from "../support/api.ts";
import type { GameSketch } from "../support/archive.ts";

const markets = ["spread", "total", "moneyline"] as const;
const books = { 1: markets, 2: markets, 3: markets, 4: markets };
/** A page of 100 games is compressed in place, and one of 300 odds rows on another thread. */
const games = Array.from({ length: 300 }, (_, day): GameSketch => {
  const start = new Date(Date.UTC(2024, 0, 1 + day, 17)).toISOString();
  return { sport: "nba", season: 2024, start, away: "BOS", home: "LAL", books };
});
const api = closedAfterAll(await openApi(games));

const season = "/v1/games?sport=nba&season=2024";
const urls = [
  season,
  `${season}&format=csv`,
  "/v1/odds?sport=nba&season=2024&limit=300",
  "/v1/odds?sport=nba&season=2024&limit=300&format=csv",
  "/v1/teams?sport=nba",
  "/v1/openapi.json",
];

async function ask(url: string, acceptEncoding: string | null) {
  const { statusCode, headers, rawPayload } = await askApp(api.app, {
    method: "GET",
    url,
    headers: {
      "x-api-key": api.key,
      ...(acceptEncoding === null ? {} : { "accept-encoding": acceptEncoding }),
    },
  });
  return { status: statusCode, headers, bytes: rawPayload, encoding: headers["content-encoding"] ?? null };
}

/** Ids of requests are as long as one another, so a body is compared with the same id in every one. */
const withoutId = (bytes: Buffer): string => bytes.toString().replace(/req_[\w-]{24}/, "req");

test("an answer as gzip decodes to the very bytes that are sent without it", async () => {
  for (const url of urls) {
    const plain = await ask(url, null);
    assert.deepEqual([plain.status, plain.encoding], [200, null]);
    assert.equal(plain.headers["content-length"], String(plain.bytes.length));
    const gzip = await ask(url, "gzip");
    assert.deepEqual([gzip.status, gzip.encoding], [200, "gzip"]);
    assert.equal(withoutId(gunzipSync(gzip.bytes)), withoutId(plain.bytes));
    assert.equal(gzip.headers["content-length"], String(gzip.bytes.length));
    assert.ok(gzip.bytes.length < plain.bytes.length / 2, `${gzip.bytes.length} of ${plain.bytes.length} bytes`);
    for (const name of ["etag", "vary", "cache-control", "content-type", "content-disposition", "x-next-cursor"]) {
      assert.equal(gzip.headers[name], plain.headers[name], name);
    }
    assert.match(String(gzip.headers.vary), /\bAccept-Encoding\b/);
  }
});

test("gzip is taken where the q-values do not prefer the body as it is", async () => {
  for (const [acceptEncoding, wanted] of [
    ["", null],
    ["identity", null],
    ["gzip", "gzip"],
    ["GZIP", "gzip"],
    ["gzip, deflate, br, zstd", "gzip"],
    ["br, zstd", null],
    ["br;q=0.9, gzip;q=0.1", "gzip"],
    ["gzip;q=0", null],
    ["gzip; q=0.000", null],
    ["gzip;q=0.2, identity;q=0.9", null],
    ["*", "gzip"],
    ["gzip;q=0, *", null],
    ["*;q=0", null],
    ["identity;q=0", null],
    ["identity;q=0, gzip", "gzip"],
    ["identity;q=0, br", null],
    ["deflate, compress, snappy", null],
    ["gzip;q=nonsense, ,;,", null],
  ] as const) {
    const { status, encoding } = await ask(season, acceptEncoding);
    assert.deepEqual([status, encoding], [200, wanted], acceptEncoding);
  }
});

test("a short answer is sent as it is, unless the caller takes nothing but a coding", async () => {
  const short = `${season}&limit=1&team=BOS&from=2025-01-01&to=2025-01-01`;
  assert.equal((await ask(short, "gzip")).encoding, null);
  for (const url of [short, "/v1/games/NBA-20240110-BOS-LAL"]) {
    const { encoding, bytes } = await ask(url, "gzip, identity;q=0");
    assert.equal(encoding, "gzip");
    assert.equal(withoutId(gunzipSync(bytes)), withoutId((await ask(url, null)).bytes), url);
  }
});

test("errors are never compressed, so that they can be read in every log", async () => {
  for (const url of [`${season}&bogus=1`, "/v1/games/NBA-20990101-BOS-LAL", "/v1/nothing"]) {
    const { status, headers, bytes, encoding } = await ask(url, "gzip, identity;q=0");
    assert.ok(status >= 400, url);
    assert.equal(encoding, null);
    assert.ok(JSON.parse(bytes.toString()).error.code, url);
    assert.match(String(headers.vary), /\bAccept-Encoding\b/);
  }
});
