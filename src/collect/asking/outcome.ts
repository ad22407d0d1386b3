/** The meaning of one exchange: an answer, or a failure, and whether it is worth asking again. Pure. */
import type { Ask, FailureReason } from "./ask.ts";
import type { Exchange } from "./exchange.ts";
import { readBody } from "./read-body.ts";
import { retryAfterMs } from "./retry-after.ts";
import { withoutSecrets } from "./secrets.ts";

export type Failure = {
  readonly kind: "failed";
  readonly reason: FailureReason;
  readonly detail: string;
  /** Whether it may pass by itself, so that asking again makes sense. */
  readonly mayPass: boolean;
  /** Whether the status says that the provider itself is in trouble. */
  readonly isTrouble: boolean;
  /** How long the provider wants us to wait, in milliseconds; null when it said nothing. */
  readonly waitMs: number | null;
  /** The status of HTTP, where that is the failure; null otherwise. */
  readonly status: number | null;
};

export type Outcome =
  | { readonly kind: "read"; readonly payload: unknown; readonly bytes: Uint8Array }
  | { readonly kind: "unchanged" }
  | Failure;

export function failure(reason: FailureReason, detail: string, more: Partial<Failure> = {}): Failure {
  return { kind: "failed", reason, detail, mayPass: false, isTrouble: false, waitMs: null, status: null, ...more };
}

type Options = { readonly hadValidators: boolean; readonly textBytes: number; readonly nowMs: number };

export function outcomeOf(ask: Ask, exchange: Exchange, { hadValidators, textBytes, nowMs }: Options): Outcome {
  if (exchange.kind === "failed") {
    const { reason, detail } = exchange;
    return failure(reason, detail, { mayPass: reason !== "aborted" && reason !== "too-large" });
  }
  const { status, header, body } = exchange;
  if (status === 304 && hadValidators) return { kind: "unchanged" };
  if (status === 200) {
    const read = readBody(ask, body, header("content-encoding"), textBytes);
    if (read.kind === "read") return read;
    return failure(read.reason, withoutSecrets(read.detail, ask), { mayPass: read.reason !== "too-large" });
  }
  const message = messageOf(ask, body, header("content-encoding"));
  const detail = withoutSecrets(`status ${status}${message === null ? "" : `: ${message.text}`}`, ask);
  // The Odds API answers so when the credits of the month are used up.
  if (message?.code === "OUT_OF_USAGE_CREDITS") return failure("no-credits", detail);
  if (status === 403) return failure("stopped-for-today", detail);
  if (status === 401) return failure("key-refused", detail, { status });
  const isTrouble = status >= 500 || status === 429 || status === 408;
  const waitMs = isTrouble ? retryAfterMs(header("retry-after"), header("date"), nowMs) : null;
  return failure("status", detail, { isTrouble, mayPass: isTrouble, waitMs, status });
}

/** The words of an answer about its own failure; null when it has none that fit in a line. */
function messageOf(ask: Ask, body: Uint8Array, encoding: string | null): { text: string; code: string } | null {
  const read = readBody({ label: ask.label, format: "text" }, body, encoding, 1 << 20);
  if (read.kind === "unread") return null;
  try {
    const { message, error_code: code } = JSON.parse(String(read.payload)) as Readonly<Record<string, unknown>>;
    if (typeof message !== "string") return null;
    const text = message.replaceAll(/[\s\p{Cc}]+/gu, " ").trim();
    return { text: text.slice(0, 200).toWellFormed(), code: typeof code === "string" ? code : "" };
  } catch {
    return null; // It is no JSON, or JSON of another form.
  }
}
