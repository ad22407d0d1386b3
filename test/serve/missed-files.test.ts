/** Files of seasons that nobody has made yet: who asks for one has them made. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { makeFiles } from "../../src/publish/files/make-files.ts";
import { assertRefusal } from "../contract/refusals.ts";
import { closedAfterAll, openApi } from "../support/api.ts";
import { openSmallSample } from "../support/sample.ts";

let asked = 0;
const { database, get } = closedAfterAll(
  await openApi([], { facts: await openSmallSample(), onMissedFile: () => void asked++ }),
);

test("a file that is not there yet is 503 with Retry-After, uncharged, begins the making once, and is there afterwards", async () => {
  const path = "/v1/files/nfl/2025/games.parquet";
  const left = async () => Number((await get("/v1/nothing")).headers["x-quota-remaining"]);
  const before = await left();
  for (let turn = 0; turn < 2; turn++) {
    const answer = await get(path);
    assertRefusal(answer, 503, "unavailable", "not made yet");
    assert.match(answer.body.error.message, /the files of nfl 2025 are being made: ask again in 15 seconds/);
    assert.equal(answer.headers["retry-after"], "15");
  }
  assert.equal((await get(`${path}/link`)).status, 503);
  assert.equal(await left(), before);
  assert.ok((await get("/v1/files")).body.meta.not_made.includes("nfl/2025"));
  assert.equal(asked, 1);
  for (const wrong of ["nfl/2019/games.parquet", "nfl/2025/games.txt", "nfl/2025/game.parquet"]) {
    assert.equal((await get(`/v1/files/${wrong}`)).status, 404, wrong);
  }
  await makeFiles(database, { termsUrl: null });
  assert.equal((await get(path)).status, 200);
  assert.deepEqual((await get("/v1/files")).body.meta.not_made, []);
  assert.equal(asked, 1);
});
