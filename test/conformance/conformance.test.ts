/** No sentence of the specification is without a test, and docs/conformance.md says which. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "vitest";
import { conformanceFile, conformanceText } from "../../scripts/write-conformance.ts";
import type { Sentence } from "./sentence.ts";
import { documents } from "./sentences.ts";
import { problemWithTest, testNamesIn } from "./test-names.ts";

const all = documents.flatMap(({ sections }) => sections).flatMap(({ sentences }) => sentences);

function problemsWith(sentence: Sentence): string[] {
  const { id, text } = sentence;
  if (text.trim() === "") return [`${id} has no text`];
  if ("none" in sentence) return sentence.none.trim() === "" ? [`${id} does not say why no test holds it`] : [];
  if (sentence.tests.length === 0) return [`${id} has no test`];
  return sentence.tests
    .map(([file, name]) => problemWithTest(file, name))
    .filter((problem) => problem !== null)
    .map((problem) => `${id}: ${problem}`);
}

test("every sentence has a test that exists, or says why it has none", () => {
  assert.deepEqual(all.flatMap(problemsWith), []);
});

test("every sentence has an id of its own", () => {
  const ids = all.map(({ id }) => id);
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
});

test("every decision from D-1 to D-42 is there", () => {
  const decided = new Set(all.map(({ id }) => /^D-(\d+)\.\d+$/.exec(id)?.[1]).filter((number) => number !== undefined));
  assert.deepEqual(
    [...decided].map(Number).sort((a, b) => a - b),
    Array.from({ length: 42 }, (_, index) => index + 1),
  );
});

test("a sentence that real data holds is held without it too", () => {
  const onlyReal = all.filter(
    (sentence) => "tests" in sentence && sentence.tests.every(([file]) => file.startsWith("test/real/")),
  );
  assert.deepEqual(onlyReal, []);
});

test("docs/conformance.md is what the list makes (scripts/write-conformance.ts)", () => {
  assert.equal(readFileSync(conformanceFile, "utf8"), conformanceText());
});

test("the checker objects to a row without a test, and to a file and a test that do not exist", () => {
  const wrong = (tests: readonly (readonly [string, string])[]) => problemsWith({ id: "D-0.1", text: "A.", tests });
  const here = "test/conformance/conformance.test.ts";
  assert.deepEqual(wrong([]), ["D-0.1 has no test"]);
  assert.deepEqual(wrong([["test/gone.test.ts", "a"]]), ["D-0.1: there is no test file test/gone.test.ts"]);
  assert.deepEqual(wrong([["src/config.ts", "a"]]), ["D-0.1: there is no test file src/config.ts"]);
  assert.deepEqual(wrong([[here, "no such"]]), [`D-0.1: ${here} has no test "no such"`]);
  assert.deepEqual(wrong([[here, "every "]]), [`D-0.1: ${here} has 3 tests "every "`]);
  assert.deepEqual(wrong([[here, "every sentence has an id"]]), []);
  assert.deepEqual(problemsWith({ id: "D-0.1", text: " ", tests: [] }), ["D-0.1 has no text"]);
  assert.equal(problemsWith({ id: "D-0.1", text: "A.", none: "" }).length, 1);
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
