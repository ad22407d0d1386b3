/** The error that callers are answered with, and the envelope that carries it. */
import type { FastifyReply } from "fastify";
import { ArchiveDamaged } from "../archive/damage.ts";
import { TooBusy } from "../http/turns.ts";
import { type CodeWithMessage, type ErrorCode, entryOf } from "./error-table.ts";
import { vary } from "./vary.ts";

export class ApiError extends Error {
  readonly code: ErrorCode;
  /** The parameter at fault, when there is one. */
  readonly param: string | null;
  readonly status: number;
  /** Seconds until it may be worth asking again; null when the error table says so, or when waiting does not help. */
  readonly retryAfterS: number | null;

  constructor(code: CodeWithMessage);
  constructor(code: ErrorCode, message: string, details?: ErrorDetails);
  constructor(code: ErrorCode, message?: string, details: ErrorDetails = {}) {
    const entry = entryOf(code);
    const { param = null, status = entry.status, retryAfterS = null } = details;
    super(message ?? entry.message);
    this.code = code;
    this.param = param;
    this.status = status;
    this.retryAfterS = retryAfterS;
  }
}

type ErrorDetails = { readonly param?: string | null; readonly status?: number; readonly retryAfterS?: number | null };

/** A server looks this often whether what was damaged is good again. */
const mendedAfterS = 60;

/** The error for rows that are damaged in the database: they are not answered, and callers are told no more. */
export function beingMended(what: string): ApiError {
  return new ApiError("unavailable", `${what} cannot be answered until it is mended on our side`, {
    retryAfterS: mendedAfterS,
  });
}

export function invalidParam(param: string, message: string): ApiError {
  return new ApiError("invalid_param", message, { param });
}

export type ErrorEnvelope = {
  readonly error: { readonly code: ErrorCode; readonly message: string; readonly param?: string };
};

export function envelopeOf({ code, message, param }: ApiError): ErrorEnvelope {
  return { error: param === null ? { code, message } : { code, message, param } };
}

export function errorBody(error: ApiError): string {
  return JSON.stringify(envelopeOf(error));
}

/** Turns anything thrown while answering into what the caller may see of it; of an unexpected error that is nothing [D-33]. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof ArchiveDamaged) return beingMended("this game");
  if (error instanceof TooBusy) {
    const message = "too many answers are being computed: try again when Retry-After says";
    return new ApiError("unavailable", message, { retryAfterS: 2 });
  }
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  const isFrameworks = typeof code === "string" && code.startsWith("FST_");
  if (isFrameworks && typeof statusCode === "number" && statusCode >= 400 && statusCode < 500) {
    return new ApiError("invalid_param", "the request is malformed", { status: statusCode });
  }
  return new ApiError("internal");
}

export function sendError(reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = toApiError(thrown);
  // An outage is logged where it is noticed, and not for each request.
  if (error.code === "internal") reply.log.error({ err: thrown }, "a request failed");
  // These headers may be left over from the answer that did not come about.
  for (const name of ["etag", "content-disposition", "x-next-cursor"]) reply.removeHeader(name);
  return reply
    .code(error.status)
    .headers({ "cache-control": "no-store", vary, ...entryOf(error.code).headers })
    .headers(error.retryAfterS === null ? {} : { "retry-after": error.retryAfterS })
    .type("application/json; charset=utf-8")
    .send(errorBody(error));
}
