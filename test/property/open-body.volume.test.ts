// @module-tag volume
/** Bodies that are compressed but for their end, and closed with one end after another: whatever both are, they decode. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { test } from "vitest";
import { closeBody, openBody } from "../../src/http/open-body.ts";
import { share } from "../support/volume.ts";

/** Bodies are repetitive, as rows are, or not at all; the longest are compressed on another thread. */
const bodies = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 300 }),
  fc
    .tuple(fc.string({ minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 3_000 }))
    .map(([text, times]) => Buffer.from(text.repeat(times))),
);
/** Lengths of ends, up to the longest. */
const ends = fc.oneof(fc.nat({ max: 400 }), fc.constant(65_535));

test("any body, closed twice with other ends, decodes as gzip to itself and its end", async () => {
  await fc.assert(
    fc.asyncProperty(bodies, ends, ends, async (body, one, other) => {
      const opened = await openBody(Buffer.from(body));
      for (const end of [Buffer.alloc(one, 1), Buffer.alloc(other, 2)]) {
        const whole = Buffer.concat(closeBody(opened, end));
        assert.ok(gunzipSync(whole).equals(Buffer.concat([body, end])));
      }
    }),
    { numRuns: share(300) },
  );
});

test("an end that is longer than a block takes is refused", async () => {
  const opened = await openBody(Buffer.from("rows"));
  assert.throws(() => closeBody(opened, Buffer.alloc(65_536)), RangeError);
});
