/** Reads answers one by one, so that an answer that is not what it should be is refused and the others are taken. */
import type { FeedItem } from "../../feed/feed-item.ts";
import { problem, refused } from "../../feed/problem.ts";
import { InputError } from "../../feed/refusals.ts";
import type { Received } from "./client.ts";

/** @param read throws InputError for an answer that is not what it should be; nothing of it is taken then. */
export function* readEach(
  received: Iterable<Received>,
  read: (answer: Received) => Iterable<FeedItem>,
): Generator<FeedItem> {
  for (const answer of received) {
    try {
      yield* [...read(answer)];
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      yield refusedAnswer(answer, error);
    }
  }
}

export function refusedAnswer({ label }: Received, error: unknown): FeedItem {
  const detail = (error instanceof Error ? error.message : String(error)).replace(`${label}: `, "");
  return refused({ file: label, record: wholeAnswer }, problem("malformed", detail));
}

const wholeAnswer = "the whole answer";

/** Whether an item says that nothing of an answer could be read. */
export function isRefusedAnswer({ refusal }: FeedItem): boolean {
  return refusal?.record === wholeAnswer;
}
