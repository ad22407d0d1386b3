import assert from "node:assert/strict";
import { test } from "vitest";
import { isCalendarDate, newYorkInstantMs, slateDate } from "../../src/domain/times.ts";

test("the slate date of every quarter of an hour follows the wall clock in New York: at the changes of clocks, in summer, and over the ends of months and years [D-3]", () => {
  const clock = new Intl.DateTimeFormat("en-CA", {
    timeZone: "America/New_York",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    hourCycle: "h23",
  });
  for (const day of [
    "2023-03-12",
    "2023-11-05",
    "2025-03-09",
    "2025-11-02",
    "2024-07-05",
    "2024-01-01",
    "2024-03-01",
  ]) {
    const noon = Date.parse(`${day}T12:00:00Z`);
    for (let ms = noon - 86_400_000; ms < noon + 86_400_000; ms += 900_000) {
      const parts = Object.fromEntries(clock.formatToParts(ms).map(({ type, value }) => [type, value]));
      const date = Date.parse(`${parts.year}-${parts.month}-${parts.day}T00:00:00Z`);
      const slate = Number(parts.hour) < 4 ? date - 86_400_000 : date;
      const shown = new Date(ms).toISOString();
      for (const edge of [ms, ms - 1 + 900_000])
        assert.equal(slateDate(edge), new Date(slate).toISOString().slice(0, 10), shown);
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
