/** A list that is asked page by page, when and as far as somebody reads it. */
import { AnswerRefused } from "./body.ts";
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

/** A hundred million rows; no list of the API has so many. */
const mostPages = 100_000;

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
    const seen = new Set<string>();
    for (let cursor: string | null = null; ; ) {
      const page: Page<Row, Meta> = await this.#page(cursor);
      cursor = page.next_cursor;
      if (cursor !== null) {
        if (page.data.length === 0)
          throw new AnswerRefused("a page without rows came that is not the last: the list never ends");
        if (seen.has(cursor) || seen.size >= mostPages)
          throw new AnswerRefused("the cursor of a page came that was read already: the list never ends");
        seen.add(cursor);
      }
      yield page;
      if (cursor === null) return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    for await (const page of this.pages()) yield* page.data;
  }

  /** Every row at once. */
  async all(): Promise<Row[]> {
    const rows: Row[] = [];
    for await (const page of this.pages()) for (const row of page.data) rows.push(row);
    return rows;
  }
}
