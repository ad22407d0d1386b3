/** Waits for a condition. The time limit is long enough for a busy machine. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

const withinMs = 60_000;
const looksEveryMs = 20;

/** @param what names the condition in the message of the failure. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const untilMs = performance.now() + withinMs;
  while (!(await isSo())) {
    assert.ok(performance.now() < untilMs, `not within ${withinMs} ms: ${what}`);
    await sleep(looksEveryMs);
  }
}
