/** The headers that tell a caller with a known key of its two limits [D-37, D-38]. */
export const limitHeaders = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "X-Quota-Limit",
  "X-Quota-Remaining",
  "X-Quota-Reset",
] as const;
