/** Pages that people wrote, with tables whose rows are written from declarations. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** A table is found by its head, which stands in its page once. */
type FilledTable = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

/**
 * The page as it stands, with the rows of these tables written anew.
 * @param file from the root of the repository.
 */
export function pageWith(file: string, tables: readonly FilledTable[]): string {
  return tables.reduce(
    (page, { head, rows }) => {
      const [before = "", behind, ...more] = page.split(`\n${lineOf(head)}`);
      if (behind === undefined || more.length > 0) throw new Error(`${file} has not one table of ${head.join(", ")}`);
      const filled = behind.replace(
        /^(\|[-:|]+\|\n)(?:\|.*\n)*/,
        (_, rule: string) => rule + rows.map(lineOf).join(""),
      );
      return `${before}\n${lineOf(head)}${filled}`;
    },
    readFileSync(join(root, file), "utf8"),
  );
}

const lineOf = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
