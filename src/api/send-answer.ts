/** Answers of requests that came to the framework: the unusual ones, see `ordinary.ts`. */
import type { FastifyReply } from "fastify";
import { matchesEtag } from "../http/etag.ts";
import type { Answer } from "./answer.ts";
import { freshnessHeaders, sendBody, sendNotModified } from "./send.ts";

/** Writes to the response itself. Headers that hooks have set go along. */
export async function sendAnswer(reply: FastifyReply, { freshness, make }: Answer): Promise<void> {
  const { method, headers, id: requestId } = reply.request;
  if (matchesEtag(headers["if-none-match"], freshness.etag)) {
    reply.hijack();
    sendNotModified(reply.raw, [...headersOf(reply), ...freshnessHeaders(freshness)]);
    return;
  }
  const body = await make();
  reply.hijack();
  const own = [...headersOf(reply), ...freshnessHeaders(freshness, body.etag)];
  const asker = { requestId, acceptEncoding: headers["accept-encoding"], isHead: method === "HEAD" };
  await sendBody(reply.raw, own, body, asker);
}

/** Names and values in turns. */
function headersOf(reply: FastifyReply): string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  );
}
