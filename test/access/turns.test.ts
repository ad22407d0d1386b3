/** Threads that count on one file wait for each other, and never for one that is gone. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { test } from "vitest";
import { inTurn, newTurnsMemory } from "../../src/access/counting/turns.ts";
import { until } from "../support/until.ts";

const file = JSON.stringify(new URL("../../src/access/counting/turns.ts", import.meta.url).href);

test("a thread that ended during its turn holds up nobody for long, and the next one waits for none", async () => {
  const memory = newTurnsMemory();
  const program = `
    import { workerData } from "node:worker_threads";
    import { inTurn } from ${file};
    inTurn(workerData, () => process.exit());
  `;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { workerData: memory });
  await once(worker, "exit");
  for (let turn = 0; turn < 100; turn++)
    assert.equal(
      inTurn(memory, () => turn),
      turn,
    );
});

test("what fails in a turn ends it", () => {
  const memory = newTurnsMemory();
  const failure = new Error("not written");
  assert.throws(
    () =>
      inTurn(memory, () => {
        throw failure;
      }),
    failure,
  );
  assert.equal(new Int32Array(memory)[0], 0);
});

test("a thread waits while another one has its turn", async () => {
  const memory = newTurnsMemory();
  const seen = new Int32Array(new SharedArrayBuffer(4));
  const program = `
    import { workerData } from "node:worker_threads";
    import { inTurn } from ${file};
    const { memory, seen } = workerData;
    inTurn(memory, () => {
      Atomics.store(seen, 0, 1);
      Atomics.notify(seen, 0);
      Atomics.wait(seen, 0, 1, 10_000);
    });
  `;
  const workerData = { memory, seen };
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { workerData });
  await until(() => Atomics.load(seen, 0) === 1, "the other thread has its turn");
  const begunMs = performance.now();
  inTurn(memory, () => {});
  assert.ok(performance.now() - begunMs >= 1.5, "it did not wait for as long as it would at most");
  Atomics.store(seen, 0, 2);
  Atomics.notify(seen, 0);
  await once(worker, "exit");
});
