/** Answers of requests that came to the framework: the unusual ones, see `ordinary.ts`. */
import type { FastifyReply } from "fastify";
import { matchesEtag } from "../http/etag.ts";
import { headLines } from "../http/raw-head.ts";
import type { Answer } from "./answer.ts";
import {
  bodyHeaders,
  encodingOf,
  freshnessHeaders,
  openedBody,
  sendEncodedHead,
  sendNotModified,
  sendOpened,
  sendPlain,
} from "./send.ts";

/** Writes to the response itself. Headers that hooks have set go along. */
export async function sendAnswer(reply: FastifyReply, { freshness, make }: Answer, owner: string): Promise<void> {
  const { method, headers, id } = reply.request;
  const { raw } = reply;
  if (matchesEtag(headers["if-none-match"], freshness.etag)) {
    reply.hijack();
    sendNotModified(raw, headLines([...headersOf(reply), ...freshnessHeaders(freshness)]));
    return;
  }
  const body = await make(owner);
  const after = body.after(id);
  const isHead = method === "HEAD";
  const encoding = encodingOf(headers["accept-encoding"], body, after);
  const opened = encoding === null || isHead ? null : await openedBody(body, encoding);
  const own = headLines([...headersOf(reply), ...freshnessHeaders(freshness, body.etag), ...bodyHeaders(body)]);
  reply.hijack();
  if (opened !== null) sendOpened(raw, own, opened, after);
  else if (encoding !== null) sendEncodedHead(raw, own, encoding);
  else sendPlain(raw, own, body, after, isHead);
}

function headersOf(reply: FastifyReply): string[] {
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
    value === undefined ? [] : [name, String(value)],
  );
}
