/** Every error that a caller can meet, in one table; and the envelope that carries it. */
import type { FastifyReply } from "fastify";
import { ArchiveDamaged } from "../archive/damage.ts";
import { vary } from "./vary.ts";

type ErrorEntry = {
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export const errorTable = {
  invalid_param: { status: 400, message: "the request is not valid" },
  // RFC 9110 11.6.1: a 401 must carry a challenge.
  unauthorized: { status: 401, message: "an API key is needed", headers: { "www-authenticate": "Bearer" } },
  forbidden: { status: 403, message: "the API key may not be used" },
  not_found: { status: 404, message: "there is nothing at this path" },
  // RFC 9110 15.5.6: a 405 must list the methods that are allowed.
  method_not_allowed: { status: 405, message: "only GET and HEAD are allowed here", headers: { allow: "GET, HEAD" } },
  rate_limited: { status: 429, message: "too many requests in a minute: wait as long as Retry-After says" },
  quota_exceeded: { status: 429, message: "the quota is used up until X-Quota-Reset" },
  internal: { status: 500, message: "something went wrong on our side" },
  unavailable: {
    status: 503,
    message: "the service cannot answer at the moment: try again when Retry-After says",
    // RFC 9110 10.2.3: how long the service is expected to be unavailable.
    headers: { "retry-after": "1" },
  },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorCode = keyof typeof errorTable;

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** The parameter at fault, when there is one. */
  readonly param: string | null;
  readonly status: number;
  /** Seconds until it may be worth asking again; null: as the table says. */
  readonly retryAfterS: number | null;

  constructor(
    code: ErrorCode,
    message: string = errorTable[code].message,
    { param = null, status = errorTable[code].status, retryAfterS = null }: ErrorDetails = {},
  ) {
    super(message);
    this.code = code;
    this.param = param;
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}

type ErrorDetails = { readonly param?: string | null; readonly status?: number; readonly retryAfterS?: number | null };

/** How often a server looks whether what was damaged is good again. */
const mendedAfterS = 60;

/** What is damaged in the database is not answered, and no more is said of it. */
export function beingMended(what: string): ApiError {
  return new ApiError("unavailable", `${what} cannot be answered until it is mended on our side`, {
    retryAfterS: mendedAfterS,
  });
}

export function invalidParam(param: string, message: string): ApiError {
  return new ApiError("invalid_param", message, { param });
}

export function errorBody({ code, message, param }: ApiError): string {
  return JSON.stringify({ error: param === null ? { code, message } : { code, message, param } });
}

/** Anything thrown while answering, as what the caller may see of it: nothing of an unexpected one [D-33]. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ArchiveDamaged) return beingMended("this game");
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  const isFrameworks = typeof code === "string" && code.startsWith("FST_");
  if (isFrameworks && typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return new ApiError("invalid_param", "the request is malformed", { status: statusCode });
  }
  return new ApiError("internal");
}

export function sendError(reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = toApiError(thrown);
  // What is unavailable is said in the log where it is noticed, and not for each request.
  if (error.code === "internal") reply.log.error({ err: thrown }, "a request failed");
  const entry: ErrorEntry = errorTable[error.code];
  // What an answer that did not come about has left.
  for (const name of ["etag", "content-disposition", "x-next-cursor"]) reply.removeHeader(name);
  return reply
    .code(error.status)
    .headers({ "cache-control": "no-store", vary, ...entry.headers })
    .headers(error.retryAfterS === null ? {} : { "retry-after": error.retryAfterS })
    .type("application/json; charset=utf-8")
    .send(errorBody(error));
}
