/** Days are whole numbers since 1970-01-01, so that a schedule can count with them; instants are epoch milliseconds. */
import { dayMs, minuteMs } from "../../src/domain/times.ts";

export const weekdays = { sunday: 0, monday: 1, saturday: 6 } as const;

/** Day number of `YYYY-MM-DD`. */
export function dayOf(date: string): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / dayMs;
}

/** Dates and times of a day as they are written: millions of captures have few of either, and Date takes ten times as long. */
const dates = new Map<number, string>();
const clocks = new Map<number, string>();

/** `YYYY-MM-DD` of a day number. */
export function dateOf(day: number): string {
  return dates.getOrInsertComputed(day, () => new Date(day * dayMs).toISOString().slice(0, 10));
}

/** 0 is Sunday; 1970-01-01 was a Thursday. */
export function weekdayOf(day: number): number {
  return (day + 4) % 7;
}

/** The first day on or after `day` that is the given weekday. */
export function onOrAfter(day: number, weekday: number): number {
  return day + ((weekday - weekdayOf(day) + 7) % 7);
}

const offsets = new Map<string, number>();

/** Instant of a local wall-clock time, in minutes after midnight. The zone is asked once a day: Temporal is slow. */
export function localInstant(day: number, minutes: number, zone: string): number {
  // Noon: clocks change at night, and no game starts before that.
  const offsetAt = () =>
    Temporal.PlainDateTime.from(`${dateOf(day)}T12:00`).toZonedDateTime(zone).offsetNanoseconds / 1e6;
  const offset = offsets.getOrInsertComputed(`${day} ${zone}`, offsetAt);
  return day * dayMs + minutes * minuteMs - offset;
}

/** ISO 8601 UTC with seconds; the instant has no milliseconds. */
export function isoOf(instant: number): string {
  const day = Math.floor(instant / dayMs);
  const clockOf = () => `${new Date(instant).toISOString().slice(10, 19)}Z`;
  return dateOf(day) + clocks.getOrInsertComputed(instant - day * dayMs, clockOf);
}
