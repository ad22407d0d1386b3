/**
 * docs/specification.md is the contract: every rule that code, tests or docs quote is in it, once; none is without a test, and
 * a test that holds one has its name.
 */
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { rulesIn, rulesNamed, testsOfRules } from "../../scripts/list-rules.ts";
import { testNamesIn } from "./test-names.ts";

const root = join(import.meta.dirname, "../..");
const specification = readFileSync(join(root, "docs/specification.md"), "utf8");

for (const [series, least] of [
  // Of those from 51 on, and of additions, the ones that are not built yet are not there.
  ["D", 50],
  ["A", 0],
] as const) {
  test(`every [${series}-n] that code, tests or docs quote stands once in the specification, under an anchor of its number`, () => {
    const anchored = [...specification.matchAll(/^- <a id="([ad])-(\d+)"><\/a>\[([AD])-(\d+)\] /gm)].filter(
      ([, , , of]) => of === series,
    );
    for (const [line, letter = "", anchor, of, number] of anchored) {
      assert.deepEqual([letter.toUpperCase(), anchor], [of, number], line);
    }
    const known = new Set(anchored.map(([, , , , number]) => Number(number)));
    assert.equal(known.size, anchored.length, "none stands twice");
    for (let number = 1; number <= least; number++) assert.ok(known.has(number), `[${series}-${number}] is missing`);
    const files = globSync(["{src,sample,test}/**/*.ts", "docs/**/*.md", "*.md"], { cwd: root });
    assert.ok(files.length > 300, `${files.length} files were read`);
    for (const file of files) {
      for (const rule of rulesNamed(readFileSync(join(root, file), "utf8"))) {
        const [of, number] = rule.split("-");
        if (of === series) assert.ok(known.has(Number(number)), `${file} quotes [${rule}]`);
      }
    }
  });
}

test("every rule of the specification is named by a test", () => {
  const rules = testsOfRules();
  assert.ok(rules.size > 60, `${rules.size} rules`);
  const without = [...rules].filter(([, tests]) => tests.length === 0).map(([rule]) => rule);
  assert.deepEqual(without, []);
});

test("a rule that no test names is found, and lists and spans of names are read", () => {
  assert.deepEqual(rulesIn('- <a id="d-7"></a>[D-7] A.\n- <a id="a-1"></a>[A-1] B. See [D-8].'), ["D-7", "A-1"]);
  assert.deepEqual(rulesNamed("one [D-7]"), ["D-7"]);
  assert.deepEqual(rulesNamed("[A-1, D-7] two [D-16 to D-18]"), ["A-1", "D-7", "D-16", "D-17", "D-18"]);
  assert.deepEqual(rulesNamed("a list [1] of none"), []);
});

test("the names of tests are read from every way of writing them, and from nothing else", () => {
  const names = testNamesIn(
    [
      'test("one \\"quoted\\"", () => {});',
      "it('two', () => {});",
      `  test(\`three \${given.join(', ')} and \${{ a: 1 }.a} end\`, async () => {});`,
      '  test(\n    "four",\n    async () => {},\n  );',
      'await t.test("five", () => {});',
      'if (/x/.test("six")) pattern.test("seven");',
      'describe("eight", () => {});',
    ].join("\n"),
  );
  assert.deepEqual(
    names.map(({ beginning }) => beginning),
    ['one "quoted"', "two", "three ", "four", "five"],
  );
  assert.ok(names[2]?.pattern.test("three of a, b and 1 end"));
});
