/** A book that contradicts itself [D-43]; test/oracle/contested.test.ts works out which of a book's quotes counts by every other rule. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { settleMoments } from "../../src/domain/settle.ts";

const q = (line: number, first: number | null = null, second: number | null = null) => ({ line, first, second });
const stated = (...quotes: readonly ReturnType<typeof q>[]) => ({ timeMs: null, quotes });

test("a book that contradicts itself agrees with nobody, unless its own prices settle it [D-43]", () => {
  const undecided = stated(q(-4), q(-5));
  const settledByPrices = stated(q(-4, -110, -110), q(-3));
  for (const contested of [stated(q(-3), q(-4)), stated(q(-4), q(-3))]) {
    assert.equal(settleMoments([contested, undecided, undecided, stated(q(-3))])[0]?.line, -3);
    assert.equal(settleMoments([contested, settledByPrices])[0]?.line, -4);
  }
});
