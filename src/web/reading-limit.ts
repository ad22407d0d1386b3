/** How often one network may ask for pages that are computed from the archive: they need no key, so that nothing else limits them. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Allowances } from "../access/allowances.ts";
import { networkOf } from "../access/people/networks.ts";
import type { SiteFrame } from "./frame/page.ts";
import { sendProblem } from "./frame/site.ts";

/** Whether the request may go on. Otherwise the network has asked too often, and was answered with a page that says so. */
export type ReadingLimit = (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>;

const periodSeconds = 60;

export function readingLimit(allowances: Allowances, frame: SiteFrame): ReadingLimit {
  return async (request, reply) => {
    if (await allowances.may("pagesToNetwork", networkOf(request.ip))) return true;
    const text =
      "From your network, more than 60 pages with data were asked for within a minute. Please wait a minute, then reload. " +
      "Programs that need more use the API with a key, which has limits of its own.";
    reply.code(429).header("retry-after", String(periodSeconds));
    // A reply that is awaited resolves to nothing, so that it is not what is returned.
    sendProblem(reply, frame, "That was too fast", text);
    return false;
  };
}
