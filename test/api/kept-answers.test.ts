/** Answers are kept for others who ask the same, within bounds, and never longer than their snapshot is served. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import { test } from "vitest";
import { KeptAnswers, listBody, openAnswer } from "../../src/api/answer.ts";
import { emptySnapshot } from "../../src/query/load.ts";
import { askApp, openApi, type TestApi } from "../support/api.ts";
import { league } from "../support/league.ts";

const freshness = { etag: 'W/"tag"', isSettled: true };

function answerOf(bytes: number) {
  const body = listBody(Buffer.alloc(bytes, "x"), 1, null);
  return { ...openAnswer({ freshness, make: () => body }), body };
}

test("made bodies and compressed ones count, so that the memory of kept answers has a bound", () => {
  const kept = new KeptAnswers();
  for (let at = 0; at < 200; at++) {
    kept.keep(emptySnapshot, String(at), answerOf(1_000_000));
  }
  const left = Array.from({ length: 200 }, (_, at) => kept.find(emptySnapshot, String(at))).filter(
    (each) => each !== null,
  );
  assert.ok(left.length > 10 && left.length * 1_000_000 <= 64 * 1024 * 1024, `${left.length} answers are kept`);
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

/** An answer without what differs in every one. */
async function told({ app, key }: TestApi, method: "GET" | "HEAD", url: string, coding: string) {
  const headers = { "x-api-key": key, "accept-encoding": coding };
  const { statusCode: status, headers: sent, rawPayload } = await askApp(app, { method, url, headers });
  const body = sent["content-encoding"] === "gzip" && method === "GET" ? gunzipSync(rawPayload) : rawPayload;
  const same = Object.entries(sent).filter(([name]) => !/^(date|x-request-id|x-(quota|ratelimit)-.*)$/.test(name));
  return { status, headers: Object.fromEntries(same), body: body.toString().replace(/req_[\w-]{24}/, "req") };
}
