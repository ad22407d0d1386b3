import assert from "node:assert/strict";
import { test } from "vitest";
import { openApi } from "../support/api.ts";
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
