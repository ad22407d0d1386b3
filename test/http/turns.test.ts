/** [D-54] What is computed takes turns: one at a time, fair by owner, bounded, and never long at once. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { test } from "vitest";
import { inSlices, TooBusy, Turns } from "../../src/http/turns.ts";

/** Work that ends when it is told to. */
function held() {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, work: () => ended };
}

test("one is done at a time, and the owners who wait take turns, however much one of them asks for", async () => {
  const turns = new Turns();
  const first = held();
  const done: string[] = [];
  let atOnce = 0;
  const ask = (owner: string, name: string) =>
    turns.take(owner, async () => {
      atOnce++;
      assert.equal(atOnce, 1);
      await setImmediate();
      atOnce--;
      done.push(name);
    });
  const begun = turns.take("greedy", first.work);
  const all = [
    ...[1, 2, 3, 4, 5].map((each) => ask("greedy", `greedy ${each}`)),
    ask("modest", "modest 1"),
    ask("other", "other 1"),
    ask("modest", "modest 2"),
  ];
  first.end();
  await Promise.all([begun, ...all]);
  assert.deepEqual(done, [
    ...["greedy 1", "modest 1", "other 1", "greedy 2", "modest 2", "greedy 3", "greedy 4", "greedy 5"],
  ]);
});

test("an owner who has ten waiting is refused at once, and others are not; a hundred are all that wait", async () => {
  const turns = new Turns();
  const first = held();
  const begun = turns.take("greedy", first.work);
  const waiting = Array.from({ length: 10 }, () => turns.take("greedy", () => {}));
  await assert.rejects(
    turns.take("greedy", () => {}),
    TooBusy,
  );
  const others = Array.from({ length: 90 }, (_, each) => turns.take(`owner ${each}`, () => each));
  await assert.rejects(
    turns.take("one more", () => {}),
    TooBusy,
  );
  first.end();
  await Promise.all([begun, ...waiting]);
  assert.deepEqual(
    await Promise.all(others),
    Array.from({ length: 90 }, (_, each) => each),
  );
  assert.equal(await turns.take("greedy", () => "again"), "again");
});

test("work that fails gives its turn on, and its failure is its own", async () => {
  const turns = new Turns();
  const failing = turns.take("one", () => {
    throw new RangeError("no");
  });
  const next = turns.take("other", () => "done");
  await assert.rejects(failing, RangeError);
  assert.equal(await next, "done");
});

test("work in slices gives way every few milliseconds, and keeps its result", async () => {
  let ticks = 0;
  let isOver = false;
  const ticking = (async () => {
    while (!isOver) {
      await setImmediate();
      ticks++;
    }
  })();
  const work = function* (): Generator<void, number> {
    let sum = 0;
    for (let slice = 0; slice < 60; slice++) {
      const untilMs = performance.now() + 1;
      while (performance.now() < untilMs) sum++;
      yield;
    }
    return sum;
  };
  assert.ok((await inSlices(work())) > 0);
  isOver = true;
  await ticking;
  assert.ok(ticks >= 5, `others went first ${ticks} times in 60 ms of work`);
});
