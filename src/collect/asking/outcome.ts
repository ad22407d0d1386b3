/** The meaning of one exchange: an answer, or a failure, and whether it is worth asking again. Pure. */
import type { Ask, FailureReason } from "./ask.ts";
import type { Exchange } from "./exchange.ts";
import { readBody } from "./read-body.ts";

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

export type AskOutcome =
  | { readonly kind: "read"; readonly payload: unknown; readonly bytes: Uint8Array }
  | { readonly kind: "unchanged" }
  | Failure;

export function failure(reason: FailureReason, detail: string, more: Partial<Failure> = {}): Failure {
  return { kind: "failed", reason, detail, mayPass: false, isTrouble: false, waitMs: null, status: null, ...more };
}

type Options = { readonly hadValidators: boolean; readonly textBytes: number; readonly nowMs: number };

export function askOutcomeOf(ask: Ask, exchange: Exchange, { hadValidators, textBytes, nowMs }: Options): AskOutcome {
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

/** A longer wait is not believed. */
const longestMs = 24 * 3_600_000;

/**
 * The milliseconds of a Retry-After (RFC 9110 10.2.3: seconds, or a date); null when it says nothing that can be understood.
 * @param date the answer's own Date: a date is measured by the clock that wrote it, since ours may differ.
 */
export function retryAfterMs(header: string | null, date: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,10}$/.test(text)) return Math.min(longestMs, Number(text) * 1000);
  const until = httpDateMs(text);
  if (until === null) return null;
  return Math.min(longestMs, Math.max(0, until - (httpDateMs(date ?? "") ?? nowMs)));
}

/** `Sun, 06 Nov 1994 08:49:37 GMT`; Date.parse alone would take nearly anything. */
function httpDateMs(text: string): number | null {
  if (!/^[A-Z][a-z]{2,8}, \d{2}[ -][A-Z][a-z]{2}[ -]\d{2,4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return null;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? null : ms;
}

const keyNames = /key|token|secret|auth/i;

/**
 * Keys must never stand in what is logged or reported, even where a provider repeats them in its answer.
 * @returns the text without the values of the request's own headers and of the keys in its address.
 */
export function withoutSecrets(text: string, { url, headers }: Pick<Ask, "url" | "headers">): string {
  const ofAddress = [...url.searchParams].filter(([name]) => keyNames.test(name)).map(([, value]) => value);
  // A header such as "Bearer abc" hides its parts too.
  const ofHeaders = Object.values(headers ?? {}).flatMap((value) => [value, ...value.split(" ")]);
  const secrets = [...ofAddress, ...ofHeaders].flatMap((secret) => [secret, encodeURIComponent(secret)]);
  return secrets
    .filter((secret) => secret.length >= 6)
    .sort((one, other) => other.length - one.length)
    .reduce((clean, secret) => clean.replaceAll(secret, "…"), text);
}
