/** A test that fails where `run.test.ts` says so: whether a failure is told is tried with a failure. */
import assert from "node:assert/strict";
import { test } from "vitest";

test("it holds unless it is told to fail", () => {
  assert.notEqual(process.env.FAIL_ON_PURPOSE, "1");
});
