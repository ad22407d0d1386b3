/** Reads answers one by one, so that an answer that is not what it should be is refused and the others are taken. */
import type { FeedItem } from "../../feed/feed-item.ts";
import { problem, refused } from "../../feed/problem.ts";
import type { ReceivedAnswer } from "./client.ts";

/** @param read throws for an answer that is not what it should be, or that it trips over; nothing of it is taken then. */
export function* readEach(
  received: Iterable<ReceivedAnswer>,
  read: (answer: ReceivedAnswer) => Iterable<FeedItem>,
): Generator<FeedItem> {
  for (const answer of received) {
    let items: FeedItem[];
    try {
      items = [...read(answer)];
    } catch (error) {
      items = [refusedAnswer(answer, error)];
    }
    yield* items;
  }
}

function refusedAnswer({ label }: ReceivedAnswer, error: unknown): FeedItem {
  const detail = (error instanceof Error ? error.message : String(error)).replace(`${label}: `, "");
  return refused({ file: label, record: wholeAnswer }, problem("malformed", detail));
}

const wholeAnswer = "the whole answer";

/** Whether an item says that nothing of an answer could be read. */
export function isRefusedAnswer({ refusal }: FeedItem): boolean {
  return refusal?.record === wholeAnswer;
}
