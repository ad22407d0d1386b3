import assert from "node:assert/strict";
import { test } from "vitest";
import { isCalendarDate, newYorkInstantMs, slateDate } from "../../src/domain/times.ts";

type Case = readonly [start: string, newYorkTime: string, slate: string];

const cases: readonly Case[] = [
  // An evening game in the West falls on the next UTC day.
  ["2024-07-05T02:10:00.000Z", "22:10 EDT", "2024-07-04"],
  // The night, in summer and in winter time.
  ["2024-07-05T03:59:59.999Z", "23:59 EDT", "2024-07-04"],
  ["2024-07-05T04:00:00.000Z", "00:00 EDT", "2024-07-04"],
  ["2024-07-05T07:59:59.999Z", "03:59:59.999 EDT", "2024-07-04"],
  ["2024-07-05T08:00:00.000Z", "04:00 EDT", "2024-07-05"],
  ["2024-01-20T08:59:00.000Z", "03:59 EST", "2024-01-19"],
  ["2024-01-20T09:00:00.000Z", "04:00 EST", "2024-01-20"],
  // Over the ends of years and months.
  ["2024-01-01T08:59:00.000Z", "03:59 EST", "2023-12-31"],
  ["2024-03-01T08:00:00.000Z", "03:00 EST", "2024-02-29"],
];

test.each(cases)("a start at %s (%s in New York) belongs to the slate of %s [D-3]", (start, _, slate) => {
  assert.equal(slateDate(Date.parse(start)), slate);
});

test("the slate date of every quarter of an hour of the days around both DST changes follows the wall clock [D-3]", () => {
  const clock = new Intl.DateTimeFormat("en-CA", {
    timeZone: "America/New_York",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
  });
  for (const day of ["2023-03-12", "2023-11-05", "2025-03-09", "2025-11-02"]) {
    const noon = Date.parse(`${day}T12:00:00Z`);
    for (let ms = noon - 86_400_000; ms < noon + 86_400_000; ms += 900_000) {
      const parts = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, value]));
      const date = Date.parse(`${parts.year}-${parts.month}-${parts.day}T00:00:00Z`);
      const slate = Number(parts.hour) < 4 ? date - 86_400_000 : date;
      assert.equal(slateDate(ms), new Date(slate).toISOString().slice(0, 10), new Date(ms).toISOString());
    }
  }
});

test("a New York wall-clock time is an instant by the zone of its day, not by a fixed offset [D-3]", () => {
  assert.equal(newYorkInstantMs("2025-09-04", "20:20"), Date.parse("2025-09-05T00:20:00Z"));
  assert.equal(newYorkInstantMs("2025-11-02", "13:00"), Date.parse("2025-11-02T18:00:00Z"));
  assert.equal(newYorkInstantMs("2025-11-01", "13:00"), Date.parse("2025-11-01T17:00:00Z"));
  assert.equal(newYorkInstantMs("2026-03-08", "13:00"), Date.parse("2026-03-08T17:00:00Z"));
  assert.equal(newYorkInstantMs("2026-03-07", "13:00"), Date.parse("2026-03-07T18:00:00Z"));
  assert.throws(() => newYorkInstantMs("2025-02-29", "13:00"), RangeError);
  assert.throws(() => newYorkInstantMs("2025-09-04", "25:00"), RangeError);
});

test("a calendar date is a date that exists, written YYYY-MM-DD [D-26]", () => {
  for (const date of ["2022-04-07", "2024-02-29", "2025-12-31"]) assert.equal(isCalendarDate(date), true, date);
  const bad = ["", "2023-02-29", "2023-13-01", "2023-00-10", "2023-04-31", "2023-4-07", "20230407", "2023-04-07T00:00"];
  for (const date of [...bad, " 2023-04-07", "2023-04-07\n", "+002023-04-07"]) {
    assert.equal(isCalendarDate(date), false, date);
  }
});
