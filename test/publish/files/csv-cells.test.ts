import assert from "node:assert/strict";
import fc from "fast-check";
import { Type } from "typebox";
import { test } from "vitest";
import { columnsOf, csvRow, lineEnd } from "../../../src/contract/csv.ts";
import { csvCells, csvLines } from "../../../src/publish/files/csv-cells.ts";

const columns = columnsOf(Type.Object({ a: Type.String(), b: Type.String(), c: Type.String() }));
const text = fc.option(
  fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("", '"', ",", "\r\n", 'a"\r\n,""b', " ")),
);
const row = fc.record({ a: text, b: text, c: text });

test("whatever texts are written as rows of CSV are read as they were", () => {
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
      const written = rows.map((each) => csvRow(columns, each)).join(lineEnd);
      const read = [...csvLines(written)].map((line) => csvCells(line));
      assert.deepEqual(
        read,
        rows.map(({ a, b, c }) => [a, b, c]),
      );
    }),
    { numRuns: 500 },
  );
});

test("what is no row of CSV is refused", () => {
  assert.throws(() => csvCells('a,b"c,d'), /this is no row of CSV: a,b"c,d/);
  assert.throws(() => [...csvLines('a,"b')], /has no end: a,"b/);
});
