/** [D-54] What is computed takes turns: one at a time, fair by owner, and bounded. */
import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { test } from "vitest";
import { Computing, TooBusy } from "../../src/query/computing.ts";

/** Work that ends when it is told to. */
function held() {
  let end: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, work: () => ended };
}

test("one is done at a time, and the owners who wait take turns, however much one of them asks for", async () => {
  const turns = new Computing();
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

test("an owner who has ten waiting is refused at once, and goes on when some of them are done", async () => {
  const turns = new Computing();
  const first = held();
  const begun = turns.take("greedy", first.work);
  const ask = () => turns.take("greedy", async () => "done");
  const waiting = Array.from({ length: 10 }, ask);
  await assert.rejects(ask(), TooBusy);
  first.end();
  await Promise.all([begun, ...waiting]);
  assert.equal(await ask(), "done");
});

test("visitors of pages take half of the places at most, and callers with a key find the others", async () => {
  const turns = new Computing();
  const first = held();
  const begun = turns.take("network 10.0.0.0/24", first.work);
  const nothing = async () => {};
  const visitors = Array.from({ length: 50 }, (_, each) => turns.take(`network 10.0.${each}.0/24`, nothing));
  await assert.rejects(turns.take("network 10.1.0.0/24", nothing), TooBusy);
  const callers = Array.from({ length: 50 }, (_, each) => turns.take(`account ${each}`, nothing));
  await assert.rejects(turns.take("account 50", nothing), TooBusy);
  first.end();
  await Promise.all([begun, ...visitors, ...callers]);
});

test("work that fails gives its turn on, and its failure is its own", async () => {
  const turns = new Computing();
  const failing = turns.take("one", () => {
    throw new RangeError("no");
  });
  const next = turns.take("other", async () => "done");
  await assert.rejects(failing, RangeError);
  assert.equal(await next, "done");
});
