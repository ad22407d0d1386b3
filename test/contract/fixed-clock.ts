/** The API of a sample whose clock stands still until it is moved, and the limits that its answers tell. */
import assert from "node:assert/strict";
import { createKey, type NewKey } from "../../src/access/keys/account-keys.ts";
import { type Answer, openApi, send } from "../support/api.ts";
import { league } from "../support/league.ts";

export const limitHeaders = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-quota-limit",
  "x-quota-remaining",
  "x-quota-reset",
];

export function numberIn({ headers }: Answer, name: string): number {
  assert.match(headers[name] ?? "none", /^\d+$/, name);
  return Number(headers[name]);
}

/** Far from the edges of months, days and minutes. */
export const startMs = Date.UTC(2026, 10, 21, 12, 0, 0, 250);

export type Fixed = Awaited<ReturnType<typeof openFixed>>;

export async function openFixed() {
  const clock = { nowMs: startMs };
  const api = await openApi(league, { isSample: true, clockMs: () => clock.nowMs });
  let accounts = 0;
  return Object.assign(clock, {
    api,
    newKey: (terms: Partial<NewKey> = {}) => {
      const email = `caller${++accounts}@example.com`;
      return createKey(api.access, { email, plan: "standard", now: new Date(clock.nowMs), ...terms });
    },
    ask: (key: string, url = "/v1/sports", headers: Record<string, string> = {}, method = "GET") =>
      send(api.app, method, url, { ...headers, "x-api-key": key }),
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  });
}
