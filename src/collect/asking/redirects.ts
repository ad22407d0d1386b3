/**
 * Where a redirect of a provider may lead: to https, or within its host, never from https to plain http, and never to an address of
 * this machine or of a network inside. The provider's own host is what the operator says.
 */
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Agent, Dispatcher } from "undici";

const forbiddenRedirect = "FORBIDDEN_REDIRECT";
/** Redirects that undici refuses by itself: in a ring, or to what is no address of HTTP. */
export const badRedirects: ReadonlySet<string> = new Set([forbiddenRedirect, "UND_ERR_INVALID_ARG", "ERR_INVALID_URL"]);
/** There is no request yet that could be paused or ended. */
const noController: Dispatcher.DispatchController = {
  aborted: false,
  paused: false,
  reason: null,
  abort: () => {},
  pause: () => {},
  resume: () => {},
};

/** Lets a redirect lead to https, or stay within the host; never from https to plain http, nor to an address inside. */
export function redirectGuard(asked: URL, elsewhere: Agent): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const to = new URL(options.path, options.origin);
    if (to.origin === asked.origin) return dispatch(options, handler);
    const host = to.hostname.replace(/^\[|\]$/g, "");
    const isSafe = to.protocol === "https:" || (to.protocol === asked.protocol && to.host === asked.host);
    const isInside = to.host !== asked.host && isIP(host) !== 0 && !isPublicAddress(host);
    if (isSafe && !isInside) return elsewhere.dispatch(options, handler);
    const error = Object.assign(new Error("a redirect that may not be followed"), { code: forbiddenRedirect });
    handler.onResponseError?.(noController, error);
    return true;
  };
}

/** Whether an address is of the internet. That a provider leads to one of this machine or a network inside is a mistake or an attack. */
function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Looks a name up as `dns.lookup` does, and fails where it stands for an address that is not of the internet. */
export function publicLookup(hostname: string, options: LookupOptions, found: Found): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return found(error, []);
    const inside = addresses.find(({ address }) => !isPublicAddress(address));
    if (inside !== undefined)
      return found(Object.assign(new Error("an address inside"), { code: forbiddenRedirect }), []);
    const [first] = addresses;
    if (options.all === true || first === undefined) return found(null, addresses);
    return found(null, first.address, first.family);
  });
}
