/** Pages for visitors about whom nothing is known: they are the same for all, and kept for as long as the archive stays as it is. */
import { LRUCache } from "lru-cache";

const mostKeptBytes = 8 * 1024 * 1024;

export type KeptPage = {
  readonly page: string;
  /** The visit's cookie that goes with it; null: none does. */
  readonly visit: string | null;
};

/** Keeps what was made of one snapshot; with the next one it starts anew. */
export class FirstLooks {
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
