/** No rule of the specification is without a test, and a test that holds one has its name. */
import assert from "node:assert/strict";
import { test } from "vitest";
import { rulesIn, rulesNamed, testsOfRules } from "../../scripts/list-rules.ts";
import { testNamesIn } from "../support/test-names.ts";

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
