/** Dates of bets: as people write them, and the days in which a game may be meant. Days are `YYYY-MM-DD`, instants milliseconds. */
import { known } from "./known.ts";

/** In which order day and month stand where both could be either; null: nothing says. */
export type DayOrder = "mdy" | "dmy";

export type DateRead = {
  /** The days that may be meant: two where the order of day and month is open, the month first in the first one. */
  readonly days: readonly [string] | readonly [string, string];
  /** The instant, where the text has a time with its zone. */
  readonly instantMs: number | null;
  /** The clock of a text that has a time without a zone, as if it were that of UTC. */
  readonly clockMs: number | null;
  /** Whether its time has seconds: games begin at whole minutes. */
  readonly hasSeconds: boolean;
  /** How a spreadsheet counts days: the text was its number. */
  readonly isSerial: boolean;
};

const dayMs = 86_400_000;

/** @returns null for a day that does not exist or is not from 2000 to 2100. */
function dayOf(year: number, month: number, day: number): string | null {
  const full = year < 100 ? 2000 + year : year;
  const date = new Date(Date.UTC(full, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && full >= 2000 && full <= 2100 ? date.toISOString().slice(0, 10) : null;
}

function monthOf(word: string): number {
  return known.months.indexOf(word.slice(0, 3)) + 1;
}

/** The two numbers of a date such as 9/4/2025, for deciding which of them is the month. */
function slashed(text: string): readonly [number, number, number] | null {
  const match = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})\b/.exec(text);
  return match === null ? null : [Number(match[1]), Number(match[2]), Number(match[3])];
}

/** The order that a column shows: "both" where one cell needs one order and another the other. */
export function orderOf(texts: readonly string[]): DayOrder | "both" | null {
  const pairs = texts.flatMap((text) => {
    const numbers = slashed(text.trim());
    return numbers === null ? [] : [{ numbers, isDotted: /^\d{1,2}\./.test(text.trim()) }];
  });
  const isDayFirst = pairs.some(({ numbers: [first], isDotted }) => first > 12 || isDotted);
  const isMonthFirst = pairs.some(({ numbers: [, second] }) => second > 12);
  if (isDayFirst && isMonthFirst) return "both";
  return isDayFirst ? "dmy" : isMonthFirst ? "mdy" : null;
}

/**
 * @param order of day and month of the column.
 * @param isMidnightTime whether midnight is a time, and not what programs write for a day without one.
 * @returns null for what is no date.
 */
export function readDate(text: string, order: DayOrder | null, isMidnightTime = false): DateRead | null {
  const written = text.trim().toLowerCase();
  const serial = serialIn(written);
  if (serial !== null) return serial;
  const days = daysIn(written, order);
  if (days === null) return null;
  const none = { days, instantMs: null, clockMs: null, hasSeconds: false, isSerial: false };
  const time = days.length === 1 ? timeIn(written) : null;
  if (time === null || (!isMidnightTime && time.seconds === 0)) return none;
  const clockMs = Date.parse(`${days[0]}T00:00:00Z`) + time.seconds * 1000;
  const read = { ...none, hasSeconds: time.seconds % 60 !== 0 };
  return time.zone === "" ? { ...read, clockMs } : { ...read, instantMs: clockMs - offsetMsOf(time.zone, clockMs) };
}

/**
 * The number that Excel keeps of a date: days since the last of 1899, with the time behind the point. (Its base of 1904, of old files
 * of a Mac, would be four years and a day off, and finds no game of the teams.)
 */
function serialIn(text: string): DateRead | null {
  if (!/^\d{5}(\.\d+)?$/.test(text)) return null;
  const ms = Date.UTC(1899, 11, 30) + Math.round(Number(text) * 1440) * 60_000;
  const day = new Date(ms).toISOString().slice(0, 10);
  if (day < "2000-01-01" || day > "2100-12-31") return null;
  const clockMs = text.includes(".") && ms % dayMs !== 0 ? ms : null;
  return { days: [day], instantMs: null, clockMs, hasSeconds: false, isSerial: true };
}

function daysIn(text: string, order: DayOrder | null): DateRead["days"] | null {
  const iso = /^(\d{4})-?(\d{2})-?(\d{2})(?=$|[t\s])/.exec(text) ?? /^(\d{4})\/(\d{1,2})\/(\d{1,2})(?=$|\s)/.exec(text);
  if (iso !== null) return only(dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])));
  const numbers = slashed(text);
  if (numbers !== null) {
    const [first, second, year] = numbers;
    const [monthFirst, dayFirst] = [dayOf(year, first, second), dayOf(year, second, first)];
    if (order !== null) return only(order === "mdy" ? monthFirst : dayFirst);
    if (monthFirst === null || dayFirst === null || monthFirst === dayFirst) return only(monthFirst ?? dayFirst);
    return [monthFirst, dayFirst];
  }
  const words = text.replace(/(\d)(st|nd|rd|th)\b/g, "$1").match(/[a-z]+|\d+/g) ?? [];
  const rest = known.weekdays.includes((words[0] ?? "").slice(0, 3)) ? words.slice(1) : words;
  const [one = "", two = "", year = ""] = rest;
  // Excel writes back 7-Sep-25 for a day that it has understood.
  if (!/^\d{4}$/.test(year) && !/^\d{1,2}-[a-z]{3,9}-\d{2}(?=$|\s)/.test(text)) return null;
  if (/^[a-z]/.test(one) && /^\d/.test(two)) return only(dayOf(Number(year), monthOf(one), Number(two)));
  return /^\d/.test(one) && /^[a-z]/.test(two) ? only(dayOf(Number(year), monthOf(two), Number(one))) : null;
}

