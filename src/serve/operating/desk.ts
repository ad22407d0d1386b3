/**
 * Asks the archive for the pages of operators. What takes long is done in a thread of its own: the list of disputes goes through
 * every record of a game, which takes seconds, and callers must not wait for it. One thread works at a time.
 */
import { Worker } from "node:worker_threads";
import { readDeeds } from "../../audit/list.ts";
import { readCollecting } from "../../collect/runs/runs.ts";
import { DatabaseError } from "../../database/database-error.ts";
import { canBeOpenedAgain, type Database } from "../../database/engine.ts";
import { readAlarmsOn } from "../../operate/alarms.ts";
import { listDisputes } from "../../operate/decisions/disputes.ts";
import { readReports } from "../../operate/reports.ts";
import { readStatus } from "../../operate/status/status.ts";
import type { Desk, Nights } from "../../web/operators/desk.ts";

/** Reports on the page. */
const newestReports = 30;

/** The work that takes long. */
export const tasks = { nights, disputes: listDisputes } satisfies Partial<
  Record<keyof Desk, (database: Database) => Promise<unknown>>
>;

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
    alarms: () => readAlarmsOn(asked.kysely, Date.now()),
    deeds: (limit) => readDeeds(asked, { since: null, limit }),
  };
}

/** Does a task where it is called, with the connection of the caller. */
export async function inPlace(facts: Database, { name }: DeskTask): Promise<unknown> {
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

async function nights(database: Database): Promise<Nights> {
  const nowMs = Date.now();
  const { kysely } = database;
  const { seasons: _, at: __, ...status } = await readStatus(kysely, nowMs);
  const { state } = await readCollecting(database);
  return { ...status, collecting: state, reports: await readReports(kysely, { limit: newestReports }) };
}
