/** Says where two archives differ, row by row, in a text that a person can read. */
import assert from "node:assert/strict";
import { dumpArchive } from "../archive-dump.ts";

const shownRows = 3;
const shownCharacters = 1_500;

/** Compares everything that callers can see, ids too; not the numbers of revisions and the times of publishing. */
export async function assertSameArchive(oneUrl: string, otherUrl: string): Promise<void> {
  const [one, other] = [
    await dumpArchive(oneUrl, { revisions: false }),
    await dumpArchive(otherUrl, { revisions: false }),
  ];
  const [ofOne, ofOther] = [new Set(one), new Set(other)];
  const shown = (rows: readonly string[]): string =>
    rows
      .slice(0, shownRows)
      .map((row) => `\n  ${row.slice(0, shownCharacters)}`)
      .join("");
  const onlyOne = one.filter((row) => !ofOther.has(row));
  const onlyOther = other.filter((row) => !ofOne.has(row));
  assert.ok(
    onlyOne.length === 0 && onlyOther.length === 0 && one.length === other.length,
    `${onlyOne.length} rows only of the one:${shown(onlyOne)}\n${onlyOther.length} only of the other:${shown(onlyOther)}`,
  );
  assert.ok(one.length > 0, "both archives are empty");
}
