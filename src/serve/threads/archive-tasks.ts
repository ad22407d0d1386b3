/** Readings of the archive that take seconds: they have a thread of their own, with connections of its own. */
import { readDeeds } from "../../audit/deeds.ts";
import { DatabaseError } from "../../database/database-error.ts";
import { canBeOpenedAgain, type Database, openReader } from "../../database/engine.ts";
import type { SeasonEntry } from "../../release/manifest.ts";
import { readSeasonTable, type SeasonTable } from "../../release/season-table.ts";
import type { OperatorQuestions } from "../../web/operators/questions.ts";
import { AskedThread, answerQuestions } from "./asked-thread.ts";

const tasks = {
  /** The largest season takes a second. @throws ReleaseDamaged when a file of it is lost, or is not as it was written. */
  season: ({ kysely }: Database, entry: SeasonEntry): Promise<SeasonTable> => readSeasonTable(kysely, entry),
  // A server that no operator looks at loads nothing of the night.
  nights: async (database: Database) => (await import("../../operate/status/status.ts")).readNights(database),
  /** Goes through every record of a game. */
  disputes: async (database: Database) => (await import("../../operate/decisions.ts")).listDisputes(database),
};

type TaskName = keyof typeof tasks;

/** Does a task, when those before are done. */
export type Tasks = <Name extends TaskName>(
  name: Name,
  ...asked: Parameters<(typeof tasks)[Name]> extends [Database, ...infer Asked] ? Asked : never
) => ReturnType<(typeof tasks)[Name]>;

/** A whole archive takes some ten seconds on a busy machine. */
const longestMs = 60_000;
const idleMs = 5_000;

/** Does tasks where it is called, with the connection of the caller. */
export function tasksInPlace(facts: Database): Tasks {
  return (name, ...asked) => (tasks[name] as (...all: unknown[]) => unknown)(facts, ...asked) as never;
}

/** Does tasks in a thread of their own. A database in memory can be read in its own thread alone. */
export function tasksInThread(facts: Database): Tasks {
  if (!canBeOpenedAgain(facts)) return tasksInPlace(facts);
  const thread = new AskedThread({
    script: new URL("./archive-thread.ts", import.meta.url),
    workerData: facts.url,
    limitMs: longestMs,
    idleMs,
    endedError: (isLate) =>
      isLate
        ? new DatabaseError(`reading the archive took longer than ${longestMs / 1000} s`)
        : new Error("the thread that reads the archive has ended"),
  });
  return (name, ...asked) => thread.ask(() => [name, ...asked]) as never;
}

/** Answers in the thread that reads the archive. */
export function doTasks(url: string): void {
  answerQuestions(async ([name, ...asked]: [TaskName, ...never[]]) => {
    const database = openReader(url, "facts");
    try {
      return await tasksInPlace(database)(name, ...(asked as []));
    } finally {
      await database.close();
    }
  });
}

/** @param asked the same database over connections for which somebody waits. */
export function operatorQuestions(asked: Database, tasks: Tasks): OperatorQuestions {
  return {
    nights: () => tasks("nights"),
    disputes: () => tasks("disputes"),
    async alarms() {
      const { readAlarmsOn } = await import("../../operate/alarms.ts");
      return readAlarmsOn(asked.kysely, Date.now());
    },
    deeds: (limit) => readDeeds(asked, { since: null, limit }),
  };
}
