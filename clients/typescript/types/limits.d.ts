/** The two limits of a key, as answers tell them. */
export type Limits = {
    /** Requests in the sliding minute of the key. */
    readonly rate: {
        readonly limit: number;
        readonly remaining: number;
        readonly resetAt: Date;
    };
    /** Requests of the account in its month or trial. */
    readonly quota: {
        readonly limit: number;
        readonly remaining: number;
        readonly resetAt: Date;
    };
};
/** Returns null where the answer is to no known key. */
export declare function limitsIn(headers: Headers): Limits | null;
