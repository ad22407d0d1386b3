/** Takes pages apart: fenced snippets, which tests run unchanged, and tables. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { docsPages } from "../../src/web/docs/pages.ts";

const root = join(import.meta.dirname, "../..");

export type Snippet = {
  readonly page: string;
  /** The nearest heading above, without its marks; empty before the first heading. */
  readonly heading: string;
  readonly line: number;
  readonly language: string;
  readonly code: string;
};

/** Every page of the repository, whether written by hand or generated. */
export const pages = ["*.md", "docs/**/*.md"].flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted();

export function snippetsOf(page: string): Snippet[] {
  const text = readFileSync(join(root, page), "utf8");
  return [...text.matchAll(/^ *```(.*)\n([\s\S]*?)^ *```$/gm)].map(({ index, 1: language = "", 2: code = "" }) => {
    const above = text.slice(0, index);
    const heading = [...above.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/^#+ (.*)$/gm)].at(-1)?.[1] ?? "";
    return { page, heading, line: above.split("\n").length, language, code };
  });
}

/**
 * Returns the snippets of a language under a heading, in order, and fails when their number is not `count`. A test that
 * runs snippets calls this function with literal texts; `test/project/snippets.test.ts` looks for such calls.
 */
export function snippetsUnder(page: string, heading: string, language: string, count = 1): [string, ...string[]] {
  const found = snippetsOf(page).filter((each) => each.heading === heading && each.language === language);
  const [first, ...others] = found.map(({ code }) => code);
  if (first === undefined || found.length !== count) {
    throw new Error(`${page} has ${found.length} snippets of "${language}" under "${heading}", not ${count}`);
  }
  return [first, ...others];
}

export type Table = {
  /** The text between the heading above and the table; it says what the columns do not say. */
  readonly before: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
};

export function markdownOf(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** The page whose samples are whole programs, which test/jobs runs against whole seasons. */
export const jobsPage = "docs/api/jobs.md";

export const allSamples: readonly Snippet[] = docsPages.flatMap(({ file }) =>
  file === null || file === jobsPage ? [] : snippetsOf(file),
);

/** Reads the tables of a page. Cells have no emphasis or code marks. */
export function tablesOf(file: string): Table[] {
  return tablesIn(markdownOf(file));
}

export function tablesIn(markdown: string): Table[] {
  const text = markdown.replaceAll(/^```[\s\S]*?^```$/gm, "");
  return [...text.matchAll(/(?:^\|.*\|\n)+/gm)].map(({ 0: lines, index }) => {
    const [header = [], , ...rows] = lines.trimEnd().split("\n").map(cellsOf);
    const above = text.slice(0, index);
    return { before: above.slice(Math.max(0, above.lastIndexOf("\n#"))), header, rows };
  });
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.replaceAll(/[*`]/g, "").trim());
}

/** Returns the tables with exactly these columns; there must be at least one. */
export function tablesWith(file: string, ...header: readonly string[]): Table[] {
  const found = tablesOf(file).filter((table) => table.header.join("|") === header.join("|"));
  if (found.length === 0) throw new Error(`${file} has no table of ${header.join(", ")}`);
  return found;
}

export function tableWith(file: string, ...header: readonly string[]): Table {
  const [first, ...others] = tablesWith(file, ...header);
  if (first === undefined || others.length > 0) throw new Error(`${file}: more than one table of ${header.join(", ")}`);
  return first;
}

/** Parses a cell as JSON: null, a boolean or a number. */
export function jsonOf(cell: string | undefined): number | boolean | null {
  const value: unknown = JSON.parse(cell ?? "");
  if (value !== null && typeof value !== "number" && typeof value !== "boolean") throw new Error(`"${cell}"`);
  return value;
}

export function numberOf(cell: string | undefined): number {
  const value = jsonOf(cell);
  if (typeof value !== "number") throw new Error(`"${cell}" is no number`);
  return value;
}
