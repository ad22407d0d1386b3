/** One HTTP request of an ask, within limits, and what its answer means. Repetitions, pauses and budgets are the asker's. */
import type { LookupFunction } from "node:net";
import { Agent, request } from "undici";
import { gunzip, textOfBytes } from "../../feed/files.ts";
import { parseJson } from "../../feed/parse.ts";
import { InputError } from "../../feed/refusals.ts";
import type { Ask, Failure, FailureReason } from "./ask.ts";
import { addressInside, publicLookup, redirectedTo } from "./redirects.ts";

/**
 * Limits of one exchange. They are measured by the machine's own clock, and not by the collector's: a server that hangs
 * knows nothing of a simulated week.
 */
export type ExchangeLimits = {
  readonly connectMs: number;
  /** For all of an exchange, redirects too, however steadily it trickles. */
  readonly wholeMs: number;
  /** Of the body as it comes, packed or not. */
  readonly bodyBytes: number;
  /** Of the body unpacked. */
  readonly textBytes: number;
};

/** The largest answer of a provider so far has 3.7 MB. */
export const exchangeLimits: ExchangeLimits = {
  connectMs: 10_000,
  wholeMs: 30_000,
  bodyBytes: 32 << 20,
  textBytes: 64 << 20,
};

const mostRedirects = 3;

/** A failure of a request, with the milliseconds that the provider asks us to wait, where it says so. */
export type FailedExchange = Failure & { readonly waitMs?: number };

export function failure(reason: FailureReason, detail: string, more: Partial<FailedExchange> = {}): FailedExchange {
  return { kind: "failed", reason, detail, ...more };
}

export type Exchange = {
  readonly outcome: { readonly kind: "read"; readonly payload: unknown } | FailedExchange;
  /** The value of a header of the answer, several joined by commas; null when there is none. */
  header(name: string): string | null;
  /** Whether the answer may have been charged: one that was lost on its way may, one that was refused or never asked for not. */
  readonly mayCost: boolean;
};

export class ProviderHttp {
  readonly #userAgent: string;
  readonly #limits: ExchangeLimits;
  readonly #agent: Agent;
  readonly #elsewhere: Agent;

  constructor(userAgent: string, limits: ExchangeLimits) {
    this.#userAgent = userAgent;
    this.#limits = limits;
    this.#agent = agentOf(limits);
    this.#elsewhere = agentOf(limits, publicLookup);
  }

  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#elsewhere.destroy()]);
  }

  /** Never rejects. @param nowMs by the collector's clock, for a Retry-After that is a date. */
  async exchange(ask: Ask, signal: AbortSignal, nowMs: () => number): Promise<Exchange> {
    const whole = AbortSignal.timeout(this.#limits.wholeMs);
    let isBody = false;
    try {
      let url = ask.url;
      for (let followed = 0; ; followed += 1) {
        isBody = false;
        const { statusCode: status, headers, body } = await this.#request(ask, url, AbortSignal.any([signal, whole]));
        isBody = true;
        const bytes = await body.bytes();
        const header = (name: string) => joined(headers[name]);
        const location = status >= 300 && status < 400 ? header("location") : null;
        if (location === null) {
          const outcome = outcomeOf(ask, { status, header, body: bytes }, this.#limits.textBytes, nowMs);
          return { outcome, header, mayCost: status === 200 };
        }
        const next = redirectedTo(location, url, ask.url);
        if (next === null || followed === mostRedirects) {
          return { outcome: next === null ? strayed : failure("status", tooOften(status)), header, mayCost: false };
        }
        url = next;
      }
    } catch (error) {
      const lost = { header: () => null, mayCost: true };
      if (signal.aborted) return { ...lost, outcome: failure("aborted", "the program is ending") };
      const code = codeOf(error);
      const outcome = faultOf(whole.aborted ? "whole" : code, isBody, this.#limits);
      return { ...lost, outcome, mayCost: isBody || !beforeConnection.has(code) };
    }
  }

  /** Another host than the provider's own gets no key. */
  #request({ url: asked, headers }: Ask, url: URL, signal: AbortSignal) {
    const isOwn = url.origin === asked.origin;
    return request(url, {
      dispatcher: isOwn ? this.#agent : this.#elsewhere,
      headers: { "user-agent": this.#userAgent, "accept-encoding": "gzip", ...(isOwn ? headers : {}) },
      signal,
    });
  }
}

const strayed = failure("status", "it leads on where it may not be followed");

function tooOften(status: number): string {
  return `status ${status}: it leads on too often`;
}

/** @param where looks names up; otherwise the system does. */
function agentOf(limits: ExchangeLimits, where?: typeof publicLookup): Agent {
  return new Agent({
    allowH2: false,
    connections: 1,
    connect: { timeout: limits.connectMs, ...(where === undefined ? {} : { lookup: where as LookupFunction }) },
    maxResponseSize: limits.bodyBytes,
  });
}

function joined(value: string | readonly string[] | undefined): string | null {
  return value === undefined || typeof value === "string" ? (value ?? null) : value.join(", ");
}

/** Only the code is reported: the text of an error may have the address in it, and the address a key. */
function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) ? code : "unknown error";
}

