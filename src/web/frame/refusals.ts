/** A question that is not answered, as pages tell of it. */
import type { FastifyReply } from "fastify";
import { withoutKeys } from "../../access/keys/keys.ts";
import { entryOf } from "../../contract/errors.ts";
import { TooBusy } from "../../query/computing/queue.ts";
import { refusalOf } from "../../query/refusals.ts";
import type { SiteFrame } from "./page.ts";
import { sendProblem } from "./site.ts";

export type ShownRefusal = {
  readonly status: number;
  readonly message: string;
  /** The parameter that is wrong; null: none is. */
  readonly parameter: string | null;
};

/** @throws what nobody expects. */
export function shownRefusal(thrown: unknown): ShownRefusal {
  const refusal = refusalOf(thrown);
  if (refusal === null) throw thrown;
  const { code, message, param } = refusal;
  return { status: entryOf(code).status, message: withoutKeys(message), parameter: param };
}

/**
 * Sends what `answer` sends, or a page that says that too much is being computed [D-54].
 * @param otherwise sends what else is thrown.
 */
export async function orBusy(
  reply: FastifyReply,
  frame: SiteFrame,
  answer: () => Promise<FastifyReply>,
  otherwise: (thrown: unknown) => FastifyReply = throwAgain,
): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (thrown) {
    if (!(thrown instanceof TooBusy)) return otherwise(thrown);
    reply.code(503).header("retry-after", "2");
    return sendProblem(reply, frame, "Busy", "Too many pages are being made just now. Please reload in a few seconds.");
  }
}

function throwAgain(thrown: unknown): never {
  throw thrown;
}
