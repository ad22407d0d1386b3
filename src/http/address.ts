/** Where a request came from and how, as the framework finds it for the requests that come to it. */
import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";

export type Origin = {
  readonly addressOf: (request: IncomingMessage) => string;
  /** Whether the caller came by TLS, which ends at a proxy: we speak plain HTTP. */
  readonly isByTls: (request: IncomingMessage) => boolean;
};

/** @param trustProxy proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, with commas between; null: nobody's. */
export function originReader(trustProxy: string | null): Origin {
  if (trustProxy === null) return { addressOf: ({ socket }) => socket.remoteAddress ?? "", isByTls: () => false };
  const isTrusted = proxyAddress.compile(trustProxy.split(",").map((each) => each.trim()));
  return {
    addressOf: (request) => proxyAddress(request, isTrusted),
    isByTls({ headers, socket }) {
      // Each proxy adds to the end: the last one is the one that we know.
      const said = String(headers["x-forwarded-proto"] ?? "")
        .split(",")
        .at(-1);
      return said?.trim() === "https" && isTrusted(socket.remoteAddress ?? "", 0);
    },
  };
}

/** A name or an address as RFC 3986 3.2.2 has them, with a port. */
const hostShape = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Where a caller reaches the API, when the operator has not said it. Without a slash at its end; `/` for a `Host` that is none. Of `Host` alone: X-Forwarded-Host is not asked, because a proxy that does
 * not overwrite it lets callers write it.
 */
export function addressAskedFor({ headers }: IncomingMessage, isByTls: boolean): string {
  const { host = "" } = headers;
  return hostShape.test(host) ? `${isByTls ? "https" : "http"}://${host}` : "/";
}
