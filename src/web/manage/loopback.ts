/** Whether a request comes from the machine that the server runs on: only there may a sign-in link be shown. */
import type { Visit } from "./visit.ts";

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|::1|(?:::ffff:)127(?:\.\d{1,3}){3})$/i;

/** What proxies add: behind one, everyone would seem to be here. */
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via"];

export function isOnThisMachine({ request, site }: Pick<Visit, "request" | "site">): boolean {
  const { origin } = request.headers;
  const hosts = [new URL(site.deps.manageUrl).hostname, request.hostname];
  if (origin !== undefined && origin !== "null") hosts.push(URL.parse(origin)?.hostname ?? "");
  const addresses = [request.ip, request.socket.remoteAddress ?? ""];
  return (
    [...hosts, ...addresses].every((each) => loopback.test(each)) &&
    proxyHeaders.every((name) => request.headers[name] === undefined)
  );
}
