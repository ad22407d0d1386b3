/** The names of the tests in a file, read from its source. A name with values in it is a pattern. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

export type TestName = {
  /** With an ellipsis for each value. */
  readonly shown: string;
  /** The name up to the first value in it. */
  readonly beginning: string;
  readonly pattern: RegExp;
};

/** Calls of test, it and t.test, whose first argument is a string or a template; `pattern.test(text)` is none. */
const calls =
  /(?:(?<![.\w])(?:test|it)|\bt\.test)\(\s*(?:"((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`)/g;

export function testNamesIn(source: string): TestName[] {
  return [...source.matchAll(calls)].map(([, double, single, template]) => {
    const plain = double ?? single;
    const parts = plain === undefined ? constantParts(template ?? "") : [unescaped(plain)];
    const pattern = new RegExp(`^${parts.map((part) => RegExp.escape(part)).join(".+")}$`);
    return { shown: parts.join("…"), beginning: parts[0] ?? "", pattern };
  });
}

/** What stands around the `${}` of a template. */
function constantParts(template: string): string[] {
  return template.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/).map(unescaped);
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, "$1");
}

const read = new Map<string, readonly TestName[] | null>();

/** The tests of a file of this repository; null when there is no such file. */
export function testNamesOf(file: string): readonly TestName[] | null {
  const known = read.get(file);
  if (known !== undefined) return known;
  const path = join(root, file);
  const names = existsSync(path) ? testNamesIn(readFileSync(path, "utf8")) : null;
  read.set(file, names);
  return names;
}

/** The tests of the file that have this name, or else a name that begins so. */
function testsMeant(file: string, name: string): readonly TestName[] {
  const names = testNamesOf(file) ?? [];
  const whole = names.filter(({ pattern }) => pattern.test(name));
  return whole.length > 0 ? whole : names.filter(({ beginning }) => name !== "" && beginning.startsWith(name));
}

/** Null when exactly one test is meant; else what is wrong. */
export function problemWithTest(file: string, name: string): string | null {
  if (!/^test\/.*\.(test|long)\.ts$/.test(file) || testNamesOf(file) === null) return `there is no test file ${file}`;
  const { length } = testsMeant(file, name);
  return length === 1 ? null : `${file} has ${length === 0 ? "no test" : `${length} tests`} "${name}"`;
}
