/** The errors of the document: the error table, and when each of them happens. */
import { type ErrorCode, errorTable } from "../errors.ts";

type ErrorText = {
  readonly status: number;
  readonly message: string;
  /** When it happens and what to do about it. */
  readonly when: string;
  /** An example of a parameter at fault. */
  readonly param?: string;
};

const tableText = (code: ErrorCode, when: string) => ({
  status: errorTable[code].status,
  message: errorTable[code].message,
  when,
});

export const errorTexts: Readonly<Record<ErrorCode, ErrorText>> = {
  invalid_param: {
    ...tableText("invalid_param", "A parameter is unknown, missing, given twice, empty or not valid."),
    message: "sport must be one of mlb, nfl, ncaaf, nba, nhl",
    param: "sport",
  },
  unauthorized: tableText("unauthorized", "The API key is missing or unknown."),
  forbidden: tableText("forbidden", "The key is revoked, or its trial or subscription is not active."),
  not_found: { ...tableText("not_found", "The game is unknown or not yet final."), message: "game not found" },
  method_not_allowed: tableText("method_not_allowed", "Only GET and HEAD are allowed."),
  rate_limited: tableText(
    "rate_limited",
    "More requests in a minute than the plan allows, or too many wrong keys from one address. Sleep for Retry-After seconds, then retry.",
  ),
  quota_exceeded: tableText(
    "quota_exceeded",
    "The quota of the plan is used up. Stop until X-Quota-Reset; Retry-After says in how many seconds that is.",
  ),
  internal: tableText("internal", "A fault on our side; quote the X-Request-Id when you report it."),
  unavailable: tableText(
    "unavailable",
    "API keys cannot be checked for the moment, or what is asked for is being mended; nothing is charged. Retry after Retry-After seconds.",
  ),
};

export const errorCodes = Object.keys(errorTexts) as readonly ErrorCode[];

/** The body of an error as callers meet it. */
export function errorExample(code: ErrorCode) {
  const { message, param } = errorTexts[code];
  return { error: param === undefined ? { code, message } : { code, message, param } };
}
