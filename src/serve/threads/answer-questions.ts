/** Answers questions in a thread of its own, one after the other: see `asked-thread.ts`. */
import { parentPort } from "node:worker_threads";
import { isOutage, reasonOf } from "../../database/database-error.ts";
import { ReleaseDamaged } from "../../release/release-damaged.ts";
import type { Said } from "./asked-thread.ts";

/** @param answerTo may say between that it is at work, where that takes long. */
export function answerQuestions<Question>(
  answerTo: (question: Question, working: () => void) => Promise<unknown>,
): void {
  const port = parentPort;
  if (port === null) throw new Error("this answers in a thread of its own");
  const say = (said: Said): void => port.postMessage(said);
  const working = (): void => say("working");
  port.on("message", async (question: Question) => {
    try {
      say({ answer: await answerTo(question, working) });
    } catch (error) {
      const kind = error instanceof ReleaseDamaged ? "damaged" : isOutage(error) ? "outage" : "other";
      say({ error: kind, message: reasonOf(error) });
    }
  });
  working();
}
