/** One HTTP request and its answer, within limits. Redirects, repetitions and what the answer means are decided elsewhere. */
import type { LookupFunction } from "node:net";
import { type Agent, Agent as HttpAgent, request } from "undici";
import type { ExchangeLimits } from "./manners.ts";
import type { publicLookup } from "./redirects.ts";

export type Exchange =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** The value of a header, several joined by commas; null when there is none. */
      header(name: string): string | null;
      /** As it came, perhaps packed. */
      readonly body: Uint8Array;
    }
  | {
      readonly kind: "failed";
      readonly reason: "unreachable" | "timeout" | "too-large" | "truncated" | "aborted";
      readonly detail: string;
      /** Whether the provider may have seen the request; a request that never reached it costs nothing. */
      readonly mayHaveArrived: boolean;
    };

/** @param where looks names up; null: as the system does. */
export function openAgent(limits: ExchangeLimits, where: typeof publicLookup | null = null): Agent {
  return new HttpAgent({
    allowH2: false,
    connections: 1,
    pipelining: 1,
    connect: { timeout: limits.connectMs, ...(where === null ? {} : { lookup: where as LookupFunction }) },
    headersTimeout: limits.headersMs,
    bodyTimeout: limits.bodyMs,
    maxResponseSize: limits.bodyBytes,
  });
}

/** Never rejects. */
export async function exchange(
  agent: Agent,
  url: URL,
  headers: Readonly<Record<string, string>>,
  limits: ExchangeLimits,
  signal: AbortSignal,
): Promise<Exchange> {
  const whole = AbortSignal.timeout(limits.wholeMs);
  let isBody = false;
  try {
    const answer = await request(url, {
      dispatcher: agent,
      method: "GET",
      headers,
      signal: AbortSignal.any([signal, whole]),
    });
    isBody = true;
    const body = await answer.body.bytes();
    return {
      kind: "answered",
      status: answer.statusCode,
      header: (name) => joined(answer.headers[name]),
      body,
    };
  } catch (error) {
    const arrived = { kind: "failed", mayHaveArrived: true } as const;
    if (signal.aborted) return { ...arrived, reason: "aborted", detail: "the collector is ending" };
    if (whole.aborted)
      return { ...arrived, reason: "timeout", detail: `no whole answer in ${seconds(limits.wholeMs)}` };
    const code = codeOf(error);
    return { kind: "failed", ...faultOf(code, isBody, limits), mayHaveArrived: isBody || !withoutConnection.has(code) };
  }
}

function joined(value: string | readonly string[] | undefined): string | null {
  return value === undefined || typeof value === "string" ? (value ?? null) : value.join(", ");
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

/** Only the code is told: the text of an error may have the address in it, and the address a key. */
function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) ? code : "unknown error";
}

/** Codes of errors from before there was a connection. */
const withoutConnection: ReadonlySet<string> = new Set([
  ...["UND_ERR_CONNECT_TIMEOUT", "ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "ETIMEDOUT"],
]);

type Fault = { readonly reason: "unreachable" | "timeout" | "too-large" | "truncated"; readonly detail: string };

function faultOf(code: string, isBody: boolean, limits: ExchangeLimits): Fault {
  switch (code) {
    case "UND_ERR_CONNECT_TIMEOUT":
      return { reason: "timeout", detail: `no connection in ${seconds(limits.connectMs)}` };
    case "UND_ERR_HEADERS_TIMEOUT":
      return { reason: "timeout", detail: `no headers in ${seconds(limits.headersMs)}` };
    case "UND_ERR_BODY_TIMEOUT":
      return { reason: "timeout", detail: `nothing more of the body in ${seconds(limits.bodyMs)}` };
    case "UND_ERR_RES_EXCEEDED_MAX_SIZE":
      return { reason: "too-large", detail: `more than ${limits.bodyBytes.toLocaleString("en-US")} bytes` };
    default:
      return isBody
        ? { reason: "truncated", detail: `the connection ended within the body (${code})` }
        : { reason: "unreachable", detail: `no answer (${code})` };
  }
}
