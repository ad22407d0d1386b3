/** The headers that tell a caller with a known key of its two limits [D-37, D-38]. */
import type { Meters } from "../access/meters.ts";

/** Names and values in turns. */
export function limitHeadersOf({ rate, quota }: Meters): string[] {
  return [
    "x-ratelimit-limit",
    String(rate.limit),
    "x-ratelimit-remaining",
    String(rate.remaining),
    "x-ratelimit-reset",
    String(rate.resetAtS),
    "x-quota-limit",
    String(quota.limit),
    "x-quota-remaining",
    String(quota.remaining),
    "x-quota-reset",
    String(quota.resetAtS),
  ];
}
