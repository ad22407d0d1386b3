/** The address that a request came from, as the framework finds it for the requests that come to it. */
import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";

/** @param trustProxy proxies whose X-Forwarded-For is believed, with commas between; null: nobody's. */
export function addressReader(trustProxy: string | null): (request: IncomingMessage) => string {
  if (trustProxy === null) return ({ socket }) => socket.remoteAddress ?? "";
  const isTrusted = proxyAddress.compile(trustProxy.split(",").map((each) => each.trim()));
  return (request) => proxyAddress(request, isTrusted);
}
