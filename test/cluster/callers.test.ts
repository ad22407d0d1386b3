/** The judge of the cluster's suite finds what it shall find, and nothing in what is good. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { type Answer, violationsOf } from "./callers.ts";

const caller = { account: "a", key: "k" };
const beganMs = 10_000;
const answer = (sentMs: number, changes: Partial<Answer> = {}): Answer => {
  return { account: "a", sentMs, endedMs: sentMs + 10, status: 200, ...changes };
};
/** Two a second, of which six are near the beginning of the trouble. */
const answers = Array.from({ length: 60 }, (_, number) => answer(number * 500));

function found(charged: number, more: readonly Answer[] = [], isNodeKilled = false): string {
  return violationsOf([caller], [...answers, ...more], new Map([["a", charged]]), beganMs, isNodeKilled).join("\n");
}

test("what was charged is what was answered, but for what was under way when the trouble began", () => {
  assert.equal(found(60), "");
  assert.equal(found(54), "");
  assert.match(found(53), /^a was charged 7 less than it was answered \(6 may be\)$/);
  assert.equal(found(66), "");
  assert.match(found(67), /^a was charged 7 more than it was answered \(6 may be\)$/);
  // nginx has asked another node after five seconds.
  assert.equal(found(68, [answer(20_000, { endedMs: 25_000 })]), "");
});

test("a known key that is not answered is found, unless a node was killed with its request", () => {
  assert.match(found(60, [answer(15_000, { status: 503 })]), /^a was answered 503 after 15.0 s$/);
  assert.match(found(60, [answer(10_500, { status: null })]), /^a was answered null after 10.5 s$/);
  assert.equal(found(60, [answer(10_500, { status: null })], true), "");
  assert.match(found(60, [answer(15_000, { status: null })], true), /^a was answered null/);
});
