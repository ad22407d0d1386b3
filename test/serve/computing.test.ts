/** [D-54] The thread that computes is told of snapshots, and replaced when it hangs or ends. */
import assert from "node:assert/strict";
import { onTestFinished, test } from "vitest";
import { Computing, TooBusy } from "../../src/query/computing.ts";
import { emptySnapshot } from "../../src/query/load.ts";
import { ComputingThread } from "../../src/serve/threads/computing.ts";
import { ends, fails, hangs, revisionOf } from "./computations.ts";

const script = new URL("./computing-script.ts", import.meta.url);

function openComputing(limitMs = 30_000) {
  const told: unknown[] = [];
  const thread = new ComputingThread({
    log: { error: (about: unknown) => void told.push(about) } as never,
    limitMs,
    script,
  });
  onTestFinished(() => thread.close());
  return { computing: new Computing(thread.compute), told, thread };
}

const by = (revision: number) => ({ owner: "account 7", snapshot: { ...emptySnapshot, revision } });

test("each question is answered of the snapshot that its request began with, also of one before the newest", async () => {
  const { computing } = openComputing();
  const [third, fourth] = [by(3), by(4)];
  for (const each of [third, third, fourth, third]) {
    assert.equal(await computing.ask(revisionOf, null, each), each.snapshot.revision);
  }
});

test("a computation that fails is an error of its own question alone", async () => {
  const { computing } = openComputing();
  await assert.rejects(computing.ask(fails, "no such thing", by(1)), /no such thing/);
  assert.equal(await computing.ask(revisionOf, null, by(1)), 1);
});

test("a thread that hangs is ended and replaced, and who waited behind it is answered", async () => {
  const { computing, told } = openComputing(1_500);
  const hanging = assert.rejects(computing.ask(hangs, null, by(1)), TooBusy);
  const waiting = computing.ask(revisionOf, null, by(2));
  await hanging;
  assert.equal(await waiting, 2);
  assert.deepEqual(told, [{ computation: "hangs", limitMs: 1_500 }]);
});

test("a thread that ends by itself is replaced", async () => {
  const { computing } = openComputing();
  await assert.rejects(computing.ask(ends, null, by(1)), TooBusy);
  assert.equal(await computing.ask(revisionOf, null, by(2)), 2);
});

test("after the close nothing is computed", async () => {
  const { computing, thread } = openComputing();
  await thread.close();
  await assert.rejects(computing.ask(revisionOf, null, by(1)), TooBusy);
});
