/** The errors that a call can end with: the API's own by `code`, and those of the way there. */
import type { errorCodes } from "./api-endpoints.ts";
import { plain } from "./body.ts";

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
export class GradelineError extends Error {
  readonly code: ErrorFacts["code"];
  readonly status: number | null;
  readonly param: string | null;
  readonly hint: string | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(facts: ErrorFacts, cause?: unknown) {
    super(plain(facts.message), cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.code = facts.code;
    this.status = facts.status;
    this.param = facts.param;
    this.hint = facts.hint;
    this.requestId = facts.requestId;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** 400: a parameter is wrong, and `param` names it. */
export class InvalidParam extends GradelineError {}
/** 401: the key is missing or unknown. */
export class Unauthorized extends GradelineError {}
/** 403: the key was revoked, or its trial or subscription has ended. */
export class Forbidden extends GradelineError {}
/** 404: there is no such game, file or path. */
export class NotFound extends GradelineError {}
/** 429: the minute stayed full for longer than the client was told to wait. */
export class RateLimited extends GradelineError {}
/** 429: the quota is used up until `retryAfterSeconds` from now. */
export class QuotaExceeded extends GradelineError {}
/** 5xx, after the client has tried again as often as it may. */
export class ServerFailed extends GradelineError {}
/** No answer came: the network failed, or the time was over. */
export class Unreachable extends GradelineError {}

const classes: Readonly<Record<string, typeof GradelineError>> = {
  invalid_param: InvalidParam,
  unauthorized: Unauthorized,
  forbidden: Forbidden,
  not_found: NotFound,
  rate_limited: RateLimited,
  quota_exceeded: QuotaExceeded,
  internal: ServerFailed,
  unavailable: ServerFailed,
  network: Unreachable,
  timeout: Unreachable,
};

/** The error of a code, in the class of that code. */
export function errorOf(facts: ErrorFacts, cause?: unknown): GradelineError {
  const known = Object.hasOwn(classes, facts.code) ? classes[facts.code] : undefined;
  return new (known ?? ((facts.status ?? 0) >= 500 ? ServerFailed : GradelineError))(facts, cause);
}

/** The error that an answer tells, also of a proxy whose body is none of the API's. */
export function errorIn(answer: Response, body: string): GradelineError {
  let told: { code?: unknown; message?: unknown; param?: unknown; hint?: unknown } = {};
  try {
    const { error } = JSON.parse(body) as { error?: typeof told };
    if (typeof error === "object" && error !== null) told = error;
  } catch {
    // A proxy between has answered with a page of its own.
  }
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const retryAfter = Number(answer.headers.get("retry-after") ?? Number.NaN);
  return errorOf({
    code: text(told.code) ?? `http_${answer.status}`,
    message: text(told.message) ?? `the answer was ${answer.status} and none of the API's`,
    status: answer.status,
    param: text(told.param),
    hint: text(told.hint),
    requestId: answer.headers.get("x-request-id"),
    retryAfterSeconds: retryAfter >= 0 && Number.isFinite(retryAfter) ? retryAfter : null,
  });
}
