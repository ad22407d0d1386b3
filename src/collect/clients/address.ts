/** Addresses below a provider's base address, and the spans of days that they ask for. */
import type { SlateDays } from "../asking/ask.ts";

/** @param base without a slash at its end. @param query in the order in which it is sent. */
export function addressOf(base: string, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const parts = Object.entries(query).map(([name, value]) => `${name}=${readable(encodeURIComponent(value))}`);
  return new URL(`${base}${path}${parts.length === 0 ? "" : `?${parts.join("&")}`}`);
}

/** Commas and colons need no escape in a query (RFC 3986 3.4), and reports are easier to read without. */
function readable(escaped: string): string {
  return escaped.replaceAll("%2C", ",").replaceAll("%3A", ":");
}

/** A parameter of an address; null when it has none, or the text is no address. */
export function parameterOf(address: string, name: string): string | null {
  return URL.canParse(address) ? new URL(address).searchParams.get(name) : null;
}

/** Cuts a span of dates (inclusive, YYYY-MM-DD) into spans of at most so many days. */
export function spansOfDays(from: string, to: string, days: number): readonly SlateDays[] {
  const last = Temporal.PlainDate.from(to);
  const spans = [];
  for (let first = Temporal.PlainDate.from(from); Temporal.PlainDate.compare(first, last) <= 0; ) {
    const end = first.add({ days: days - 1 });
    const isPast = Temporal.PlainDate.compare(end, last) > 0;
    spans.push({ from: first.toString(), to: (isPast ? last : end).toString() });
    first = first.add({ days });
  }
  return spans;
}
