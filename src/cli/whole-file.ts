/** Writes files that are there complete or not at all, and that replace no other file. */
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { CommandError } from "./failure.ts";

/**
 * Writes a new file that only its owner may read, and syncs it to disk.
 * @throws CommandError when the path exists already.
 */
export function writeNewFile(path: string, content: string | Uint8Array): void {
  if (existsSync(path)) throw new CommandError(`${path} is there already: name a new file`);
  const unfinished = `${path}.partial-${process.pid}`;
  const file = openSync(unfinished, "wx", 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
    closeSync(file);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
