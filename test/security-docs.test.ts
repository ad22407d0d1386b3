/** docs/security.md names the test that proves each row; this holds it to that. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { testNamesOf } from "./conformance/test-names.ts";

const page = readFileSync(join(import.meta.dirname, "../docs/security.md"), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| threat"));

test("every threat of docs/security.md names a test that is there", () => {
  assert.ok(rows.length > 20);
  for (const row of rows) {
    const [, threat = "", measure = "", proof = ""] = row.split("|").map((cell) => cell.trim());
    const [, file = "", name = ""] = /^`([^`]+)`: (.+)$/.exec(proof) ?? [];
    assert.ok(threat !== "" && measure !== "" && name !== "", row);
    const names = testNamesOf(file);
    assert.ok(names !== null, `${file} is not there: ${threat}`);
    assert.ok(
      names.some(({ shown }) => shown.startsWith(name)),
      `${file} has no test "${name}"`,
    );
  }
});

test("docs/security.md has a row for each threat that must have one", () => {
  const wanted =
    /stolen with the database|timing|tried by the million|fixation|CSRF|open redirect|whose address|forged|shared cache|many accounts|our log/gi;
  const found = new Set(rows.flatMap((row) => row.match(wanted) ?? []).map((word) => word.toLowerCase()));
  assert.equal(found.size, 11, [...found].join(", "));
});
