/**
 * Every error code that a caller can meet: its status, its headers, when it happens and what to do about it. The code, the
 * OpenAPI document and the table of docs/api/limits.md all say what stands here; a test compares the page.
 */

export type ErrorEntry = {
  readonly status: number;
  /** A sentence about when it happens. */
  readonly when: string;
  /** A sentence about what the caller does then. */
  readonly remedy: string;
  /** The message of an error for which the code that throws it has nothing closer to say. */
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export const errorTable = {
  invalid_param: {
    status: 400,
    when: "A parameter is unknown, missing, given twice, empty or of the wrong form, a cursor came with other filters, or `/v1/odds` has nothing to narrow it.",
    remedy: "Mend the request: `param` names the parameter, and the message says what is allowed.",
  },
  unauthorized: {
    status: 401,
    when: "The API key is missing or unknown.",
    remedy: "Send a key.",
    // RFC 9110 11.6.1: a 401 must carry a challenge.
    headers: { "www-authenticate": "Bearer" },
  },
  forbidden: {
    status: 403,
    when: "The key was revoked, the trial has ended, the subscription is past due or canceled, a signed address is too old or was changed, or a page of another origin asks at `/mcp`.",
    remedy: "See the key management page, which the message names; of a signed address ask for a new one.",
  },
  not_found: {
    status: 404,
    when: "There is no such game, file or path, or the game is not final.",
    remedy: "Do not retry; `/v1` lists the paths.",
    message: "there is nothing at this path: the API is at /v1",
  },
  method_not_allowed: {
    status: 405,
    when: "The method is neither GET nor HEAD; at `/mcp` it is not POST.",
    remedy: "Use GET, and at `/mcp` POST.",
    message: "only GET and HEAD are allowed here",
    // RFC 9110 15.5.6: a 405 must list the methods that are allowed.
    headers: { allow: "GET, HEAD" },
  },
  range_not_satisfiable: {
    status: 416,
    when: "The `Range` begins behind the end of the file.",
    remedy: "Ask for a part that there is: `Content-Range` says how long the file is.",
  },
  rate_limited: {
    status: 429,
    when: "The key sent more requests within a minute than its plan allows, too many wrong keys came from one address, or an account fetches more than eight files at once.",
    remedy: "Sleep for `Retry-After` seconds, then retry.",
  },
  quota_exceeded: {
    status: 429,
    when: "The quota of the month or of the trial is used up.",
    remedy: "Stop until `X-Quota-Reset`, which is `Retry-After` seconds away.",
  },
  internal: {
    status: 500,
    when: "The fault is ours.",
    remedy: "Retry later, and tell us the `X-Request-Id`.",
    message: "something went wrong on our side",
  },
  unavailable: {
    status: 503,
    when: "We cannot check keys for the moment, or the season, game or file is being mended on our side; nothing is charged.",
    remedy: "Sleep for `Retry-After` seconds, then retry.",
    message: "the service cannot answer at the moment: try again when Retry-After says",
    // RFC 9110 10.2.3: how long the service is expected to be unavailable.
    headers: { "retry-after": "1" },
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof errorTable;

export const errorCodes = Object.keys(errorTable) as readonly ErrorCode[];

/** The codes of which the table has a message, so that an error may do without one of its own. */
export type CodeWithMessage = {
  [Code in ErrorCode]: (typeof errorTable)[Code] extends { readonly message: string } ? Code : never;
}[ErrorCode];

/** The entry of a code, with the members that only some codes have. */
export function entryOf(code: ErrorCode): ErrorEntry {
  return errorTable[code];
}
