/**
 * `npm run count` weighs the repository: lines of code and files, a row for each room, and the words of the docs. It judges nothing.
 * Only files that git knows count. What a script wrote says so in its first line, and has a column of its own.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean);
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");
const isCode = (file: string): boolean => /\.(ts|js|mjs|css|py|R)$/.test(file);
const linesOf = (text: string): number => text.split("\n").length - 1;
const isWritten = (text: string): boolean =>
  /Written by scripts\/|scripts\/\S+ makes? this file/.test(text.split("\n", 1)[0] ?? "");

function print(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  console.log([line(heads), line(heads.map(() => "---")), ...rows.map(line), ""].join("\n"));
}

function weighed(folder: string): [string, number, number, number] {
  const texts = files.filter((file) => file.startsWith(`${folder}/`) && isCode(file)).map(textOf);
  const sum = (some: readonly string[]) => some.reduce((lines, text) => lines + linesOf(text), 0);
  return [folder, texts.length, sum(texts.filter((text) => !isWritten(text))), sum(texts.filter(isWritten))];
}

function wordsOf(named: string, found: readonly string[]): [string, number, number] {
  const words = found.map((file) => textOf(file).split(/\s+/).filter(Boolean).length);
  return [named, found.length, words.reduce((sum, each) => sum + each, 0)];
}

const roomsOf = (folder: string): string[] => {
  const names = files.filter((file) => file.startsWith(`${folder}/`) && file.split("/").length > 2);
  return [...new Set(names.map((file) => file.split("/").slice(0, 2).join("/")))];
};
const heads = ["folder", "files", "lines by hand", "lines that a script wrote"];
print(heads, ["src", "test", "clients", "sample", "scripts"].map(weighed));
print(heads, [...roomsOf("src"), ...roomsOf("test")].map(weighed));
const docs = files.filter((file) => /^docs\/.*\.md$/.test(file));
print(["text", "files", "words"], [wordsOf("docs", docs), wordsOf("README.md", ["README.md"])]);
const packages = execFileSync("npm", ["ls", "--omit=dev", "--all", "--parseable"], { cwd: root, encoding: "utf8" });
console.log(`${packages.trim().split("\n").length - 1} packages are installed for production.`);
