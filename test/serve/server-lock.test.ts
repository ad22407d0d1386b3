/** On SQLite one server answers at a time. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { holdServerLock } from "../../src/serve/server-lock.ts";
import { openTestAccess } from "../support/access.ts";

test("a second server waits for the first, and says what it needs when the first goes on", async () => {
  const { access, close } = await openTestAccess();
  const first = await holdServerLock(access, 0);
  const waiting = holdServerLock(access, 0);
  first.release();
  (await waiting).release();
  const held = await holdServerLock(access, 0);
  await assert.rejects(
    holdServerLock(access, -10).finally(() => held.release()),
    /another server answers from .*: with SQLite there is one; several need PostgreSQL/,
  );
  await close();
});
