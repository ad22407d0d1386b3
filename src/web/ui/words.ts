/** The names of things on every page, and numbers, lines, records and times as bettors read them: in UTC, thousands with commas, a real minus. */
import { findPublishedBook } from "../../domain/books.ts";
import type { LinePeriod } from "../../domain/periods.ts";
import { bySport, isSport, type ScorePeriod, type Sport, sportFacts } from "../../domain/sports.ts";
import { type Html, html } from "./html.ts";

const numbers = new Intl.NumberFormat("en-US");

export function countText(count: number): string {
  return numbers.format(count);
}

/** `1 game`, and `1,300 games`. */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** A text as the beginning of a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `a, b and c`. */
export function listText(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

export const monthNames = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
] as const;

/** As headings have them: `NCAAF`. */
export const sportLabels: Readonly<Record<Sport, string>> = bySport((sport) => sportFacts[sport].label);

/** The long one is `First half`, and the short one `1H`, of a column. */
type PeriodName = Readonly<Record<"long" | "short", string>>;

const periodNames: Readonly<Record<LinePeriod | Exclude<ScorePeriod, "ot">, PeriodName>> = {
  game: { long: "Full game", short: "Final" },
  "1h": { long: "First half", short: "1H" },
  "2h": { long: "Second half", short: "2H" },
  q1: { long: "First quarter", short: "Q1" },
  q2: { long: "Second quarter", short: "Q2" },
  q3: { long: "Third quarter", short: "Q3" },
  q4: { long: "Fourth quarter", short: "Q4" },
  p1: { long: "First period", short: "P1" },
  p2: { long: "Second period", short: "P2" },
  p3: { long: "Third period", short: "P3" },
  inn1: { long: "First inning", short: "Inn 1" },
  inn5: { long: "First 5 innings", short: "First 5" },
};

/** @param sport which says what its overtime is called; a period of lines needs none. */
export function periodName(period: LinePeriod | ScorePeriod, sport: Sport): PeriodName {
  const { overtimeName, overtimeShortName } = sportFacts[sport];
  return period === "ot" ? { long: overtimeName, short: overtimeShortName } : periodNames[period];
}

/** As in a sentence: `first half`. What is no period stays as it is. */
export function periodInWords(period: string): string {
  return periodNames[period as LinePeriod]?.long.toLowerCase() ?? period;
}

export function marketName(market: string, sport: string): string {
  if (market === "spread" && isSport(sport)) return sportFacts[sport].spreadName;
  return capitalized(market.replace("_", " "));
}

/** How bet types begin that are not of the full game. */
const periodOfBetType = { first_half: "1h", second_half: "2h", first_5: "inn5" } as const;

/** A bet type as people say it: `first_half_total` is "first half total". */
export function betTypeName(betType: string): string {
  const [, start = "", rest = betType] = /^(first_half|second_half|first_5|q\d|p\d|inn\d)_(.+)$/.exec(betType) ?? [];
  const period = periodOfBetType[start as keyof typeof periodOfBetType] ?? start;
  const market = rest === "runline" ? "run line" : rest.replaceAll("_", " ");
  return start === "" ? market : `${periodInWords(period)} ${market}`;
}

/** @param slug empty for the consensus, or `consensus`. */
export function bookName(slug: string): string {
  return slug === "" || slug === "consensus" ? "Consensus" : (findPublishedBook(slug)?.name ?? slug);
}

/** Numbers of an address as people read them, with a real minus. */
const plain = (text: string): string => text.replace(/^-/, "−");

/** Two ends in words: `3 or more`. */
export function between(min: string, max: string, [more, less] = ["or more", "or less"], unit = plain): string {
  if (min === max) return unit(min);
  return max === "" ? `${unit(min)} ${more}` : min === "" ? `${unit(max)} ${less}` : `${unit(min)} to ${unit(max)}`;
}

/** A line as its market writes it: spreads and prices with their sign, totals without. */
export function lineText(line: number | null, market: string): string {
  if (line === null) return "–";
  return market === "total" || market === "team_total" ? String(line) : signedText(line);
}

export type Record3 = { readonly won: number; readonly lost: number; readonly push: number };

/** Won and lost, and pushed where there are some: `9–8–1`. */
export function recordText({ won, lost, push }: Record3): string {
  return `${won}–${lost}${push === 0 ? "" : `–${push}`}`;
}

