/** A list that is asked page by page, when and as far as somebody reads it. */
import type { Limits } from "./limits.ts";
import type { Plan } from "./plan.ts";

export type Transport = {
  /** The answer came from the cache, because the server said 304. */
  readonly isFromCache: boolean;
  readonly etag: string | null;
  /** Rate and quota as this answer had them. */
  readonly limits: Limits | null;
  /** `sample` where the data is made up. */
  readonly dataset: string | null;
  /** Why a list can have no row, where the server knows. */
  readonly note: string | null;
};

export type Page<Row, Meta> = {
  readonly data: readonly Row[];
  readonly next_cursor: string | null;
  readonly meta: Meta & Transport;
};

/** `for await` reads row by row; nothing is asked before. It can be read again, which asks again. */
export class Listing<Row, Meta> implements AsyncIterable<Row> {
  readonly #page: (cursor: string | null) => Promise<Page<Row, Meta>>;
  readonly #plan: () => Promise<Plan>;

  constructor(page: (cursor: string | null) => Promise<Page<Row, Meta>>, plan: () => Promise<Plan>) {
    this.#page = page;
    this.#plan = plan;
  }

  /** How many requests reading all of it will cost. */
  plan(): Promise<Plan> {
    return this.#plan();
  }

  /** Pages of 1,000 rows, each with its `meta`. */
  async *pages(): AsyncGenerator<Page<Row, Meta>, void, undefined> {
    for (let cursor: string | null = null; ; ) {
      const page: Page<Row, Meta> = await this.#page(cursor);
      yield page;
      if (page.next_cursor === null) return;
      cursor = page.next_cursor;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** Every row at once. */
  async all(): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const page of this.pages()) rows.push(...page.data);
    return rows;
  }
}
