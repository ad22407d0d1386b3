/** Where a caller reaches the API, when the operator has not said it. */
import type { IncomingMessage } from "node:http";

/** A name or an address as RFC 3986 3.2.2 has them, with a port. */
const hostShape = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Without a slash at its end; `/` for a `Host` that is none. Of `Host` alone: X-Forwarded-Host is not asked, because a proxy that does
 * not overwrite it lets callers write it.
 */
export function addressAskedFor({ headers }: IncomingMessage, isByTls: boolean): string {
  const { host = "" } = headers;
  return hostShape.test(host) ? `${isByTls ? "https" : "http"}://${host}` : "/";
}
