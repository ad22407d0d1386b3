// @module-tag volume
/** Pages of rows that were compressed ahead of time: whatever runs they have, they decode to the rows, and nothing else. */
import assert from "node:assert/strict";
import { crc32, gunzipSync } from "node:zlib";
import fc from "fast-check";
import { test } from "vitest";
import { openRuns } from "../../src/api/open-runs.ts";
import { combinedCrc32, crc32OfRest } from "../../src/http/combined-crc32.ts";
import { closeBody } from "../../src/http/open-body.ts";
import { deflatedSegments, rowsPerSegment } from "../../src/release/view/deflated-segments.ts";
import { type Format, separators } from "../../src/release/view/formats.ts";
import { type PackedRows, RowPacker, SeasonRows } from "../../src/release/view/packed-rows.ts";
import { share } from "../support/volume.ts";

const someBytes = fc.oneof(
  fc.uint8Array({ maxLength: 100 }),
  fc.nat({ max: 200_000 }).map((length) => new Uint8Array(length).fill(7)),
);

test("checksums of parts make that of the whole, and those of a beginning and the whole that of the rest", () => {
  fc.assert(
    fc.property(someBytes, someBytes, (one, other) => {
      const whole = crc32(Buffer.concat([one, other]));
      assert.equal(combinedCrc32(crc32(one), crc32(other), other.length), whole);
      assert.equal(crc32OfRest(whole, crc32(one), other.length), crc32(other));
    }),
    { numRuns: share(500) },
  );
});

test("a rest of more than 4 GiB counts in full", () => {
  const half = { crc: crc32(new Uint8Array(2 ** 20).fill(7)), length: 2 ** 20 };
  while (half.length < 2 ** 32) {
    half.crc = combinedCrc32(half.crc, half.crc, half.length);
    half.length *= 2;
  }
  const before = crc32("before");
  const inTwoSteps = combinedCrc32(combinedCrc32(before, half.crc, half.length), half.crc, half.length);
  const whole = combinedCrc32(half.crc, half.crc, half.length);
  assert.equal(combinedCrc32(before, whole, 2 * half.length), inTwoSteps);
  assert.notEqual(inTwoSteps, combinedCrc32(before, whole, 0));
});

/** Rows of a view, with segments. */
function rowsOf(format: Format, rows: readonly string[]): PackedRows {
  const packer = new RowPacker(format);
  for (const each of rows) packer.add(each);
  const made = packer.finish();
  const { alone, following, crcs } = deflatedSegments(format, made);
  const segments = {
    crcs,
    alone: (at: number) => alone[at] as Uint8Array,
    following: (from: number, to: number) => Buffer.concat(following.slice(from, to)),
  };
  const bytesOf = (from: number, to: number) => made.text.subarray(made.offsets[from], made.offsets[to]);
  return new SeasonRows(format, rows.length, segments, bytesOf);
}

const row = fc.tuple(fc.string({ maxLength: 20 }), fc.nat({ max: 60 })).map(([text, times]) => text.repeat(times));
const season = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 120, size: "max" }),
  ends: fc.tuple(fc.nat(), fc.nat()),
});

test("a page of any runs of any seasons decodes to its rows with the separators between them", async () => {
  let segmented = 0;
  const pages = fc.tuple(
    fc.constantFrom<Format>("json", "csv"),
    fc.array(season, { maxLength: 3 }),
    fc.nat({ max: 400 }),
  );
  await fc.assert(
    fc.asyncProperty(pages, async ([format, seasons, lengthBefore]) => {
      const before = Buffer.alloc(lengthBefore + 1, "<");
      const expected: string[] = [];
      const runs = seasons.map(({ rows, ends }) => {
        const from = ends[0] % rows.length;
        const to = from + 1 + (ends[1] % (rows.length - from));
        expected.push(...rows.slice(from, to));
        if (to - from > 2 * rowsPerSegment) segmented++;
        return { rows: rowsOf(format, rows), from, to };
      });
      const opened = await openRuns(before, runs);
      const end = Buffer.from("the end");
      const whole = gunzipSync(Buffer.concat(closeBody(opened, end)));
      assert.equal(String(whole), `${before}${expected.join(separators[format])}${end}`);
      assert.equal(opened.length, whole.length - end.length);
    }),
    { numRuns: share(1000) },
  );
  assert.ok(segmented > share(1000) / 50, String(segmented));
});

test("whole segments are taken as they are, and only the ends of a run are compressed for the request", async () => {
  // Every row is of other bytes, so that it is found again only where its own segment stands.
  const rows = Array.from({ length: 100 }, (_, index) => `${crc32(String(index))}-${crc32(`${index}!`)}`);
  const own = rowsOf("json", rows);
  const { deflated } = await openRuns(Buffer.from("["), [{ rows: own, from: 7, to: 95 }]);
  const [first, others] = [own.segments.alone(1), own.segments.following(2, 5)];
  assert.ok(deflated.includes(Buffer.concat([first, others])));
  assert.ok(deflated.length < first.length + others.length + own.between(0, 100).length / 3);
});

test("a segment that follows another, whose rows are like its own, is much shorter than alone", () => {
  const rows = Array.from({ length: 160 }, (_, index) => `${crc32(String(index % 16))}-${crc32(`${index % 16}!`)}`);
  const { segments } = rowsOf("json", rows);
  assert.ok(3 * segments.following(1, 2).length < segments.alone(1).length);
});
