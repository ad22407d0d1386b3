/** Pages that are the same for everybody are made once, and kept until the next revision. */
import { LRUCache } from "lru-cache";
import { type ServedFile, servedFile } from "../../http/send.ts";

type Make = () => Promise<ServedFile>;

const emptyCache = () =>
  new LRUCache<string, ServedFile, Make>({
    // Plain bytes; compressed copies come to a third of that.
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ body }) => body.plain.length,
    fetchMethod: (_question, _before, { context: make }) => make(),
  });

export class KeptPages {
  #kept = emptyCache();
  #of: object | null = null;

  /**
   * @param question in one spelling. A visitor who asks it while its page is being made gets that one.
   * @throws what `make` throws, which is not kept.
   */
  page(snapshot: object, question: string, make: Make): Promise<ServedFile> {
    if (snapshot !== this.#of) {
      this.#kept = emptyCache();
      this.#of = snapshot;
    }
    return this.#kept.forceFetch(question, { context: make });
  }
}

export function pageFile(page: string): ServedFile {
  return servedFile("text/html; charset=utf-8", Buffer.from(page));
}

/** Makes a value when it is first asked for, and then keeps it; failing is not remembered. */
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
