/**
 * Group commit: what is asked in the same turn of the event loop, or while an earlier answer is under way, is asked
 * together, and each asker gets its own answer.
 */
import type { Runtime } from "./runtime.ts";

type Waiting<Ask, Answer> = {
  readonly ask: Ask;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (reason: unknown) => void;
};

/** More than this in one go would keep the database and the event loop for too long. */
const mostAtOnce = 1000;

/** @param answerAll answers asks in their order, as many as there are; what it throws meets all of their askers. */
export function byMoment<Ask, Answer>(
  answerAll: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  { soon }: Runtime,
): (ask: Ask) => Promise<Answer> {
  const waiting: Waiting<Ask, Answer>[] = [];
  let isUnderWay = false;

  async function answerWaiting(): Promise<void> {
    const now = waiting.splice(0, mostAtOnce);
    try {
      const answers = await answerAll(now.map(({ ask }) => ask));
      for (const [index, { resolve }] of now.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of now) reject(error);
    }
    isUnderWay = waiting.length > 0;
    if (isUnderWay) soon(answerWaiting);
  }

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      if (isUnderWay) return;
      isUnderWay = true;
      // After the turn's other requests have been read.
      soon(answerWaiting);
    });
}
