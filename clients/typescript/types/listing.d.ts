import type { Limits } from "./limits.js";
import type { Plan } from "./plan.js";
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
export declare class Listing<Row, Meta> implements AsyncIterable<Row> {
    #private;
    constructor(page: (cursor: string | null) => Promise<Page<Row, Meta>>, plan: () => Promise<Plan>);
    /** How many requests reading all of it will cost. */
    plan(): Promise<Plan>;
    /** Pages of 1,000 rows, each with its `meta`. */
    pages(): AsyncGenerator<Page<Row, Meta>, void, undefined>;
    [Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined>;
    /** Every row at once. */
    all(): Promise<Row[]>;
}
