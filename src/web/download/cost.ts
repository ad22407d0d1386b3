/** What rows cost: pages tell it before a download begins, and a download takes it. */
import { countText } from "../frame/formats.ts";

/** As many rows as the API gives to one request. */
export const rowsOfRequest = 1_000;

/** Whoever wants more takes whole seasons as files. */
export const mostRowsOfDownload = 50_000;

/** An answer without rows is a request too. */
export function requestsOf(rows: number): number {
  return Math.max(1, Math.ceil(rows / rowsOfRequest));
}

export function requestWords(requests: number): string {
  return requests === 1 ? "1 request" : `${countText(requests)} requests`;
}
