/** The fenced snippets of the pages for operators and contributors, by page and heading. Tests run them unchanged. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

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
