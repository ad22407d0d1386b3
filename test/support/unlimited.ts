/** The API with a key that has no limits, for tests that ask thousands of times. */
import { createKey } from "../../src/access/accounts.ts";
import { openApi, send, type TestApi } from "./api.ts";

export async function openUnlimitedApi(...options: Parameters<typeof openApi>): Promise<TestApi> {
  const api = await openApi(...options);
  const { key } = await createKey(api.database, {
    email: "unlimited@example.com",
    plan: "standard",
    requestsPerMinute: null,
    requestsPerMonth: null,
    now: new Date("2026-01-01T00:00:00.000Z"),
  });
  return {
    ...api,
    key,
    get: (url, headers = { authorization: `Bearer ${key}` }) => send(api.app, "GET", url, headers),
  };
}