function only(day: string | null): readonly [string] | null {
  return day === null ? null : [day];
}

type Time = { readonly seconds: number; readonly zone: string };

const zonesOfAmerica: Readonly<Record<string, number>> = { e: 5, c: 6, m: 7, p: 8 };
const timePattern =
  /(?:^|[t\s,])(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap])?\.?(?:m\b\.?)?\s*(z|utc|gmt|[ecmp][sd]?t|[+-]\d{2}:?\d{2})?$/;

/** @returns null where there is no time, or one that no clock shows. */
function timeIn(text: string): Time | null {
  const match = timePattern.exec(text);
  if (match === null) return null;
  const [, hour, minute, second = "0", half, zone = ""] = match;
  const isTwelve = half !== undefined;
  const hours = isTwelve ? (Number(hour) % 12) + (half === "p" ? 12 : 0) : Number(hour);
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59 || (isTwelve && Number(hour) > 12)) return null;
  return { seconds: (hours * 60 + Number(minute)) * 60 + Number(second), zone };
}

/** How far a zone is ahead of UTC. `et` is summer's or winter's by the day, `est` always winter's. */
function offsetMsOf(zone: string, clockMs: number): number {
  const sign = zone.startsWith("-") ? -1 : 1;
  if (/^[+-]/.test(zone)) return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))) * 60_000;
  const hours = zonesOfAmerica[zone.charAt(0)];
  if (hours === undefined || !zone.endsWith("t") || zone === "gmt") return 0;
  const isSummer = zone.length === 2 ? isNewYorkSummer(clockMs + hours * 3_600_000) : zone.charAt(1) === "d";
  return (isSummer ? 1 - hours : -hours) * 3_600_000;
}

/** The zones whose clocks people keep their bets by: how many hours ahead of UTC each is at an instant. */
export const clocks: readonly { readonly name: string; readonly hoursAt: (ms: number) => number }[] = [
  { name: "UTC", hoursAt: () => 0 },
  { name: "New York", hoursAt: (ms) => (isNewYorkSummer(ms) ? -4 : -5) },
  { name: "Chicago", hoursAt: (ms) => (isNewYorkSummer(ms) ? -5 : -6) },
  { name: "Denver", hoursAt: (ms) => (isNewYorkSummer(ms) ? -6 : -7) },
  { name: "Los Angeles", hoursAt: (ms) => (isNewYorkSummer(ms) ? -7 : -8) },
  { name: "London", hoursAt: (ms) => (isEuropeSummer(ms) ? 1 : 0) },
  { name: "Berlin", hoursAt: (ms) => (isEuropeSummer(ms) ? 2 : 1) },
];

/** From the last Sunday of March to that of October, at 01:00 UTC (Directive 2000/84/EC). */
function isEuropeSummer(instantMs: number): boolean {
  const year = new Date(instantMs).getUTCFullYear();
  const lastSunday = (month: number) => {
    const last = new Date(Date.UTC(year, month + 1, 0));
    return last.getTime() - last.getUTCDay() * dayMs + 3_600_000;
  };
  return instantMs >= lastSunday(2) && instantMs < lastSunday(9);
}

/** The slate date of an instant: that of New York, where a night ends at four. */
export function slateDayOf(instantMs: number): string {
  const offsetHours = isNewYorkSummer(instantMs) ? 4 : 5;
  return new Date(instantMs - (offsetHours + 4) * 3_600_000).toISOString().slice(0, 10);
}

/** From the second Sunday of March at 07:00 UTC to the first one of November at 06:00 UTC (Energy Policy Act of 2005). */
function isNewYorkSummer(instantMs: number): boolean {
  const year = new Date(instantMs).getUTCFullYear();
  const sunday = (month: number, from: number) => {
    const first = new Date(Date.UTC(year, month, from));
    return first.getTime() + ((7 - first.getUTCDay()) % 7) * dayMs;
  };
  return instantMs >= sunday(2, 8) + 7 * 3_600_000 && instantMs < sunday(10, 1) + 6 * 3_600_000;
}

export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayMs).toISOString().slice(0, 10);
}

/** The day of an instant in UTC. */
export function utcDayOf(instantMs: number): string {
  return new Date(instantMs).toISOString().slice(0, 10);
}
