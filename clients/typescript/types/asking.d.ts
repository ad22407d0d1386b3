/** One request to the API: paced, limited in time, tried again where that helps, and counted as the quota counts. */
import { AnswerRefused } from "./body.js";
import { type Limits } from "./limits.js";
export type AskingOptions = {
    /** Where the server is, such as `https://api.example.com`. */
    readonly baseUrl: string;
    readonly apiKey: string;
    /** How long one request may be without a sign of life; 60 when absent. A whole answer may take 20 times as long. */
    readonly timeoutSeconds?: number;
    /** How often a request is tried again after a failure of the network or of the server; 4 when absent. */
    readonly retries?: number;
    /** How long a call may wait for a full minute of the key in all; 600 when absent. */
    readonly patienceSeconds?: number;
    /** The most requests that this client may spend of the quota, repetitions included; no bound when absent. */
    readonly maxRequests?: number;
    /** This function is called in the place of the global `fetch`. */
    readonly fetch?: typeof fetch;
};
export type Question = {
    /** Below the base address: `/v1/games`. */
    readonly path: string;
    /** Asked for at every attempt. */
    readonly headers?: () => Readonly<Record<string, string>>;
    readonly signal?: AbortSignal | undefined;
};
/** @param answer has status 2xx or 304. Reads the body within the request's time. `alive` is called at every sign of life of a long one. */
export type ReadAnswer<T> = (answer: Response, alive: () => void) => Promise<T>;
export declare class Asking {
    #private;
    /** @throws TypeError when the address is none, or an option is out of bounds. */
    constructor({ apiKey, ...options }: AskingOptions);
    get baseUrl(): string;
    /** Requests that the quota has counted, or may have counted where no answer came. */
    get spent(): number;
    /** The limits as the newest answer had them; null before the first. */
    get limits(): Limits | null;
    /** @throws GradelineError by its code, or what the signal was aborted with. */
    ask<T>(question: Question, read: ReadAnswer<T>): Promise<T>;
}
/** The budget would be passed, and no request was sent. */
export declare class BudgetSpent extends AnswerRefused {
}
