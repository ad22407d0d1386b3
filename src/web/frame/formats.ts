/** Times and numbers as people read them: in UTC, days as the British write them, thousands with commas. */
import { type Html, html } from "../ui/html.ts";

const numbers = new Intl.NumberFormat("en-US");
const day = { day: "numeric", month: "short" } as const;
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone: "UTC" });
const moments = format({ ...day, year: "numeric", hour: "2-digit", minute: "2-digit" });
const dates = format({ ...day, year: "numeric" });
const days = format(day);
const weekdays = format({ weekday: "short", ...day });

export function countText(count: number): string {
  return numbers.format(count);
}

/** A text as the beginning of a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `a, b and c`. */
export function listText(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

export function momentTag(ms: number): Html {
  return html`<time datetime="${new Date(ms).toISOString()}">${moments.format(ms)} UTC</time>`;
}

export function dateTag(ms: number): Html {
  return html`<time datetime="${new Date(ms).toISOString()}">${dates.format(ms)}</time>`;
}

/** @param day such as `2026-11-21`. */
export function dayText(day: string): string {
  return days.format(Date.parse(day));
}

export function dayTag(day: string): Html {
  return html`<time datetime="${day}">${weekdays.format(Date.parse(day))}</time>`;
}

/** Names a length of time in its largest unit and the next one, such as `2 days 4 hours` or `35 minutes`. */
export function durationText(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / 60_000));
  const parts = [
    plural(Math.floor(minutes / 1440), "day"),
    plural(Math.floor((minutes % 1440) / 60), "hour"),
    plural(minutes % 60, "minute"),
  ];
  const first = parts.findIndex((part) => part !== "");
  return parts
    .slice(first, first + 2)
    .filter((part) => part !== "")
    .join(" ");
}

function plural(count: number, unit: string): string {
  return count === 0 ? "" : `${count} ${unit}${count === 1 ? "" : "s"}`;
}

/** How long ago a time was, in the largest unit that fits: hours up to two days. A clock that is behind says "just now". */
export function agoText(ms: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - ms) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${plural(minutes, "minute")} ago`;
  return `${minutes < 2880 ? plural(Math.floor(minutes / 60), "hour") : plural(Math.floor(minutes / 1440), "day")} ago`;
}

export function agoTag(ms: number, nowMs: number): Html {
  return html`<time datetime="${new Date(ms).toISOString()}" title="${moments.format(ms)} UTC">${agoText(ms, nowMs)}</time>`;
}

/** 0.5234 is "52.3%". */
export function shareText(share: number): string {
  const text = (share * 100).toFixed(1);
  return `${(text === "-0.0" ? "0.0" : text).replace("-", "−")}%`;
}

export function signedShareText(share: number): string {
  const text = shareText(share);
  return share > 0 && text !== "0.0%" ? `+${text}` : text;
}

/** A number with its sign, with a real minus and without decimals that it does not have: a spread or a price. Nothing is a dash. */
export function signedText(value: number | null, decimals = 0): string {
  if (value === null) return "–";
  const text = decimals === 0 ? String(Math.abs(value)) : Math.abs(value).toFixed(decimals);
  return value === 0 ? text : `${value > 0 ? "+" : "−"}${text}`;
}
