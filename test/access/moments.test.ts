/** The group commit: who is asked together, who waits for whom and for how long; under a clock of the test's own. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { Again, type Asking, Moments, Undecided } from "../../src/access/counting/moments.ts";
import { type Runtime, realRuntime } from "../../src/access/counting/runtime.ts";

/** Time that passes when it is told to, a millisecond after the other. */
function standingTime() {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly wake: () => void }[] = [];
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const runtime: Runtime = {
    ...realRuntime,
    elapsedMs: () => nowMs,
    random: () => 0,
    sleep: (delayMs, signal) =>
      new Promise((wake) => {
        timers.push({ atMs: nowMs + delayMs, wake });
        signal?.addEventListener("abort", () => wake());
      }),
  };
  return {
    runtime,
    turn,
    async pass(ms: number): Promise<void> {
      const untilMs = nowMs + ms;
      await turn();
      for (; nowMs < untilMs; nowMs++) {
        const due = timers.filter(({ atMs }) => atMs <= nowMs);
        if (due.length === 0) continue;
        timers = timers.filter(({ atMs }) => atMs > nowMs);
        for (const { wake } of due) wake();
        await turn();
        await turn();
      }
      await turn();
      await turn();
    },
  };
}

type Call = { readonly asks: readonly string[]; answer(give?: (ask: string) => string | Again): void; fail(): void };

/** Moments whose calls are answered when the test says so. */
function held(changes: Partial<Asking<string, string>> = {}) {
  const time = standingTime();
  const calls: Call[] = [];
  const late: string[] = [];
  const moments = new Moments<string, string>({
    runtime: time.runtime,
    callsAtOnce: 4,
    isFailureTold: () => false,
    isLasting: false,
    isApart: (ask) => ask.startsWith("apart"),
    onLate: (_ask, answer) => void late.push(answer),
    answerAll: (asks) =>
      new Promise((resolve, reject) => {
        const answer = (give = (ask: string): string | Again => `${ask}!`) => resolve(asks.map(give));
        calls.push({ asks, answer, fail: () => reject(new Error("failed")) });
      }),
    ...changes,
  });
  const told = new Map<string, string>();
  const ask = (name: string, patienceMs = 1500): void => {
    void moments.ask(name, patienceMs).then((answer) => {
      told.set(name, answer instanceof Undecided ? `undecided: ${(answer.cause as Error).message}` : answer);
    });
  };
  return { time, calls, late, moments, told, ask };
}

test("what is asked in one turn is asked together, and what is asked meanwhile in the next call", async () => {
  const { time, calls, told, ask } = held();
  ask("a");
  ask("b");
  await time.turn();
  ask("c");
  ask("d");
  await time.pass(20);
  assert.deepEqual(
    calls.map(({ asks }) => asks),
    [["a", "b"]],
  );
  calls[0]?.answer();
  await time.pass(1);
  calls[1]?.answer();
  await time.pass(1);
  assert.deepEqual(calls[1]?.asks, ["c", "d"]);
  assert.deepEqual([...told.values()], ["a!", "b!", "c!", "d!"]);
});

test("a call that is late holds up nobody who comes later, and never more than four are under way", async () => {
  const { time, calls, told, ask } = held();
  for (let turn = 0; turn < 8; turn++) {
    ask(`${turn}`);
    await time.pass(200);
  }
  assert.deepEqual(
    calls.map(({ asks }) => asks[0]),
    ["0", "1", "2", "3"],
  );
  calls[2]?.answer();
  await time.pass(1);
  assert.equal(told.get("2"), "2!");
  // What has waited goes together.
  assert.deepEqual(calls[4]?.asks, ["4", "5", "6", "7"]);
});

test("who has no answer in time is told so, and an answer that comes later goes to who undoes it", async () => {
  const { time, calls, late, told, ask } = held();
  ask("a");
  await time.pass(1400);
  assert.equal(told.size, 0);
  await time.pass(200);
  assert.match(told.get("a") ?? "", /^undecided: .*not answered in time/);
  assert.deepEqual(late, []);
  calls[0]?.answer();
  await time.pass(1);
  assert.deepEqual(late, ["a!"]);
});

test("what is to be asked again is, after a moment, as long as somebody waits, and is told why it never was", async () => {
  const { time, calls, told, ask } = held();
  ask("a");
  await time.turn();
  let asked = 0;
  const again = new Again(new Error("busy"), 10);
  for (let turn = 0; turn < 250; turn++) {
    if (calls.length > asked) calls[asked++]?.answer(() => again);
    await time.pass(10);
  }
  assert.equal(told.get("a"), "undecided: busy");
  assert.ok(asked > 50 && asked <= 151, `${asked} calls`);
});

test("after a failure there is a pause that grows, and all that was asked meanwhile goes together", async () => {
  const { time, calls, told, ask } = held();
  ask("a", 10_000);
  const begun: number[] = [];
  for (let ms = 0; ms < 2000; ms++) {
    if (calls.length > begun.length) {
      begun.push(ms);
      calls.at(-1)?.fail();
      ask(`at ${ms}`, 10_000);
    }
    await time.pass(1);
  }
  const pauses = begun.slice(1).map((ms, index) => ms - (begun[index] ?? 0));
  assert.ok(pauses.length >= 4 && pauses.length <= 8, `${pauses}`);
  assert.ok((pauses[0] ?? 0) >= 50 && (pauses.at(-1) ?? 0) >= 400, `${pauses}`);
  assert.equal(calls.at(-1)?.asks.length, begun.length);
  await time.pass(500);
  calls.at(-1)?.answer();
  await time.pass(1);
  assert.ok([...told.values()].every((answer) => answer.endsWith("!")));
});

test("where failures are told, they are told at once", async () => {
  const { time, calls, told, ask } = held({ isFailureTold: () => true });
  ask("a");
  await time.turn();
  calls[0]?.fail();
  await time.pass(1);
  assert.equal(told.get("a"), "undecided: failed");
  await time.pass(1000);
  assert.equal(calls.length, 1);
});

test("what lasts is asked on after its asker was told, until it is answered", async () => {
  const { time, calls, moments, told, ask } = held({ isLasting: true });
  ask("a");
  await time.turn();
  await time.pass(1600);
  assert.match(told.get("a") ?? "", /undecided/);
  calls[0]?.fail();
  await time.pass(600);
  assert.equal(calls.length, 2);
  calls[1]?.answer(() => new Again(new Error("busy"), 10));
  await time.pass(100);
  assert.deepEqual([calls.length, moments.unanswered], [3, 1]);
  calls[2]?.answer();
  await time.pass(1000);
  assert.deepEqual([calls.length, moments.unanswered], [3, 0]);
});

test("asks that are apart are in no call with the others", async () => {
  const { time, calls, ask } = held();
  for (const name of ["a", "apart 1", "b", "apart 2", "c"]) ask(name);
  await time.turn();
  calls[0]?.answer();
  await time.pass(1);
  assert.deepEqual(
    calls.map(({ asks }) => asks),
    [
      ["a", "b", "c"],
      ["apart 1", "apart 2"],
    ],
  );
});

test("when it is closed, whoever waits is told, and nothing is asked any more", async () => {
  const { time, calls, moments, told, ask } = held();
  ask("a");
  await time.turn();
  ask("b");
  moments.close();
  await time.turn();
  assert.deepEqual([...told.values()], Array(2).fill("undecided: counting is closed"));
  calls[0]?.answer(() => new Again(new Error("busy"), 10));
  ask("c");
  await time.pass(2000);
  assert.equal(calls.length, 1);
  assert.equal(told.get("c"), "undecided: counting is closed");
});
