/** Times as every record writes them: `YYYY-MM-DDTHH:MM:SSZ`, with milliseconds only where there are some. */
import { slateDate } from "../domain/slate-date.ts";

const shape = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
const canonicalShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/;

// A snapshot repeats few times very often, and this is asked twice for every one of millions of quotes.
const cacheSize = 20_000;
/** Of `2025-09-10T05:36:59.123456789+00:00`. */
const longestTime = 35;
const times = new Map<string, string | null>();
const instants = new Map<string, number>();
const slateDates = new Map<string, string>();

function remember<T>(cache: Map<string, T>, key: string, value: T): T {
  if (cache.size >= cacheSize) cache.clear();
  cache.set(key, value);
  return value;
}

export function utcTimeOfMs(ms: number): string {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}

/** Date.parse carries 30 February over into March. */
function isInMonth(date: string): boolean {
  const day = Number(date.slice(8));
  return day <= 28 || new Date(`${date}T00:00:00Z`).getUTCDate() === day;
}

function parse(text: string): string | null {
  const match = shape.exec(text);
  if (match === null) return null;
  const [, date = "", time = "", fraction = "", zone = ""] = match;
  // 24:00 is a time in ISO 8601 and to Date.parse; no provider means it.
  if (time > "23:59:59" || !isInMonth(date)) return null;
  const ms = Date.parse(`${date}T${time}${fraction}${zone.toUpperCase()}`);
  if (Number.isNaN(ms)) return null;
  const normalised = canonicalShape.test(text) ? text.replace(".000Z", "Z") : utcTimeOfMs(ms);
  // A zone may push a time out of the years of four digits.
  return canonicalShape.test(normalised) ? normalised : null;
}

/** A provider's instant (with a zone; a space may stand for the `T`) in the shape of the records, or null. */
export function utcTime(text: unknown): string | null {
  // Nothing longer is a time, and what is not one must not fill the memory.
  if (typeof text !== "string" || text.length > longestTime) return null;
  const known = times.get(text);
  return known === undefined ? remember(times, text, parse(text)) : known;
}

/** Epoch milliseconds of a time that is written `YYYY-MM-DDTHH:MM:SSZ`, as nearly all are; NaN for everything else. */
export function plainTimeMs(text: unknown): number {
  if (typeof text !== "string" || text.length !== plainLength) return Number.NaN;
  for (let at = 0; at < plainMarks.length; at += 2) {
    if (text.charCodeAt(plainMarks[at] as number) !== plainMarks[at + 1]) return Number.NaN;
  }
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  // A comparison with NaN is false.
  const isTime = year >= 1000 && month >= 1 && month <= 12 && day >= 1 && hour <= 23 && minute <= 59 && second <= 59;
  if (!isTime || (day > 28 && new Date(Date.UTC(year, month, 0)).getUTCDate() < day)) return Number.NaN;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const plainLength = 20;
/** Places and codes of the characters between the digits. */
const plainMarks = [4, 0x2d, 7, 0x2d, 10, 0x54, 13, 0x3a, 16, 0x3a, 19, 0x5a];

/** NaN where one of the two characters is no digit. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Slate date [D-3] of a start that `utcTime` has written. */
export function slateDateOfStart(startTime: string): string {
  return slateDates.get(startTime) ?? remember(slateDates, startTime, slateDate(Date.parse(startTime)));
}

/** Epoch milliseconds of a time that `utcTime` has written. */
export function msOfTime(time: string): number {
  const plainMs = plainTimeMs(time);
  return Number.isNaN(plainMs) ? (instants.get(time) ?? remember(instants, time, Date.parse(time))) : plainMs;
}