/** Codes of errors from before there was a connection. */
const beforeConnection: ReadonlySet<string> = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ETIMEDOUT",
  addressInside,
]);

/** @param code of an error; "whole": the time for all of the exchange was over. */
function faultOf(code: string, isBody: boolean, limits: ExchangeLimits): FailedExchange {
  switch (code) {
    case addressInside:
      return strayed;
    case "whole":
      return failure("timeout", `no whole answer in ${limits.wholeMs / 1000} s`);
    case "UND_ERR_CONNECT_TIMEOUT":
      return failure("timeout", `no connection in ${limits.connectMs / 1000} s`);
    case "UND_ERR_RES_EXCEEDED_MAX_SIZE":
      return failure("too-large", `more than ${limits.bodyBytes.toLocaleString("en-US")} bytes`);
    default:
      return isBody
        ? failure("truncated", `the connection ended within the body (${code})`)
        : failure("unreachable", `no answer (${code})`);
  }
}

type Answer = { readonly status: number; readonly body: Uint8Array; header(name: string): string | null };

function outcomeOf(ask: Ask, answer: Answer, textBytes: number, nowMs: () => number): Exchange["outcome"] {
  const { status, body, header } = answer;
  const encoding = header("content-encoding");
  if (status === 200) {
    const read = readBody(ask, body, encoding, textBytes);
    return read.kind === "read" ? read : { ...read, detail: withoutSecrets(read.detail, ask) };
  }
  const message = messageOf(ask, body, encoding);
  const detail = withoutSecrets(`status ${status}${message === null ? "" : `: ${message.text}`}`, ask);
  // The Odds API answers so when the credits of the month are used up.
  if (message?.code === "OUT_OF_USAGE_CREDITS") return failure("no-credits", detail, { status });
  if (status === 403) return failure("stopped-for-today", detail, { status });
  if (status === 401) return failure("key-refused", detail, { status });
  const waitMs = isTrouble(status) ? retryAfterMs(header("retry-after"), header("date"), nowMs()) : null;
  return failure("status", detail, { status, ...(waitMs === null ? {} : { waitMs }) });
}

/** Whether a status says that the provider itself is in trouble. */
function isTrouble(status: number | undefined): boolean {
  return status !== undefined && (status >= 500 || status === 429 || status === 408);
}

const ofTheProvider: ReadonlySet<FailureReason> = new Set(["unreachable", "timeout", "truncated", "not-data"]);

/** Whether a failure is of the provider, and not of one address or of this program: then it may pass, so that asking again makes sense. */
export function isOfProvider({ reason, status }: Failure): boolean {
  return ofTheProvider.has(reason) || (reason === "status" && isTrouble(status));
}

/** @param encoding the header Content-Encoding. @param mostBytes of the body unpacked. */
function readBody(
  { label, format }: Pick<Ask, "label" | "format">,
  packed: Uint8Array,
  encoding: string | null,
  mostBytes: number,
): Exchange["outcome"] {
  const how = encoding?.trim().toLowerCase() ?? "";
  const isPacked = how === "gzip" || how === "x-gzip";
  if (!isPacked && how !== "" && how !== "identity") {
    return failure("not-data", `it is packed as ${JSON.stringify(encoding?.slice(0, 40))}`);
  }
  try {
    const text = textOfBytes(label, isPacked ? gunzip(label, packed, mostBytes) : packed);
    return { kind: "read", payload: format === "json" ? parseJson(text, label) : text };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const problem = error.message.slice(label.length + 2);
    const isShort = /cut off|^is empty$/.test(problem);
    const reason = isShort ? "truncated" : /unpacks to more/.test(problem) ? "too-large" : "not-data";
    // JSON.parse shows some of the text around a fault, which may be a part of a key that the provider repeats.
    return failure(reason, `it ${problem.replace(/, (?:\.\.\.)?".*$/, "")}`);
  }
}

/** The words of an answer about its own failure; null when it has none that fit in a line. */
function messageOf(ask: Ask, body: Uint8Array, encoding: string | null): { text: string; code: string } | null {
  const read = readBody({ label: ask.label, format: "text" }, body, encoding, 1 << 20);
  if (read.kind === "failed") return null;
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
const longestRetryMs = 24 * 3_600_000;

/**
 * The milliseconds of a Retry-After (RFC 9110 10.2.3: seconds, or a date); null when it says nothing that can be understood.
 * @param date the answer's own Date: a date is measured by the clock that wrote it, since ours may differ.
 */
function retryAfterMs(header: string | null, date: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? "";
  if (/^\d{1,10}$/.test(text)) return Math.min(longestRetryMs, Number(text) * 1000);
  const until = httpDateMs(text);
  if (until === null) return null;
  return Math.min(longestRetryMs, Math.max(0, until - (httpDateMs(date ?? "") ?? nowMs)));
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
