/** Which backups of a series stay: one a day for a week, one a week for a month. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { test } from "vitest";
import { backupsToRemove } from "../../src/operate/backups/rotation.ts";
import { share } from "../support/volume.ts";

const dayMs = 24 * 3_600_000;
const at = (iso: string) => ({ name: iso, atMs: Date.parse(iso) });
const wednesdayMs = Date.parse("2026-11-25T02:30:00Z");

function keptOf(names: readonly string[], keepDays: number, keepWeeks: number, nowMs = wednesdayMs): string[] {
  const removed = new Set(backupsToRemove(names.map(at), { keepDays, keepWeeks }, nowMs));
  return names.filter((name) => !removed.has(name)).toSorted();
}

test("of one backup a night for two months, seven days and four weeks stay", () => {
  const nightly = Array.from({ length: 60 }, (_, days) => new Date(wednesdayMs - days * dayMs).toISOString());
  assert.deepEqual(
    keptOf(nightly, 7, 4).map((name) => name.slice(0, 10)),
    // The last Sundays of the two weeks that the seven days do not reach, and the days themselves.
    [
      "2026-11-08",
      "2026-11-15",
      "2026-11-19",
      "2026-11-20",
      "2026-11-21",
      "2026-11-22",
      "2026-11-23",
      "2026-11-24",
      "2026-11-25",
    ],
  );
});

test("of several backups of one day the newest stays", () => {
  const names = ["2026-11-24T02:00:00Z", "2026-11-24T08:00:00Z", "2026-11-25T01:00:00Z", "2026-11-25T02:00:00Z"];
  assert.deepEqual(keptOf(names, 7, 0), ["2026-11-24T08:00:00Z", "2026-11-25T02:00:00Z"]);
});

test("the newest stays however old it is, and so does one of the future", () => {
  assert.deepEqual(keptOf(["2020-01-01T00:00:00Z", "2020-01-02T00:00:00Z"], 7, 4), ["2020-01-02T00:00:00Z"]);
  assert.deepEqual(keptOf(["2026-11-25T02:00:00Z", "2030-01-01T00:00:00Z"], 1, 0), [
    "2026-11-25T02:00:00Z",
    "2030-01-01T00:00:00Z",
  ]);
});

test("whatever there is, no more stay than days and weeks, each is asked for, and a second look removes nothing", () => {
  const times = fc.uniqueArray(fc.integer({ min: 0, max: 100 * 24 }), { minLength: 1, maxLength: 60 });
  const check = (hoursAgo: number[], keepDays: number, keepWeeks: number) => {
    const all = hoursAgo.map((hours) => ({ name: String(hours), atMs: wednesdayMs - hours * 3_600_000 }));
    const removed = new Set(backupsToRemove(all, { keepDays, keepWeeks }, wednesdayMs));
    const kept = all.filter(({ name }) => !removed.has(name));
    assert.ok(kept.length >= 1 && kept.length <= keepDays + keepWeeks + 1);
    assert.ok(
      kept.some(({ name }) => Number(name) === Math.min(...hoursAgo)),
      "the newest stays",
    );
    assert.deepEqual(backupsToRemove(kept, { keepDays, keepWeeks }, wednesdayMs), []);
    for (let day = 0; day < keepDays; day++) {
      const of = ({ atMs }: { atMs: number }) => Math.floor(atMs / dayMs) === Math.floor(wednesdayMs / dayMs) - day;
      assert.equal(all.some(of), kept.some(of), `day ${day}`);
    }
  };
  fc.assert(fc.property(times, fc.nat({ max: 10 }), fc.nat({ max: 6 }), check), { numRuns: share(400) });
});
