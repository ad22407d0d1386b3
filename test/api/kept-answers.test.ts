/** Answers are kept for others who ask the same, within bounds, and never longer than their snapshot is served. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { test } from "vitest";
import { KeptAnswers, listBody, openAnswer } from "../../src/api/answer.ts";
import { emptySnapshot } from "../../src/query/load.ts";
import { askApp, openApi, type TestApi } from "../support/api.ts";
import type { GameSketch } from "../support/archive.ts";
import { league } from "../support/league.ts";

const freshness = { etag: 'W/"tag"', isSettled: true };

function answerOf(bytes: number) {
  const body = listBody(Buffer.alloc(bytes, "x"), 1, null);
  return { ...openAnswer({ freshness, make: () => body }), body };
}

test("an answer is kept from its second time on; bodies, made and compressed, count, so that their memory has a bound", () => {
  const kept = new KeptAnswers();
  const keep = (at: number) => kept.keep(emptySnapshot, String(at), answerOf(1_000_000));
  const left = () => Array.from({ length: 200 }, (_, at) => kept.find(emptySnapshot, String(at))).filter(Boolean);
  for (let at = 0; at < 200; at++) keep(at);
  assert.equal(left().length, 0, "nobody has asked twice");
  for (let at = 0; at < 200; at++) keep(at);
  assert.ok(left().length > 10 && left().length * 1_000_000 <= 32 * 1024 * 1024, `${left().length} answers are kept`);
});

test("an answer that was kept is the one that was made, with the same headers, plain and compressed, to GET and to HEAD", async () => {
  await using api = await openApi(league);
  const urls = [
    "/v1/teams?sport=nba",
    "/v1/games?sport=nba&season=2024",
    "/v1/games?sport=nba&season=2024&format=csv",
    "/v1/games/NBA-20240110-BOS-LAL",
    "/v1/odds?sport=nba&season=2024&limit=1000",
    "/v1/bets?sport=nba&season=2024&market=spread",
    "/v1/trends?sport=nba&market=spread",
  ];
  for (const url of urls) {
    for (const coding of ["identity", "gzip"]) {
      const [made, kept, head] = [
        await told(api, "GET", url, coding),
        await told(api, "GET", url, coding),
        await told(api, "HEAD", url, coding),
      ];
      assert.equal(made.status, 200, url);
      assert.deepEqual(kept, made, url);
      assert.deepEqual([head.status, head.headers, head.body], [200, made.headers, ""], url);
    }
  }
});

test("long answers are whole for everybody, whether kept or made again, beside slow readers and who hangs up", async () => {
  const games = Array.from({ length: 200 }, (_, at): GameSketch => {
    const start = new Date(Date.UTC(2024, 2, 1) + at * 86_400_000).toISOString();
    const books = { 1: ["moneyline"], 2: ["spread", "total"], 10: ["moneyline"] } as const;
    return { sport: "mlb", season: 2024, start, away: "NYY", home: "BOS", books };
  });
  await using api = await openApi(games);
  const base = await api.listen();
  const urls = ["", "&format=csv", "&market=moneyline"].map(
    (more) => `${base}/v1/odds?sport=mlb&season=2024&limit=1000${more}`,
  );
  const begin = (url: string, more = {}) => request(url, { headers: { "x-api-key": api.key, ...more } }).end();
  const bodyOf = async (response: IncomingMessage) => (await text(response)).replace(/req_[\w-]{24}/, "req");
  const ask = async (url: string, more = {}) => {
    const [response] = (await once(begin(url, more), "response")) as [IncomingMessage];
    return response.headers["content-encoding"] === "gzip" ? null : bodyOf(response);
  };
  const waiting = await Promise.all(urls.map((url) => once(begin(url), "response") as Promise<[IncomingMessage]>));
  const firsts = await Promise.all(urls.map((url) => ask(url)));
  assert.ok(firsts.every((body) => (body?.length ?? 0) > 65_536));
  for (let round = 0; round < 3; round++) {
    for (const [at, url] of urls.entries()) {
      const leaver = begin(url).on("error", () => {});
      leaver.on("response", () => leaver.destroy());
      const again = await Promise.all([ask(url), ask(url, { "accept-encoding": "gzip" }), ask(url)]);
      assert.ok(again[0] === firsts[at] && again[2] === firsts[at], url);
    }
  }
  const lasts = await Promise.all(waiting.map(([response]) => bodyOf(response)));
  assert.deepEqual(lasts, firsts);
});

/** An answer without what differs in every one. */
async function told({ app, key }: TestApi, method: "GET" | "HEAD", url: string, coding: string) {
  const headers = { "x-api-key": key, "accept-encoding": coding };
  const { statusCode: status, headers: sent, rawPayload } = await askApp(app, { method, url, headers });
  const body = sent["content-encoding"] === "gzip" && method === "GET" ? gunzipSync(rawPayload) : rawPayload;
  const same = Object.entries(sent).filter(([name]) => !/^(date|x-request-id|x-(quota|ratelimit)-.*)$/.test(name));
  return { status, headers: Object.fromEntries(same), body: body.toString().replace(/req_[\w-]{24}/, "req") };
}
