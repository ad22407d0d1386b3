/** docs/security.md and docs/faults.md name the test that proves each row; this holds them to that. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import { problemWithTest, testNamesOf } from "../support/test-names.ts";

function rowsOf(page: string): string[] {
  const text = readFileSync(join(import.meta.dirname, "../../docs", page), "utf8");
  return text.split("\n").filter((line) => line.startsWith("| ") && !/^\| (threat|fault) \|/.test(line));
}

const rows = rowsOf("security.md");

for (const page of ["security.md", "faults.md"]) {
  test(`every row of docs/${page} names a test that is there`, () => {
    assert.ok(rowsOf(page).length > 10);
    for (const row of rowsOf(page)) {
      const [, subject = "", measure = "", proof = ""] = row.split("|").map((cell) => cell.trim());
      const [, file = "", name = ""] = /^`([^`]+)`: (.+?)(?: …)?$/.exec(proof) ?? [];
      assert.ok(subject !== "" && measure !== "" && name !== "", row);
      const isBeginning = testNamesOf(file)?.some(({ shown }) => shown.startsWith(name)) === true;
      if (!isBeginning) assert.equal(problemWithTest(file, name), null, subject);
    }
  });
}

test("docs/security.md and docs/faults.md name each proof once, and have one introduction", () => {
  for (const page of ["security.md", "faults.md"]) {
    const proofs = rowsOf(page).map((row) => row.split("|")[3]?.trim());
    assert.deepEqual(
      proofs.filter((proof, place) => proofs.indexOf(proof) !== place),
      [],
      page,
    );
    const lines = readFileSync(join(import.meta.dirname, "../../docs", page), "utf8").split("\n");
    const said = lines.filter((line) => line !== "" && !line.startsWith("|"));
    assert.equal(new Set(said.map((line) => line.slice(0, 30))).size, said.length, page);
  }
});

test("docs/security.md has a row for each threat that must have one", () => {
  const wanted =
    /stolen with the database|timing|tried by the million|fixation|CSRF|open redirect|whose address|forged|shared cache|many accounts|our log/gi;
  const found = new Set(rows.flatMap((row) => row.match(wanted) ?? []).map((word) => word.toLowerCase()));
  assert.equal(found.size, 11, [...found].join(", "));
});
