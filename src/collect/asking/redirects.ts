/**
 * Where a redirect may lead: to https, or within the same host, never from https to plain http, and never from a provider to an
 * address inside.
 */
import { type LookupAddress, type LookupOptions, lookup } from "node:dns";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

const statuses = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return statuses.has(status);
}

type Headers = Readonly<Record<string, string>>;

/** A key goes to the origin that it was meant for, and to no other. @param ours the headers without any of the request's. */
export function headersTowards(
  to: URL,
  asked: URL,
  { ours, own }: { readonly ours: Headers; readonly own: Headers },
): Headers {
  return to.origin === asked.origin ? { ...ours, ...own } : ours;
}

/** The address that is asked next; null when it may not be, or there is none. */
export function redirectTarget(from: URL, location: string | null): URL | null {
  const to = location === null ? null : URL.parse(location, from);
  if (to === null || to.username !== "" || to.password !== "") return null;
  const host = to.hostname.replace(/^\[|\]$/g, "");
  if (to.host !== from.host && isIP(host) !== 0 && !isPublicAddress(host)) return null;
  if (to.protocol === "https:") return to;
  return to.protocol === from.protocol && to.protocol === "http:" && to.host === from.host ? to : null;
}

/**
 * Whether an address is of the internet, and not of this machine or a network inside. That a provider leads to one inside is
 * a mistake or an attack.
 * @param address an IP address, version 6 with or without brackets.
 */
function isPublicAddress(address: string): boolean {
  const plain = address.replace(/^\[|\]$/g, "");
  return ipaddr.isValid(plain) && ipaddr.process(plain).range() === "unicast";
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Looks a name up as `dns.lookup` does, and fails where it stands for an address that is not of the internet. */
export function publicLookup(hostname: string, options: LookupOptions, found: Found): void {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return found(error, []);
    const inside = addresses.find(({ address }) => !isPublicAddress(address));
    if (inside !== undefined) return found(new Error(`${hostname} is an address inside`), []);
    const [first] = addresses;
    if (options.all === true || first === undefined) return found(null, addresses);
    return found(null, first.address, first.family);
  });
}
