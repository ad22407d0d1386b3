/**
 * Where a redirect of a provider may lead: to https, or within its host, never from https to plain http, and never to an address of
 * this machine or of a network inside, which is a mistake or an attack. The provider's own host is what the operator says.
 */
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The code of the error for a name that stands for an address inside. */
export const addressInside = "ADDRESS_INSIDE";

/** The address that a redirect leads to; null where it may not be followed. */
export function redirectedTo(location: string, from: URL, asked: URL): URL | null {
  const to = URL.parse(location, from.href);
  if (to === null) return null;
  if (to.host === asked.host) return to.protocol === "https:" || to.protocol === asked.protocol ? to : null;
  const host = to.hostname.replace(/^\[|\]$/g, "");
  return to.protocol === "https:" && (isIP(host) === 0 || isPublicAddress(host)) ? to : null;
}

function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Looks a name up as `dns.lookup` does, and fails where it stands for an address that is not of the internet. */
export function publicLookup(hostname: string, options: LookupOptions, found: Found): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return found(error, []);
    if (addresses.some(({ address }) => !isPublicAddress(address))) {
      return found(Object.assign(new Error("an address inside"), { code: addressInside }), []);
    }
    const [first] = addresses;
    if (options.all === true || first === undefined) return found(null, addresses);
    return found(null, first.address, first.family);
  });
}
