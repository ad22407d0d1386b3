/**
 * Asks the archive for the pages of operators. What takes long is done in a thread of its own: the list of disputes goes through
 * every record of a game, which takes seconds, and callers must not wait for it. One thread works at a time.
 */
import { Worker } from "node:worker_threads";
import { readDeeds } from "../../audit/list.ts";
import { DatabaseError } from "../../database/database-error.ts";
import { canBeOpenedAgain, type Database } from "../../database/engine.ts";
import type { Desk } from "../../web/operators/desk.ts";
import type { tasks } from "./desk-tasks.ts";

type TaskName = keyof typeof tasks;

/** The thread's task. */
export type DeskTask = { readonly url: string; readonly name: TaskName };

/** The thread's last message. */
export type DeskAnswer =
  | { readonly answer: unknown }
  | { readonly error: "outage" | "other"; readonly message: string };

/** A whole archive takes some ten seconds on a busy machine. */
const longestMs = 60_000;

/**
 * @param asked the same database over connections for which somebody waits.
 * @param work does a task that takes long.
 */
export function openDesk(facts: Database, asked: Database, work = inThread): Desk {
  let last: Promise<unknown> = Promise.resolve();
  /** The answer is of the task's own type: the thread calls the same function. */
  function ask<Name extends TaskName>(name: Name): ReturnType<Desk[Name]> {
    const next = last.then(() => work(facts, { url: facts.url, name }));
    last = next.catch(() => {});
    return next as ReturnType<Desk[Name]>;
  }
  return {
    nights: () => ask("nights"),
    disputes: () => ask("disputes"),
    async alarms() {
      const { readAlarmsOn } = await import("../../operate/alarms.ts");
      return readAlarmsOn(asked.kysely, Date.now());
    },
    deeds: (limit) => readDeeds(asked, { since: null, limit }),
  };
}

/** Does a task where it is called, with the connection of the caller. */
export async function inPlace(facts: Database, { name }: DeskTask): Promise<unknown> {
  // A server that no operator looks at loads nothing of the night.
  const { tasks } = await import("./desk-tasks.ts");
  return tasks[name](facts);
}

async function inThread(facts: Database, task: DeskTask): Promise<unknown> {
  if (!canBeOpenedAgain(facts)) return inPlace(facts, task);
  const worker = new Worker(new URL("./desk-thread.ts", import.meta.url), { workerData: task });
  worker.unref();
  const { promise, resolve, reject } = Promise.withResolvers<DeskAnswer>();
  worker.once("message", resolve);
  worker.once("error", reject);
  worker.once("exit", (code) => reject(new Error(`the thread of the pages for operators ended with ${code}`)));
  const timer = setTimeout(() => {
    reject(new DatabaseError(`"${task.name}" took longer than ${longestMs / 1000} s`));
    void worker.terminate();
  }, longestMs);
  const answered = await promise.finally(() => clearTimeout(timer));
  if ("answer" in answered) return answered.answer;
  throw answered.error === "outage" ? new DatabaseError(answered.message) : new Error(answered.message);
}
