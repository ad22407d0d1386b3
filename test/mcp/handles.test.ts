/** The handles of `trend`: they count the sets of a talk, so that nobody has to. */
import assert from "node:assert/strict";
import { afterAll, test } from "vitest";
import { Handles } from "../../src/mcp/handles.ts";
import { openApi } from "../support/api.ts";
import { league } from "../support/league.ts";
import { found, refused, v1 } from "./assistant.ts";

let nowMs = Date.parse("2026-11-25T12:00:00Z");
const api = await openApi(league, { clockMs: () => nowMs });
afterAll(() => api[Symbol.asyncDispose]());

test("each set of a talk is judged by how many there were, as the API judges it by tries", async () => {
  let handle: string | null = null;
  const teams = ["KC", "BUF", "DAL", "NYG"];
  for (const [place, on] of teams.entries()) {
    const {
      trends,
      tries,
      handle: next,
    } = await found(api, "trend", { sport: "nfl", on, ...(handle === null ? {} : { handle }) });
    assert.equal(tries, place + 1);
    const { data, meta } = await v1(api, `/v1/trends?sport=nfl&on=${on}&tries=${place + 1}`);
    assert.equal(meta.tries, tries);
    assert.deepEqual([trends[0].p_adjusted, trends[0].verdict], [data[0].p_adjusted, data[0].verdict]);
    assert.notEqual(next, handle);
    handle = next;
  }
  assert.ok(handle?.startsWith("t1.4."), "the handle says the count, and nobody's key");
});

test("a handle that was changed, made up, too old or used up is refused by name", async () => {
  const { handle } = await found(api, "trend", { sport: "nfl", on: "KC" });
  const changed = [
    handle.replace("t1.1.", "t1.0."),
    handle.replace("t1.1.", "t1.2."),
    `${handle}x`,
    handle.slice(0, -1),
    "t1",
    7,
    "",
  ];
  for (const wrong of [
    ...changed,
    new Handles("another secret", () => nowMs).write({ sets: 1, beganS: nowMs / 1000 }),
  ]) {
    const error = await refused(api, "trend", { sport: "nfl", on: "KC", handle: wrong });
    assert.deepEqual([error.code, error.param], ["invalid_param", "handle"], String(wrong));
    assert.match(error.message, /^handle was changed/);
  }
  nowMs += 86_399_000;
  assert.equal((await found(api, "trend", { sport: "nfl", on: "KC", handle })).tries, 2);
  nowMs += 1000;
  assert.match(
    (await refused(api, "trend", { sport: "nfl", on: "KC", handle })).message,
    /^handle is older than a day/,
  );
  const handles = new Handles("a secret of at least 32 characters", () => nowMs);
  const most = handles.write({ sets: 10_000, beganS: Math.floor(nowMs / 1000) });
  assert.match(
    (await refused(api, "trend", { sport: "nfl", on: "KC", handle: most })).message,
    /^handle has counted 10000 sets/,
  );
  const last = handles.write({ sets: 9999, beganS: Math.floor(nowMs / 1000) });
  assert.equal((await found(api, "trend", { sport: "nfl", on: "KC", handle: last })).tries, 10_000);
});

test("tries is not the caller's to say, and the handle is the only way", async () => {
  for (const name of ["tries", "tries_since", "format"]) {
    assert.equal((await refused(api, "trend", { sport: "nfl", [name]: 1 })).param, name);
  }
});

test("where nodes share no secret no handle is given, and none is taken", () => {
  const handles = new Handles(null, () => nowMs);
  assert.equal(handles.write(handles.begin()), null);
  assert.throws(() => handles.read("t1.1.1.AAAAAAAAAAAAAAAAAAAAAA"), /handle is not taken here/);
});
