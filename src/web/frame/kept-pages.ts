/**
 * Pages that are the same for everybody until something new is published. A page is rendered and compressed once, for as long
 * as its tag, which says what it was made of, stays the same.
 */
import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { type ServedFile, sendFile, servedFile } from "../../http/send-file.ts";

type Kept = { readonly tag: string; readonly file: ServedFile };

export class KeptPages {
  readonly #pages: LRUCache<string, Kept>;

  /** @param most how many bytes of rendered pages are kept at the most; compressed copies come to a third of that. */
  constructor(most = 8 * 1024 * 1024) {
    this.#pages = new LRUCache({ maxSize: most, sizeCalculation: ({ file }) => file.body.plain.length });
  }

  /** @param key what was asked for, in one spelling. */
  async send(
    reply: FastifyReply,
    { key, tag }: { readonly key: string; readonly tag: string },
    render: () => string | Promise<string>,
  ): Promise<FastifyReply> {
    const kept = this.#pages.get(key);
    if (kept?.tag === tag) return sendFile(reply, kept.file, keptForS);
    const file = servedFile("text/html; charset=utf-8", Buffer.from(await render()));
    this.#pages.set(key, { tag, file });
    return sendFile(reply, file, keptForS);
  }
}

/** Browsers ask again after a minute, and are mostly told that nothing has changed. */
const keptForS = 60;
