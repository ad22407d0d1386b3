/** Pages for visitors about whom nothing is known, kept for as long as the archive stays as it is; and how pages are sent. */
import { hash } from "node:crypto";
import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { encodeAnswer, encodingFor } from "../../http/encodings.ts";
import { matchesEtag } from "../../http/etag.ts";

const mostKeptBytes = 8 * 1024 * 1024;

export type KeptPage = {
  readonly page: string;
  /** The visit's cookie that goes with it; null: none does. */
  readonly visit: string | null;
};

/** Keeps what was made of one snapshot; with the next one it starts anew. */
export class KeptPages {
  readonly #published: () => object;
  #snapshot: object | null = null;
  #pages = new LRUCache<string, KeptPage>({ maxSize: mostKeptBytes, sizeCalculation: ({ page }) => 2 * page.length });

  /** @param published the snapshot that is served. */
  constructor(published: () => object) {
    this.#published = published;
  }

  get(key: string): KeptPage | null {
    return this.#of(this.#published()).get(key) ?? null;
  }

  /** @param madeOf the snapshot that was served before the page was made. */
  set(key: string, page: KeptPage, madeOf: object): void {
    if (this.#published() === madeOf) this.#of(madeOf).set(key, page);
  }

  #of(snapshot: object): LRUCache<string, KeptPage> {
    if (this.#snapshot !== snapshot) this.#pages.clear();
    this.#snapshot = snapshot;
    return this.#pages;
  }
}

/** Sends a page that is this visitor's own, because what it says depends on their cookies. */
export async function sendOwnPage(reply: FastifyReply, page: string): Promise<FastifyReply> {
  const { headers } = reply.request;
  const etag = `W/"${hash("sha256", page, "base64url").slice(0, 22)}"`;
  reply.headers({ etag, "cache-control": "private, no-cache", vary: "Accept-Encoding, Cookie" });
  if (reply.statusCode === 200 && matchesEtag(headers["if-none-match"], etag)) return reply.code(304).send();
  reply.type("text/html; charset=utf-8");
  const body = Buffer.from(page);
  const encoding = encodingFor(headers["accept-encoding"], body.length);
  if (encoding === null) return reply.send(body);
  return reply.header("content-encoding", encoding).send(await encodeAnswer(body, encoding));
}
