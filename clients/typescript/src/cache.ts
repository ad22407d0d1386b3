/**
 * Keeps answers with their ETags, so that what has not changed comes as a 304 without a body. A 304 counts in the quota as a 200
 * does; it saves time and traffic.
 */

export type KeptAnswer = { readonly etag: string; readonly body: string };

/** Where answers are kept. Names are 64 hexadecimal digits, from which neither key nor question can be read. */
export type AnswerCache = {
  get(name: string): Promise<KeptAnswer | null>;
  set(name: string, answer: KeptAnswer): Promise<void>;
};

/** Keeps the answers that were used last, up to so many characters of text (64 million when absent). */
export class MemoryCache implements AnswerCache {
  readonly #mostCharacters: number;
  readonly #kept = new Map<string, KeptAnswer>();
  #characters = 0;

  constructor(mostCharacters = 64_000_000) {
    this.#mostCharacters = mostCharacters;
  }

  async get(name: string): Promise<KeptAnswer | null> {
    const found = this.#kept.get(name) ?? null;
    if (found !== null) {
      this.#kept.delete(name);
      this.#kept.set(name, found);
    }
    return found;
  }

  async set(name: string, answer: KeptAnswer): Promise<void> {
    this.#forget(name);
    if (answer.body.length > this.#mostCharacters) return;
    this.#kept.set(name, answer);
    this.#characters += answer.body.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#characters <= this.#mostCharacters) break;
      this.#forget(oldest);
    }
  }

  #forget(name: string): void {
    this.#characters -= this.#kept.get(name)?.body.length ?? 0;
    this.#kept.delete(name);
  }
}

/**
 * The name of an answer: a SHA-256 of server, key and question, so that two keys or two servers never share one, and the key
 * is not kept. Null where the platform has no hashes, as browsers have none for pages without TLS; then nothing is kept.
 */
export async function cacheName(baseUrl: string, apiKey: string, path: string): Promise<string | null> {
  const { subtle } = globalThis.crypto ?? {};
  if (subtle === undefined) return null;
  const text = new TextEncoder().encode(JSON.stringify([baseUrl, apiKey, path]));
  const digest = new Uint8Array(await subtle.digest("SHA-256", text));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
