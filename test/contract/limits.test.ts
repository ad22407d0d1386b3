/** The limits as callers meet them [D-25, D-37..D-39]; headers.test.ts has which answers count, and the gate's own counting is held in test/access/limits.test.ts. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { setAccount } from "../../src/access/accounts.ts";
import { makeKey } from "../../src/access/keys/keys.ts";
import { usageOf } from "../../src/access/usage.ts";
import type { Answer } from "../support/api.ts";
import { problemsWithAnswer } from "../support/contract.ts";
import { type Fixed, limitHeaders, numberIn, openFixed, startMs } from "./fixed-clock.ts";

const game = "/v1/games/NBA-20240110-BOS-LAL";
const dayMs = 86_400_000;
const codeOf = ({ status, body }: Answer): string => `${status} ${body?.error?.code ?? "good"}`;
const remaining = (answer: Answer): number[] => [
  numberIn(answer, "x-ratelimit-remaining"),
  numberIn(answer, "x-quota-remaining"),
];

test("/v1/openapi.json carries none of them, is not counted, and is there for a key that has nothing left", async () => {
  await using fixed = await openFixed();
  const { key, email } = await fixed.newKey({ requestsPerMinute: 1, requestsPerMonth: 1 });
  await fixed.ask(key);
  const { headers } = await fixed.ask(key, "/v1/openapi.json");
  const asks: [status: number, method: string, asked: Record<string, string>][] = [
    [200, "GET", {}],
    [200, "HEAD", {}],
    [304, "GET", { "if-none-match": headers.etag ?? "" }],
    [405, "POST", {}],
  ];
  for (const [status, method, asked] of asks) {
    for (const each of [key, makeKey()]) {
      const answer = await fixed.ask(each, "/v1/openapi.json", asked, method);
      assert.equal(answer.status, status);
      for (const name of limitHeaders) assert.equal(answer.headers[name], undefined);
    }
  }
  await fixed.api.gate.settle();
  const usage = await usageOf(fixed.api.access, email, new Date(fixed.nowMs));
  assert.deepEqual([usage?.account.requestsUsed, usage?.thisMinute], [1, 1]);
});

/** What is wrong with a request; each is alone enough to be refused. */
const faults = ["key", "standing", "rate", "quota", "parameters", "existence"] as const;
type Fault = (typeof faults)[number];
const refusals: Readonly<Record<Fault, string>> = {
  key: "401 unauthorized",
  standing: "403 forbidden",
  rate: "429 rate_limited",
  quota: "429 quota_exceeded",
  parameters: "400 invalid_param",
  existence: "404 not_found",
};

async function askWith(wrong: readonly Fault[], fixed: Fixed): Promise<Answer> {
  const has = (fault: Fault): boolean => wrong.includes(fault);
  const { key, email } = await fixed.newKey({
    ...(has("rate") ? { requestsPerMinute: 1 } : {}),
    ...(has("quota") ? { requestsPerMonth: 1 } : {}),
  });
  if (has("rate") || has("quota")) assert.equal((await fixed.ask(key)).status, 200);
  if (has("standing")) {
    await setAccount(fixed.api.access, email, { standing: "past_due" }, new Date(fixed.nowMs));
  }
  const path = has("existence") ? "/v1/games/NBA-20240110-LAL-BOS" : game;
  return fixed.ask(has("key") ? makeKey() : key, has("parameters") ? `${path}?surprise=1` : path);
}

test("of any two faults the earlier one answers: key, standing, rate, quota, parameters, existence", async () => {
  await using fixed = await openFixed();
  assert.equal(codeOf(await askWith([], fixed)), "200 good");
  for (const [index, earlier] of faults.entries()) {
    assert.equal(codeOf(await askWith([earlier], fixed)), refusals[earlier]);
    for (const later of faults.slice(index + 1)) {
      assert.equal(codeOf(await askWith([earlier, later], fixed)), refusals[earlier], `${earlier} before ${later}`);
    }
  }
  assert.equal(codeOf(await askWith(faults, fixed)), refusals.key);
});

test("Retry-After of rate_limited agrees with X-RateLimit-Reset, and waiting it is enough", async () => {
  await using fixed = await openFixed();
  for (const extraMs of [0, 1, 499, 749, 750, 751, 999]) {
    const { key } = await fixed.newKey({ requestsPerMinute: 2 });
    fixed.nowMs += 100_000 + extraMs;
    await fixed.ask(key);
    fixed.nowMs += 12_345;
    await fixed.ask(key);
    fixed.nowMs += 3210;
    const refused = await fixed.ask(key);
    assert.equal(codeOf(refused), "429 rate_limited");
    assert.deepEqual(problemsWithAnswer("/v1/sports", "GET", refused), []);
    const retryAfterS = numberIn(refused, "retry-after");
    const resetS = numberIn(refused, "x-ratelimit-reset");
    // Both are rounded up, from the same moment.
    assert.ok(Math.abs(fixed.nowMs / 1000 + retryAfterS - resetS) < 1, `${fixed.nowMs} ${retryAfterS} ${resetS}`);
    assert.equal(resetS, Math.ceil((fixed.nowMs - 3210 - 12_345 + 60_000) / 1000));
    fixed.nowMs += retryAfterS * 1000 - 1000;
    assert.equal(codeOf(await fixed.ask(key)), "429 rate_limited", "a second before");
    fixed.nowMs += 1000;
    assert.equal((await fixed.ask(key)).status, 200);
  }
});

test("Retry-After of quota_exceeded is the seconds until X-Quota-Reset, and waiting them is enough", async () => {
  await using fixed = await openFixed();
  const { key } = await fixed.newKey({ requestsPerMonth: 1 });
  await fixed.ask(key);
  const refused = await fixed.ask(key);
  assert.equal(codeOf(refused), "429 quota_exceeded");
  assert.deepEqual(problemsWithAnswer("/v1/sports", "GET", refused), []);
  const retryAfterS = numberIn(refused, "retry-after");
  assert.equal(retryAfterS, Math.ceil((Date.UTC(2026, 11, 1) - startMs) / 1000));
  assert.equal(Math.ceil(fixed.nowMs / 1000 + retryAfterS), numberIn(refused, "x-quota-reset") + 1);
  fixed.nowMs += retryAfterS * 1000;
  assert.equal((await fixed.ask(key)).status, 200);
});

test("X-Quota-Reset is the end of the month in UTC on Standard, and the end of the trial on Trial [D-38]", async () => {
  await using fixed = await openFixed();
  const standard = await fixed.newKey();
  const trial = await fixed.newKey({ plan: "trial" });
  const paid = await fixed.ask(standard.key);
  assert.equal(numberIn(paid, "x-quota-reset"), Date.UTC(2026, 11, 1) / 1000);
  const trying = await fixed.ask(trial.key);
  assert.equal(numberIn(trying, "x-quota-reset"), Math.ceil((startMs + 3 * dayMs) / 1000));
  assert.deepEqual([numberIn(trying, "x-ratelimit-limit"), numberIn(trying, "x-quota-limit")], [30, 2000]);
  fixed.nowMs = Date.UTC(2026, 11, 1);
  const next = await fixed.ask(standard.key);
  assert.deepEqual([numberIn(next, "x-quota-reset"), remaining(next)[1]], [Date.UTC(2027, 0, 1) / 1000, 99_999]);
  const ended = await fixed.ask(trial.key);
  assert.equal(codeOf(ended), "403 forbidden");
  assert.equal(numberIn(ended, "x-quota-reset"), Math.ceil((startMs + 3 * dayMs) / 1000));
});
