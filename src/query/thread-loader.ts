/**
 * Loads snapshots in a thread beside the one that answers requests: reading, checking and packing a season takes a quarter of
 * a second, in which no answer would leave. The thread is there for one snapshot only, so that it keeps no memory.
 */
import { Worker } from "node:worker_threads";
import { DatabaseError, DatabaseOutage } from "../database/database-error.ts";
import type { Database } from "../database/engine.ts";
import { ArchiveDamaged } from "../release/damage.ts";
import type { SnapshotLoader } from "./load.ts";
import { type SnapshotMessage, sharedSnapshot, snapshotOf } from "./message.ts";

/** What the thread is told. */
export type ThreadTask = { readonly url: string; readonly before: SnapshotMessage };

/** What the thread says at its end. */
export type ThreadAnswer =
  | { readonly snapshot: SnapshotMessage }
  | {
      readonly error: "damaged" | "outage" | "database" | "other";
      readonly message: string;
      readonly reason: string;
      readonly code: string;
    };

export type ThreadLoader = SnapshotLoader & {
  /** Ends a thread that is at work. */
  close(): Promise<void>;
};

/** @param database one that can be opened again by its address. */
export function openThreadLoader({ url }: Pick<Database, "url">): ThreadLoader {
  const running = new Set<Worker>();
  return {
    async load(before) {
      const task: ThreadTask = { url, before: sharedSnapshot(before) };
      const worker = new Worker(new URL("./thread.ts", import.meta.url), { workerData: task });
      running.add(worker);
      try {
        const answer = await answerOf(worker);
        if ("snapshot" in answer) return snapshotOf(answer.snapshot, before);
        throw errorOf(url, answer);
      } finally {
        running.delete(worker);
      }
    },
    async close() {
      await Promise.all([...running].map((worker) => worker.terminate()));
    },
  };
}

/** Resolves when the thread is gone, so that no two are ever at work. */
function answerOf(worker: Worker): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    let answer: ThreadAnswer | null = null;
    worker.on("message", (message: ThreadAnswer) => {
      answer = message;
    });
    worker.on("error", reject);
    worker.on("exit", (code) => {
      if (answer === null) reject(new Error(`the thread that loads seasons ended with ${code}`));
      else resolve(answer);
    });
  });
}

function errorOf(url: string, answer: Exclude<ThreadAnswer, { readonly snapshot: SnapshotMessage }>): Error {
  const { message, reason, code } = answer;
  switch (answer.error) {
    case "damaged":
      return new ArchiveDamaged(message);
    case "outage":
      return new DatabaseOutage(url, Object.assign(new Error(reason), { code }));
    case "database":
      return new DatabaseError(message);
    case "other":
      return new Error(message);
  }
}
