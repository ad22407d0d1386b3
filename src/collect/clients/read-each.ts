/**
 * Reads answers one by one, so that an answer that is not what it should be is refused and the others are taken. An answer
 * that is sound and has less than was asked for is taken, and what it lacks is one more refusal: a provider that stops
 * honouring a parameter or begins to cut its lists off says nothing of it, and its short answer looks like a whole one.
 */
import type { FeedItem } from "../../feed/feed-item.ts";
import { problem, refused } from "../../feed/problem.ts";
import type { ReceivedAnswer } from "./client.ts";

/**
 * @param read throws for an answer that is not what it should be, or that it trips over; nothing of it is taken then.
 * @param lackOf says in words what an answer lacks of what was asked for; null when nothing speaks against it.
 */
export function* readEach(
  received: Iterable<ReceivedAnswer>,
  read: (answer: ReceivedAnswer) => Iterable<FeedItem>,
  lackOf: (answer: ReceivedAnswer, items: readonly FeedItem[]) => string | null = () => null,
): Generator<FeedItem> {
  for (const answer of received) {
    let items: FeedItem[];
    try {
      items = [...read(answer)];
      const lack = lackOf(answer, items);
      if (lack !== null) items.push(refusal(answer, restOfAnswer, lack));
    } catch (error) {
      items = [refusal(answer, wholeAnswer, error instanceof Error ? error.message : String(error))];
    }
    yield* items;
  }
}

function refusal({ label }: ReceivedAnswer, record: string, detail: string): FeedItem {
  return refused({ file: label, record }, problem("malformed", detail.replace(`${label}: `, "")));
}

const wholeAnswer = "the whole answer";
const restOfAnswer = "the rest of the answer";

/** Whether an item says that nothing of an answer could be read. */
export function isRefusedAnswer({ refusal: told }: FeedItem): boolean {
  return told?.record === wholeAnswer;
}

/** Whether an item says that an answer has less than was asked for. */
export function isShortAnswer({ refusal: told }: FeedItem): boolean {
  return told?.record === restOfAnswer;
}
