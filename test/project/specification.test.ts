/** docs/specification.md is the contract: every decision that code, tests or docs quote is in it, once. */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";

const root = join(import.meta.dirname, "../..");
const specification = readFileSync(join(root, "docs/specification.md"), "utf8");
const anchored = [...specification.matchAll(/^- <a id="d-(\d+)"><\/a>\[D-(\d+)\] /gm)];

test("every decision stands once in the specification, and its anchor has its number", () => {
  for (const [line, anchor, number] of anchored) assert.equal(anchor, number, line);
  const numbers = new Set(anchored.map(([, , number]) => Number(number)));
  assert.equal(numbers.size, anchored.length, "none stands twice");
  // Of those from 51 on, the ones that are not built yet are not there.
  for (let number = 1; number <= 50; number++) assert.ok(numbers.has(number), `[D-${number}] is missing`);
});

test("every decision that code, tests or docs quote is in the specification", () => {
  const known = new Set(anchored.map(([, number]) => number));
  const files = globSync(["{src,sample,test}/**/*.ts", "docs/**/*.md", "*.md"], { cwd: root });
  assert.ok(files.length > 300, `${files.length} files were read`);
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [quoted, list = ""] of text.matchAll(/\[(D-\d+(?:(?:, | to )D-\d+)*)\]/g)) {
      for (const [, number] of list.matchAll(/D-(\d+)/g)) {
        assert.ok(number !== undefined && known.has(number), `${file} quotes ${quoted}`);
      }
    }
  }
});

test("every addition stands once in the specification, and every one that code, tests or docs quote is there", () => {
  const additions = [...specification.matchAll(/^- <a id="a-(\d+)"><\/a>\[A-(\d+)\] /gm)];
  for (const [line, anchor, number] of additions) assert.equal(anchor, number, line);
  const numbers = additions.map(([, number]) => Number(number));
  // Those that are not built yet are not there.
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].toSorted((a, b) => a - b),
  );
  for (const file of globSync(["{src,sample,test}/**/*.ts", "docs/**/*.md", "*.md"], { cwd: root })) {
    for (const [, number] of readFileSync(join(root, file), "utf8").matchAll(/\[A-(\d+)\]/g)) {
      assert.ok(numbers.includes(Number(number)), `${file} quotes [A-${number}]`);
    }
  }
});

test("ARCHITECTURE.md leads to the specification", () => {
  assert.match(readFileSync(join(root, "ARCHITECTURE.md"), "utf8"), /\(docs\/specification\.md\)/);
});

test("where the decisions are listed and where the specification begins, each says that the other series is another", () => {
  assert.match(readFileSync(join(root, "docs/decisions/README.md"), "utf8"), /\[D-12\] are another series/);
  assert.match(specification, /\(decisions\/README\.md\) are another series/);
});
