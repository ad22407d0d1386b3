/** Sends a page that is this visitor's own, because what it says depends on their cookies. */
import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { gzipAnswer, wantsGzip } from "../../http/encodings.ts";
import { matchesEtag } from "../../http/etag.ts";

export async function sendOwnPage(reply: FastifyReply, page: string): Promise<FastifyReply> {
  const { headers } = reply.request;
  const etag = `W/"${hash("sha256", page, "base64url").slice(0, 22)}"`;
  reply.headers({ etag, "cache-control": "private, no-cache", vary: "Accept-Encoding, Cookie" });
  if (reply.statusCode === 200 && matchesEtag(headers["if-none-match"], etag)) return reply.code(304).send();
  reply.type("text/html; charset=utf-8");
  const body = Buffer.from(page);
  if (!wantsGzip(headers["accept-encoding"], body.length)) return reply.send(body);
  return reply.header("content-encoding", "gzip").send(await gzipAnswer(body));
}
