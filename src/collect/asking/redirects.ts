/**
 * Where a redirect may lead: to https, or within the same host, never from https to plain http, and never from a provider to an
 * address inside.
 */
import { isIP } from "node:net";
import { isPublicAddress } from "./public-addresses.ts";

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
