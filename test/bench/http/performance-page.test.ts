/** docs/performance.md is what `npm run bench:http -- --write` made of its figures. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { readFigures } from "./figures.ts";
import { pageFile, pageOf } from "./page.ts";

test("docs/performance.md is written from the figures that are kept, and from nothing else", () => {
  assert.equal(readFileSync(pageFile, "utf8"), pageOf(readFigures()));
});
