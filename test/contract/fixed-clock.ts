/** An API whose clock stands still until it is moved, and what it refuses. */
import { setAccount } from "../../src/access/accounts.ts";
import { createKey, type NewKey, revokeKey } from "../../src/access/keys/account-keys.ts";
import { type Answer, openApi, send, type TestApi } from "../support/api.ts";
import { league } from "../support/league.ts";

export const limitHeaders = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-quota-limit",
  "x-quota-remaining",
  "x-quota-reset",
];

/** Far from the edges of months, days and minutes. */
export const startMs = Date.UTC(2026, 10, 21, 12, 0, 0, 250);

export type Fixed = {
  readonly api: TestApi;
  nowMs: number;
  newKey(terms?: Partial<NewKey>): Promise<{ key: string; email: string; prefix: string; lastFour: string }>;
  ask(key: string, url?: string, headers?: Record<string, string>, method?: string): Promise<Answer>;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function openFixed(): Promise<Fixed> {
  let nowMs = startMs;
  const api = await openApi(league, { clockMs: () => nowMs });
  let accounts = 0;
  const fixed: Fixed = {
    api,
    get nowMs() {
      return nowMs;
    },
    set nowMs(movedMs) {
      nowMs = movedMs;
    },
    newKey: (terms = {}) =>
      createKey(api.access, {
        email: `caller${++accounts}@example.com`,
        plan: "standard",
        now: new Date(nowMs),
        ...terms,
      }),
    ask: (key, url = "/v1/sports", headers = {}, method = "GET") =>
      send(api.app, method, url, { ...headers, "x-api-key": key }),
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
  return fixed;
}

/** An answer of each refusal of a known key, by its reason. */
export async function everyRefusal(fixed: Fixed, url = "/v1/sports"): Promise<[reason: string, answer: Answer][]> {
  const { api, newKey } = fixed;
  const now = new Date(fixed.nowMs);
  const ask = (key: string): Promise<Answer> => fixed.ask(key, url);
  const refusals: [string, Answer][] = [];
  const limited = await newKey({ requestsPerMinute: 1 });
  await fixed.ask(limited.key);
  refusals.push(["rate_limited", await ask(limited.key)]);
  const spent = await newKey({ requestsPerMonth: 1 });
  await fixed.ask(spent.key);
  refusals.push(["quota_exceeded", await ask(spent.key)]);
  const revoked = await newKey();
  await revokeKey(api.access, { prefix: revoked.prefix, lastFour: revoked.lastFour, now });
  refusals.push(["revoked", await ask(revoked.key)]);
  for (const standing of ["trial_ended", "past_due", "canceled"] as const) {
    const { key, email } = await newKey({ plan: standing === "trial_ended" ? "trial" : "standard" });
    await setAccount(api.access, email, { standing }, now);
    refusals.push([standing, await ask(key)]);
  }
  return refusals;
}