/** @param ahead of each game or bet: above 0 it was won, below lost. Null: it has no result. */
export function tally(ahead: readonly (number | null)[]): Record3 {
  const count = (is: (value: number) => boolean): number => ahead.filter((each) => each !== null && is(each)).length;
  return { won: count((each) => each > 0), lost: count((each) => each < 0), push: count((each) => each === 0) };
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

/** The prices of both sides: `−110 / +100`. */
export function pairText(first: number | null, second: number | null): string {
  return `${signedText(first)} / ${signedText(second)}`;
}

/** Times are written in UTC, and days as the British write them. */
const format = (options: Intl.DateTimeFormatOptions, timeZone = "UTC") =>
  new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
const day = { day: "numeric", month: "short" } as const;
const clock = { hour: "2-digit", minute: "2-digit" } as const;
const moments = format({ ...day, year: "numeric", ...clock });
const captures = format({ ...day, ...clock });
const dates = format({ ...day, year: "numeric" });
const weekdayDates = format({ weekday: "short", ...day, year: "numeric" });
const days = format(day);
const weekdays = format({ weekday: "short", ...day });
const utcClock = format(clock);
const easternClock = format(clock, "America/New_York");

function timeTag(ms: number, text: string): Html {
  return html`<time datetime="${new Date(ms).toISOString()}">${text}</time>`;
}

export const momentTag = (ms: number): Html => timeTag(ms, `${moments.format(ms)} UTC`);

export const dateTag = (ms: number): Html => timeTag(ms, dates.format(ms));

/** @param date `2026-11-21`. */
export function dayText(date: string): string {
  return days.format(Date.parse(date));
}

export function dayTag(date: string): Html {
  return html`<time datetime="${date}">${weekdays.format(Date.parse(date))}</time>`;
}

/** @param date `2026-09-13`. */
export function dateText(date: string): string {
  return weekdayDates.format(Date.parse(date));
}

/** The time of day of a start in New York, after which slates are dated: `20:15 ET`. */
export function easternText(iso: string): string {
  return `${easternClock.format(Date.parse(iso))} ET`;
}

/** The time of day of a start, in UTC and in New York. */
export function startText(iso: string): string {
  return `${utcClock.format(Date.parse(iso))} UTC (${easternText(iso)})`;
}

/** A time of capture, in UTC; nothing where a source states none. */
export function captureText(iso: string | null): string {
  return iso === null ? "–" : captures.format(Date.parse(iso));
}

/** A length of time in its largest unit and the next one, `2 days 4 hours` or `35 minutes`. */
export function durationText(ms: number): string {
  return inTwoUnits(Math.max(1, Math.ceil(ms / 60_000)), counted);
}

/** Minutes as `9 d 4 h`, `3 h 10 min` or `9 min`. */
export function minutesText(minutes: number): string {
  const short = { day: "d", hour: "h", minute: "min" };
  return inTwoUnits(Math.round(minutes), (count, unit) => `${count} ${short[unit]}`);
}

/** Units of which there are none are left out. */
function inTwoUnits(minutes: number, say: (count: number, unit: "day" | "hour" | "minute") => string): string {
  const hours = Math.floor((minutes % 1440) / 60);
  if (minutes < 60) return say(minutes, "minute");
  const [first, rest] =
    minutes < 1440
      ? [say(hours, "hour"), minutes % 60 === 0 ? "" : ` ${say(minutes % 60, "minute")}`]
      : [say(Math.floor(minutes / 1440), "day"), hours === 0 ? "" : ` ${say(hours, "hour")}`];
  return first + rest;
}

/** How long ago a time was, in the largest unit that fits: hours up to two days. A clock that is behind says "just now". */
export function agoText(ms: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - ms) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${counted(minutes, "minute")} ago`;
  if (minutes < 2880) return `${counted(Math.floor(minutes / 60), "hour")} ago`;
  return `${counted(Math.floor(minutes / 1440), "day")} ago`;
}

export function agoTag(ms: number, nowMs: number): Html {
  return html`<time datetime="${new Date(ms).toISOString()}" title="${moments.format(ms)} UTC">${agoText(ms, nowMs)}</time>`;
}
