/** A worker as the server starts it. Besides, it ends with an exception that nobody catches when a test gives the order. */
import { BroadcastChannel } from "node:worker_threads";
import { runWorker } from "../../src/serve/workers/worker.ts";
import { type CrashOrder, crashChannel } from "./crashing-worker-order.ts";

const channel = new BroadcastChannel(crashChannel);
channel.unref();
channel.onmessage = (event) => {
  const { taken } = (event as unknown as { readonly data: CrashOrder }).data;
  if (Atomics.compareExchange(new Int32Array(taken), 0, 0, 1) !== 0) return;
  setImmediate(() => {
    throw new Error("a test wants this worker to fail");
  });
};

runWorker();
