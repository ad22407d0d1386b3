/** Pages that are computed take turns with all else that is, fair by network [D-54]. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "../access/people/networks.ts";
import { ComputingQueue, TooBusy } from "../query/computing/queue.ts";
import type { SiteFrame } from "./frame/page.ts";
import { sendProblem } from "./frame/site.ts";

const queue = new ComputingQueue();

/** @throws TooBusy when too many others wait. */
export function takeTurn<Result>({ ip }: FastifyRequest, work: () => Result | Promise<Result>): Promise<Result> {
  return queue.take(`network ${networkOf(ip)}`, async () => work());
}

/** @returns what is sent: what `answer` sends, or a page that says that too much is being computed. */
export async function orBusy(
  reply: FastifyReply,
  frame: SiteFrame,
  answer: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error;
    reply.code(503).header("retry-after", "2");
    return sendProblem(reply, frame, "Busy", "Too many pages are being made just now. Please reload in a few seconds.");
  }
}
