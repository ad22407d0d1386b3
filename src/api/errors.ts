/** The error that callers are answered with, and the envelope that carries it. */
import type { FastifyReply } from "fastify";
import { withoutKeys } from "../access/keys/keys.ts";
import { type CodeWithMessage, type ErrorCode, entryOf } from "../contract/errors.ts";
import { quoted } from "../contract/hints.ts";
import { refusalOf } from "../query/refusals.ts";
import { vary } from "./headers.ts";

type ErrorDetails = {
  readonly param?: string | null;
  /** The value to send instead, as it can be sent; null: none is known. */
  readonly hint?: string | null;
  readonly status?: number;
  /** Seconds until it may be worth asking again; null when the error table says so, or when waiting does not help. */
  readonly retryAfterS?: number | null;
  readonly headers?: Readonly<Record<string, string>>;
};

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(code: CodeWithMessage);
  constructor(code: ErrorCode, message: string, details?: ErrorDetails);
  constructor(code: ErrorCode, message?: string, details: ErrorDetails = {}) {
    const entry = entryOf(code);
    super(message ?? entry.message);
    this.code = code;
    this.status = details.status ?? entry.status;
    this.details = details;
  }
}

export function envelopeOf({ code, message, details: { param, hint } }: ApiError) {
  return { error: { code, message, ...(param != null && { param }), ...(hint != null && { hint }) } };
}

export function errorBody(error: ApiError): string {
  return JSON.stringify(envelopeOf(error));
}

/** Turns anything thrown while answering into what the caller may see of it; of an unexpected error that is nothing [D-33]. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const refusal = refusalOf(error);
  if (refusal !== null) {
    // A key that was sent is taken out of the texts.
    const { code, message, param, hint, retryAfterS } = refusal;
    return new ApiError(code, withoutKeys(message), { param: param && withoutKeys(param), hint, retryAfterS });
  }
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  const isFrameworks = typeof code === "string" && code.startsWith("FST_");
  if (isFrameworks && typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return unreadable(statusCode);
  }
  return new ApiError("internal");
}

/** The error for a URL or a request that cannot be read. */
export function unreadable(status = 400): ApiError {
  return new ApiError("invalid_param", "the request is malformed", { status });
}

/** The error for a path that does not exist. @param url the request's path and query. */
export function nothingAt(url: string): ApiError {
  const [path = ""] = url.split(/[?#]/, 1);
  return new ApiError("not_found", `there is nothing at ${withoutKeys(quoted(path))}: /v1 lists all endpoints`);
}

/** The message of an error that is about the key itself. */
export function withManageUrl(message: string, manageUrl: string): string {
  return `${message}; keys are managed at ${manageUrl}`;
}

export function severalHosts(): ApiError {
  return new ApiError("invalid_param", "there is more than one Host header");
}

export function errorHeaders({ code, details: { headers, retryAfterS } }: ApiError): Record<string, string> {
  return {
    "cache-control": "no-store",
    vary,
    "content-type": "application/json; charset=utf-8",
    ...entryOf(code).headers,
    ...headers,
    ...(retryAfterS != null && { "retry-after": String(retryAfterS) }),
  };
}

/** Answers a request outside of /v1 with an error. */
export function sendError(reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = toApiError(thrown);
  if (error.code === "internal") reply.log.error({ err: thrown }, "a request failed");
  return reply.code(error.status).headers(errorHeaders(error)).send(errorBody(error));
}
