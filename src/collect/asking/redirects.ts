/** Where a redirect may lead: to https, or within the same host, and never from https to plain http. */

const statuses = new Set([301, 302, 303, 307, 308]);

export function isRedirect(status: number): boolean {
  return statuses.has(status);
}

/** The address that is asked next; null when it may not be, or there is none. */
export function redirectTarget(from: URL, location: string | null): URL | null {
  const to = location === null ? null : URL.parse(location, from);
  if (to === null || to.username !== "" || to.password !== "") return null;
  if (to.protocol === "https:") return to;
  return to.protocol === from.protocol && to.protocol === "http:" && to.host === from.host ? to : null;
}
