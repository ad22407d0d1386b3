/** Waiting for what can be observed, as long as a machine with much else to do may need for it, and no longer. */
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";

const withinMs = 60_000;
const looksEveryMs = 20;

/** @param what is awaited, for the failure when it does not come. */
export async function until(isSo: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const untilMs = performance.now() + withinMs;
  while (!(await isSo())) {
    assert.ok(performance.now() < untilMs, `not within ${withinMs} ms: ${what}`);
    await sleep(looksEveryMs);
  }
}
