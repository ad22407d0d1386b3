/** From the paths of a command line to the files that they mean. */
import { opendirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { refuseOthers, statOf, unreadable } from "./open-file.ts";
import { InputError } from "./refusals.ts";

/** A capture a minute is half a million files a year. A folder beyond the bounds is not the one that was meant. */
export const folderBounds = { files: 1_000_000, folders: 100_000, depth: 32 } as const;

/** Goes through one folder that was named on the command line. */
class Walk {
  readonly files: string[] = [];
  readonly #root: string;
  readonly #endings: readonly string[];
  #names = 0;
  #folders = 0;

  constructor(root: string, endings: readonly string[]) {
    this.#root = root;
    this.#endings = endings;
  }

  visit(folder: string, parents: readonly string[]): void {
    const { real, names } = this.#open(folder);
    // A link that leads back into its own folder would otherwise be followed for ever.
    if (parents.includes(real)) return;
    this.#folders += 1;
    // Links that lead to each other may multiply what is there.
    if (this.#folders > folderBounds.folders) this.#tooMuch(`more than ${folderBounds.folders} folders`);
    if (parents.length >= folderBounds.depth) this.#tooMuch(`folders more than ${folderBounds.depth} deep`);
    for (const name of names.sort()) {
      const path = join(folder, name);
      const stats = statOf(path);
      if (stats.isDirectory()) {
        this.visit(path, [...parents, real]);
        continue;
      }
      const bareName = name.toLowerCase().replace(/\.gz$/, "");
      if (!this.#endings.some((ending) => bareName.endsWith(ending))) continue;
      refuseOthers(path, stats);
      this.files.push(path);
    }
  }

  #open(folder: string): { readonly real: string; readonly names: string[] } {
    const names: string[] = [];
    try {
      const real = realpathSync(folder);
      const directory = opendirSync(folder);
      try {
        for (let entry = directory.readSync(); entry !== null; entry = directory.readSync()) {
          if (entry.name.startsWith(".")) continue;
          names.push(entry.name);
          this.#names += 1;
          if (this.#names > folderBounds.files) this.#tooMuch(`more than ${folderBounds.files} files`);
        }
      } finally {
        directory.closeSync();
      }
      return { real, names };
    } catch (error) {
      throw error instanceof InputError ? error : unreadable(folder, error);
    }
  }

  #tooMuch(what: string): never {
    throw new InputError(this.#root, `holds ${what}; name the ones that are meant`);
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
    const walk = new Walk(path, endings);
    walk.visit(path, []);
    if (walk.files.length > 0) return walk.files;
    throw new InputError(path, `is a folder without a file that ends in ${endings.join(", ")}`);
  });
}
