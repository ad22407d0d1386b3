/** A folder for the files of some tests. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Makes a new folder, which is removed after the last test of the file, or of the group, that asks for it. */
export function testFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `gradeline-${name}-`));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
