/** What a day has cost: the provider's own counter wins, and neither a new month nor a lost answer makes it less. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { Credits } from "../../src/collect/asking/ask.ts";
import { afterAnswer, creditsLeft, type DayCredits, newDay } from "../../src/collect/asking/day-credits.ts";
import { retryAfterMs } from "../../src/collect/asking/outcome.ts";

const said = (cost: number, used: number, remaining: number): Credits => ({ cost, used, remaining });

function day(...answers: readonly (Credits | null)[]): DayCredits {
  return answers.reduce((sum, credits) => afterAnswer(sum, credits, 6), newDay);
}

test("answers that say nothing cost what they cost at most", () => {
  assert.equal(day(null, null).used, 12);
});

test("answers that say what they cost are believed, empty ones too", () => {
  assert.equal(day(said(0, 100, 900), said(4, 104, 896)).used, 4);
});

test("what others spent with the key since the first answer counts", () => {
  assert.equal(day(said(6, 106, 894), said(6, 162, 838)).used, 62);
});

test("a lost answer counts until the provider's counter says that it was not charged", () => {
  assert.equal(day(said(6, 106, 894), null).used, 12);
  assert.equal(day(said(6, 106, 894), null, said(6, 112, 888)).used, 12);
  assert.equal(day(null, said(6, 106, 894)).used, 12);
});

test("a counter that begins anew with the month takes nothing back", () => {
  const spent = day(said(6, 19_990, 10), said(6, 6, 19_994));
  assert.equal(spent.used, 12);
  assert.equal(afterAnswer(spent, said(6, 12, 19_988), 6).used, 18);
});

test("what is left is bounded by the budget and by what the provider leaves", () => {
  assert.equal(creditsLeft(newDay, null), Number.POSITIVE_INFINITY);
  assert.equal(creditsLeft(day(said(6, 106, 894)), 100), 94);
  assert.equal(creditsLeft(day(said(6, 106, 3)), 100), 3);
  assert.equal(creditsLeft(day(said(60, 160, 900)), 50), 0);
});

const now = Date.parse("2026-07-05T12:00:00Z");
const waits = [
  ["120", null, 120_000],
  [" 0 ", null, 0],
  ["99999999999", null, null],
  ["-5", null, null],
  ["1.5", null, null],
  ["soon", null, null],
  [null, null, null],
  ["Sun, 05 Jul 2026 12:01:00 GMT", null, 60_000],
  ["Sun, 05 Jul 2026 11:00:00 GMT", null, 0],
  ["Sun, 05 Jul 2026 12:01:00 GMT", "Sun, 05 Jul 2026 12:00:30 GMT", 30_000],
  ["Sun, 05 Jul 2037 12:01:00 GMT", null, 86_400_000],
  ["2026-07-05T12:01:00Z", null, null],
] as const;
for (const [header, date, wait] of waits) {
  test(`Retry-After ${header} with Date ${date} means ${wait} ms`, () => {
    assert.equal(retryAfterMs(header, date, now), wait);
  });
}
