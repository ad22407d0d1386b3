/**
 * How many requests a call will cost, before it is made. The list of files says how many rows each season of each list has, so
 * that one request plans every list of a sport for a quarter of an hour.
 */
import type { Book, Coverage, SeasonFile } from "../types/api-rows.d.ts";
export type Plan = {
    readonly atLeast: number;
    /** Null where nobody can say without asking for the list itself. */
    readonly atMost: number | null;
    /** A sentence about how sure that is. */
    readonly why: string;
    /** Requests that this plan itself has cost. */
    readonly planningRequests: number;
    /** Requests that the account has left; null before the first answer. */
    readonly left: number | null;
};
export type Filters = Readonly<Record<string, unknown>>;
/** The planner asks for these, each one request. */
export type PlanningSources = {
    readonly files: (sport: string) => Promise<readonly SeasonFile[]>;
    readonly books: () => Promise<readonly Book[]>;
    readonly coverage: (sport: string, season: number | undefined) => Promise<readonly Coverage[]>;
    readonly spent: () => number;
    readonly left: () => number | null;
};
export declare class Planner {
    #private;
    constructor(sources: PlanningSources);
    /** @param method the name of the list's method. */
    plan(method: string, filters: Filters): Promise<Plan>;
}
