/** docs/security.md names the test that proves each row; this holds it to that. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { problemWithTest, testNamesOf } from "./test-names.ts";

const text = readFileSync(join(import.meta.dirname, "../../docs/security.md"), "utf8");
const rows = text.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| threat |"));

test("every row of docs/security.md names a test that is there", () => {
  for (const row of rows) {
    const [, subject = "", measure = "", proof = ""] = row.split("|").map((cell) => cell.trim());
    const [, file = "", name = ""] = /^`([^`]+)`: (.+?)(?: …)?$/.exec(proof) ?? [];
    assert.ok(subject !== "" && measure !== "" && name !== "", row);
    const isBeginning = testNamesOf(file)?.some(({ shown }) => shown.startsWith(name)) === true;
    if (!isBeginning) assert.equal(problemWithTest(file, name), null, subject);
  }
});

test("docs/security.md has a row for each threat that must have one", () => {
  const wanted =
    /stolen with the database|timing|tried by the million|fixation|CSRF|open redirect|whose address|forged|shared cache|many accounts|our log/gi;
  const found = new Set(rows.flatMap((row) => row.match(wanted) ?? []).map((word) => word.toLowerCase()));
  assert.equal(found.size, 11, [...found].join(", "));
});
