/** The errors that a call can end with: the API's own by `code`, and those of the way there. */
import type { errorCodes } from "./api-endpoints.js";
/** A later version of the server may have more codes. */
export type ErrorCode = (typeof errorCodes)[number] | (string & {});
export type ErrorFacts = {
    /** The API's name of the error; `network` and `timeout` are the client's own, of requests that got no answer. */
    readonly code: ErrorCode | "network" | "timeout";
    readonly message: string;
    /** The HTTP status; null without an answer. */
    readonly status: number | null;
    /** The parameter at fault, where one is. */
    readonly param: string | null;
    /** The nearest right value, as it can be sent: `PHI`. Null where there is none, or several; the message says what it is. */
    readonly hint: string | null;
    /** The id by which the server's log knows the request. */
    readonly requestId: string | null;
    /** Seconds until asking again can help, where the server says. */
    readonly retryAfterSeconds: number | null;
};
/** Every failed call throws this. Decide by `code`; messages are for people. */
export declare class GradelineError extends Error {
    readonly code: ErrorFacts["code"];
    readonly status: number | null;
    readonly param: string | null;
    readonly hint: string | null;
    readonly requestId: string | null;
    readonly retryAfterSeconds: number | null;
    constructor(facts: ErrorFacts, cause?: unknown);
}
/** 400: a parameter is wrong, and `param` names it. */
export declare class InvalidParam extends GradelineError {
}
/** 401: the key is missing or unknown. */
export declare class Unauthorized extends GradelineError {
}
/** 403: the key was revoked, or its trial or subscription has ended. */
export declare class Forbidden extends GradelineError {
}
/** 404: there is no such game, file or path. */
export declare class NotFound extends GradelineError {
}
/** 429: the minute stayed full for longer than the client was told to wait. */
export declare class RateLimited extends GradelineError {
}
/** 429: the quota is used up until `retryAfterSeconds` from now. */
export declare class QuotaExceeded extends GradelineError {
}
/** 5xx, after the client has tried again as often as it may. */
export declare class ServerFailed extends GradelineError {
}
/** No answer came: the network failed, or the time was over. */
export declare class Unreachable extends GradelineError {
}
/** The error of a code, in the class of that code. */
export declare function errorOf(facts: ErrorFacts, cause?: unknown): GradelineError;
/** The error that an answer tells, also of a proxy whose body is none of the API's. */
export declare function errorIn(answer: Response, body: string): GradelineError;
