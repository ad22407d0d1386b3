/** Answers, in the thread that computes, one question after the other. */
import { parentPort } from "node:worker_threads";
import type { Computation } from "../../query/computing/computing.ts";
import type { Snapshot } from "../../query/load.ts";
import { snapshotOf } from "../../query/message.ts";
import { withMoments } from "../../query/snapshots/lines-at.ts";
import type { Answer, Question } from "./computing-thread.ts";

export function answerQuestions(computations: readonly Computation<never, unknown>[]): void {
  const byName = new Map(computations.map((each) => [each.name, each]));
  let current: Snapshot | null = null;
  const answerTo = async ({ snapshot, name, asked }: Question): Promise<Answer> => {
    try {
      if (snapshot !== null) current = snapshotOf(snapshot, current);
      const computation = byName.get(name);
      if (computation === undefined || current === null) throw new RangeError(`nothing computes ${name}`);
      const of = current;
      const tellWorking = () => parentPort?.postMessage("working" satisfies Answer);
      return { answer: await withMoments(() => computation.compute(of, asked as never), tellWorking) };
    } catch (error) {
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }
  };
  const port = parentPort;
  if (port === null) throw new Error("this answers in a thread of its own");
  port.on("message", async (question: Question) => port.postMessage(await answerTo(question)));
  port.postMessage("ready" satisfies Answer);
}
