/** Looks at paths before they are read: only real files are, since nobody promises that a pipe or a device ends. */
import { readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { InputError } from "./refusals.ts";

export function errorCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

export function unreadableFile(file: string, error: unknown): InputError {
  const code = errorCodeOf(error);
  if (code === "ENOENT" || code === "ENOTDIR") return new InputError(file, "does not exist", { cause: error });
  if (code === "EACCES" || code === "EPERM") return new InputError(file, "may not be read", { cause: error });
  return new InputError(file, `cannot be read (${code || "unknown error"})`, { cause: error });
}

function statOf(path: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    throw unreadableFile(path, error);
  }
}

/** The bytes of a file. Throws where something else than a file stands, behind a link too. */
export function sizeOfFile(path: string): number {
  const stats = statOf(path);
  if (!stats.isFile()) throw new InputError(path, `is ${kindOf(stats)}, not a file`);
  return stats.size;
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a pipe (FIFO)";
  return stats.isSocket() ? "a socket" : "a device";
}

/** Links to other folders are not followed: they may lead back. */
function filesIn(folder: string, endings: readonly string[]): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !name.startsWith("."));
    return entries
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return filesIn(path, endings);
        const bareName = entry.name.toLowerCase().replace(/\.gz$/, "");
        if (!endings.some((ending) => bareName.endsWith(ending))) return [];
        sizeOfFile(path);
        return [path];
      });
  } catch (error) {
    throw error instanceof InputError ? error : unreadableFile(folder, error);
  }
}

/**
 * The files that are meant by paths: a file whatever its name, of a folder (and those inside it) the files with one of
 * the endings, such as ".json", also with ".gz" behind; sorted by name, hidden ones left out.
 */
export function expandPaths(paths: readonly string[], endings: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    if (path === "") throw new InputError('""', "is no path");
    if (!statOf(path).isDirectory()) return [path];
    const files = filesIn(path, endings);
    if (files.length > 0) return files;
    throw new InputError(path, `is a folder without a file that ends in ${endings.join(", ")}`);
  });
}
