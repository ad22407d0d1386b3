/** Asks The Odds API for its list of sports, which costs no credits and says how many are left. Only an operator's word leads here. */

import { creditsOf } from "./day-credits.ts";
import { exchange, openAgent } from "./exchange.ts";
import { exchangeLimits } from "./manners.ts";

export type CreditsAnswer =
  | { readonly kind: "left"; readonly credits: number | null }
  | { readonly kind: "refused"; readonly status: number }
  | { readonly kind: "silent"; readonly why: string };

export type CreditsQuestion = {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly key: string;
  readonly userAgent: string;
  readonly waitMs: number;
};

/** Never rejects, and says nothing of the key. */
export async function askCreditsLeft({ baseUrl, key, userAgent, waitMs }: CreditsQuestion): Promise<CreditsAnswer> {
  const limits = { ...exchangeLimits, connectMs: waitMs, headersMs: waitMs, bodyMs: waitMs, wholeMs: waitMs };
  const agent = openAgent(limits);
  try {
    const url = new URL(`${baseUrl}/v4/sports/?apiKey=${encodeURIComponent(key)}`);
    const came = await exchange(agent, url, { "user-agent": userAgent }, limits, new AbortController().signal);
    if (came.kind === "failed") return { kind: "silent", why: came.detail };
    if (came.status !== 200) return { kind: "refused", status: came.status };
    return { kind: "left", credits: creditsOf({ provider: "the-odds-api" }, came.header)?.remaining ?? null };
  } finally {
    await agent.destroy();
  }
}
