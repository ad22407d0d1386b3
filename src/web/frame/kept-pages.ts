/** Pages that are the same for everybody are made once, and kept until the next revision. */
import { LRUCache } from "lru-cache";
import { type ServedFile, servedFile } from "../../http/send.ts";

/** Plain bytes; compressed copies come to a third of that. */
const mostBytes = 32 * 1024 * 1024;

export class KeptPages {
  readonly #kept = new LRUCache<string, ServedFile>({
    maxSize: mostBytes,
    sizeCalculation: ({ body }) => body.plain.length,
  });
  readonly #underway = new Map<string, Promise<ServedFile>>();
  #of: object | null = null;

  /**
   * @param question in one spelling. Whoever asks it while its page is being made gets that one.
   * @throws what `make` throws, which is not kept.
   */
  async page(snapshot: object, question: string, make: () => Promise<ServedFile>): Promise<ServedFile> {
    if (snapshot !== this.#of) {
      this.#kept.clear();
      this.#underway.clear();
      this.#of = snapshot;
    }
    const known = this.#kept.get(question) ?? this.#underway.get(question);
    if (known !== undefined) return known;
    const making = make();
    this.#underway.set(question, making);
    try {
      const page = await making;
      if (this.#of === snapshot) this.#kept.set(question, page);
      return page;
    } finally {
      if (this.#underway.get(question) === making) this.#underway.delete(question);
    }
  }
}

export function pageFile(page: string): ServedFile {
  return servedFile("text/html; charset=utf-8", Buffer.from(page));
}

/** What is made when it is first asked for, and then kept; failing is not remembered. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
}
