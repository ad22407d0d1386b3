/** Times as ISO 8601 with milliseconds, as `Date.toISOString` writes them, in a fraction of its time. */

import { TextTable } from "./text-table.ts";

const dayMs = 86_400_000;

const minuteTexts = Array.from(
  { length: 1440 },
  (_, minute) => `${pad(Math.floor(minute / 60), 2)}:${pad(minute % 60, 2)}:`,
);
const secondTexts = Array.from({ length: 60 }, (_, second) => pad(second, 2));

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, "0");
}

/** The days of this century up to 2050 have their texts kept. */
const dayTexts = new TextTable(10_957, 29_219, (day) =>
  new Date(day * dayMs).toISOString().slice(0, -"00:00:00.000Z".length),
);

/** @param timeMs whole epoch milliseconds. */
export function isoTime(timeMs: number): string {
  const day = Math.floor(timeMs / dayMs);
  const ofDay = timeMs - day * dayMs;
  const second = Math.floor(ofDay / 1000);
  const ms = ofDay - second * 1000;
  const end = ms === 0 ? ".000Z" : `.${pad(ms, 3)}Z`;
  return dayTexts.of(day) + minuteTexts[Math.floor(second / 60)] + secondTexts[second % 60] + end;
}
