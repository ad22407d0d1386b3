/** Dates of bets: as people write them, and the days in which a game may be meant. Days are `YYYY-MM-DD`, instants milliseconds. */
import { known } from "./known.ts";

/** In which order day and month stand where both could be either; null: nothing says. */
export type DayOrder = "mdy" | "dmy";

export type DateRead = {
  /** The days that may be meant: two where the order of day and month is open, the month first in the first one. */
  readonly days: readonly [string] | readonly [string, string];
  /** The instant, where the text has a time with its zone. */
  readonly instantMs: number | null;
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
  const days = daysIn(written, order);
  return days === null
    ? null
    : { days, instantMs: days.length === 1 ? instantIn(written, days[0], isMidnightTime) : null };
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
  if (!/^\d{4}$/.test(year)) return null;
  if (/^[a-z]/.test(one) && /^\d/.test(two)) return only(dayOf(Number(year), monthOf(one), Number(two)));
  return /^\d/.test(one) && /^[a-z]/.test(two) ? only(dayOf(Number(year), monthOf(two), Number(one))) : null;
}

function only(day: string | null): readonly [string] | null {
  return day === null ? null : [day];
}

/** A time with its zone. */
function instantIn(text: string, day: string, isMidnightTime: boolean): number | null {
  const match = /(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(z|utc|gmt|[+-]\d{2}:?\d{2})$/.exec(text);
  if (match === null) return null;
  const [hours, minutes, seconds] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  if (!isMidnightTime && hours + minutes + seconds === 0) return null;
  const zone = match[4] ?? "";
  const offset = /^[+-]/.test(zone) ? Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2)) : 0;
  const atUtc = Date.parse(`${day}T00:00:00Z`) + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  return atUtc - (zone.startsWith("-") ? -offset : offset) * 60_000;
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
