/**
 * `node scripts/list-rules.ts` lists the rules of docs/specification.md, each with the tests that hold it: those that have
 * its name, such as [D-12], in theirs, and files that have it in their first comment. A rule without a test fails
 * test/project/rules.test.ts.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { testNamesOf } from "../test/project/test-names.ts";

const root = join(import.meta.dirname, "..");

/** The names of the rules, such as D-12 and A-3, in the order of the page. */
export function rulesIn(specification: string): string[] {
  return [...specification.matchAll(/^- <a id="[ad]-\d+"><\/a>\[([AD]-\d+)\] /gm)].map(([, name = ""]) => name);
}

/** The rules that a test, or the first comment of a file, names: in [D-3, D-4 and A-2] and in [D-16 to D-18]. */
export function rulesNamed(testName: string): string[] {
  return [...testName.matchAll(/\[((?:[AD]-\d+|, | to | and )+)\]/g)].flatMap(([, list = ""]) => {
    const named = list.split(/, | and /).flatMap((part) => {
      const [first = "", last] = part.split(" to ");
      if (last === undefined) return [first];
      const [series = "", from] = first.split("-");
      const to = Number(last.split("-")[1]);
      return Array.from({ length: to - Number(from) + 1 }, (_, index) => `${series}-${Number(from) + index}`);
    });
    return named;
  });
}

/** By rule, the tests as `file: name`, and files. */
export function testsOfRules(): ReadonlyMap<string, readonly string[]> {
  const found = new Map(
    rulesIn(readFileSync(join(root, "docs/specification.md"), "utf8")).map((rule) => [rule, [] as string[]]),
  );
  for (const file of globSync("test/**/*.{test,long,e2e,release}.ts", { cwd: root }).toSorted()) {
    const [about = ""] = /^\/\*\*.*?\*\//s.exec(readFileSync(join(root, file), "utf8")) ?? [];
    for (const rule of rulesNamed(about)) found.get(rule)?.push(file);
    for (const { shown } of testNamesOf(file) ?? []) {
      for (const rule of rulesNamed(shown)) found.get(rule)?.push(`${file}: ${shown}`);
    }
  }
  return found;
}

if (import.meta.main) {
  for (const [rule, tests] of testsOfRules()) console.log(`${rule}\n${tests.map((test) => `  ${test}`).join("\n")}`);
}
