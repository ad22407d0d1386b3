/** Where a request came from and how, as the framework finds it for the requests that come to it. */
import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";

export type Origin = {
  /** The caller's address. */
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
