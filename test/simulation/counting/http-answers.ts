/** What requests look like over HTTP, and what their answers tell of the limits. */
import type { HttpAnswer, HttpRequest } from "../world/http-caller.ts";
import type { Answer, Meter, Want } from "./book.ts";

const paths: Readonly<Record<Want, string>> = {
  rows: "/v1/sports",
  unchanged: "/v1/sports",
  missing: "/v1/games/NFL-20250101-AAA-BBB",
  nonsense: "/v1/sports?surprise=1",
};

export function requestFor(secret: string, want: Want): Omit<HttpRequest, "host"> {
  return {
    path: paths[want],
    headers: { "X-API-Key": secret, ...(want === "unchanged" ? { "If-None-Match": "*" } : {}) },
  };
}

export function answerOf({ status, headers, body }: HttpAnswer): Answer {
  const number = (name: string): number | null => (headers.has(name) ? Number(headers.get(name)) : null);
  const meter = (name: string): Meter | null => {
    const [limit, remaining, resetAtS] = ["limit", "remaining", "reset"].map((part) => number(`x-${name}-${part}`));
    if (limit == null || remaining == null || resetAtS == null) return null;
    return { limit, remaining, resetAtS };
  };
  return {
    status,
    code: status >= 400 ? (/"code":"(\w+)"/.exec(body)?.[1] ?? null) : null,
    rate: meter("ratelimit"),
    quota: meter("quota"),
    retryAfterS: number("retry-after"),
  };
}
