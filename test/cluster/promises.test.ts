/** The judge of the cluster's suite finds what it shall find, and nothing in what is good. */
import assert from "node:assert/strict";
import { test } from "vitest";
import type { Answer, Caller } from "./callers.ts";
import { type Evidence, judge } from "./promises.ts";

const free: Caller = { account: "free", key: "k1", limit: null };
const limited: Caller = { account: "limited", key: "k2", limit: 3 };
const pages: Evidence["pages"] = [{ path: "/docs", status: 200, atMs: 0 }];

function answer(account: string, sentMs: number, changes: Partial<Answer> = {}): Answer {
  return {
    account,
    sentMs,
    endedMs: sentMs + 10,
    status: 200,
    retryAfter: null,
    code: null,
    marks: ["Mark 1"],
    ...changes,
  };
}
const unavailable = { status: 503, code: "unavailable", retryAfter: "1", marks: [] };
const refused = { status: 429, code: "rate_limited", retryAfter: "30", marks: [] };

/** An outage from 10 to 20 s, of which the callers see nothing but 503, and a key that is refused at its limit. */
const good: Evidence = {
  callers: [free, limited],
  answers: [
    ...Array.from({ length: 60 }, (_, number) => {
      const sentMs = number * 500;
      return answer("free", sentMs, sentMs >= 10_000 && sentMs < 20_000 ? unavailable : {});
    }),
    ...[1_000, 2_000, 3_000].map((sentMs) => answer("limited", sentMs)),
    answer("limited", 4_000, refused),
  ],
  beganMs: 10_000,
  charged: new Map([
    ["free", 40],
    ["limited", 3],
  ]),
  lostByNodes: new Map(),
  mayExceed: 0,
  isSteady: true,
  pages,
};

function violationsWith(changes: Partial<Evidence>): readonly string[] {
  return judge({ ...good, ...changes }).violations;
}

test("an outage that keeps all promises is told with its length, and violates nothing", () => {
  const { violations, backMs, answered, unavailable: away, refused: over } = judge(good);
  assert.deepEqual(violations, []);
  assert.equal(backMs, 10_010);
  assert.deepEqual([answered, away, over], [43, 20, 1]);
});

const extra: readonly (readonly [string, Answer, RegExp])[] = [
  [
    "a status that the contract does not have",
    answer("free", 11_000, { status: 502, marks: [] }),
    /does not have: free at 11.0 s: 502/,
  ],
  [
    "an answer that never came",
    answer("free", 11_000, { status: null, marks: [] }),
    /does not have: free at 11.0 s: null/,
  ],
  [
    "a 503 without Retry-After",
    answer("free", 11_000, { ...unavailable, retryAfter: null }),
    /a 503 that the contract/,
  ],
  ["a 503 that comes late", answer("free", 11_000, { ...unavailable, endedMs: 14_000 }), /a 503 took 3.0 s/],
  ["a caller refused far below the limit", answer("free", 11_000, refused), /far below the limit was refused/],
  ["a page of two revisions", answer("free", 11_000, { marks: ["Mark 1", "Mark 2"] }), /several revisions/],
  ["a key refused below its limit", answer("limited", 99_000, refused), /was refused with 0 of 3/],
  ["more answers than the limit", answer("limited", 30_000), /1 answers more within a minute/],
];
for (const [name, more, found] of extra) {
  test(`it finds ${name}`, () => {
    const violations = violationsWith({ answers: [...good.answers, more] });
    assert.ok(
      violations.some((text) => found.test(text)),
      violations.join("\n"),
    );
  });
}

test("it finds a charge without an answer, unless a node was killed with it or nginx has asked another one", () => {
  const charged = new Map([...good.charged, ["free", 41]]);
  assert.match(violationsWith({ charged }).join(), /free was charged 1 more than it was answered/);
  assert.deepEqual(violationsWith({ charged, lostByNodes: new Map([["free", 1]]) }), []);
  const slow = answer("free", 29_000, { endedMs: 34_500 });
  assert.deepEqual(
    violationsWith({ charged: new Map([...charged, ["free", 42]]), answers: [...good.answers, slow] }),
    [],
  );
});

test("it finds answers that were not charged, beyond those that were under way in the outage", () => {
  assert.deepEqual(violationsWith({ charged: new Map([...good.charged, ["free", 38]]) }), []);
  assert.match(violationsWith({ charged: new Map([...good.charged, ["free", 5]]) }).join(), /charged 35 less/);
});

test("it finds a page that is not there", () => {
  assert.match(
    violationsWith({ pages: [{ path: "/", status: 503, atMs: 11_000 }] }).join(),
    /the page \/, which needs no sign-in/,
  );
});

test("where the machine had other work, a late 503 is told and not judged", () => {
  const late = answer("free", 11_000, { ...unavailable, endedMs: 14_000 });
  const verdict = judge({ ...good, isSteady: false, answers: [...good.answers, late] });
  assert.deepEqual(verdict.violations, []);
  assert.equal(verdict.slowestUnavailableMs, 3_000);
  const never = answer("free", 11_000, { status: null, marks: [], endedMs: 26_000 });
  assert.deepEqual(violationsWith({ isSteady: false, answers: [...good.answers, never] }), []);
  assert.match(violationsWith({ answers: [...good.answers, never] }).join(), /does not have: free at 11.0 s: null/);
});
