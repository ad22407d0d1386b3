/** An API whose clock stands still until it is moved. */
import { createKey, type NewKey } from "../../src/access/keys/account-keys.ts";
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
