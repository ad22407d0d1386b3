/** The modules of our TypeScript client that read and grade bets, as a browser imports them: without types, below one address. */
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { servedFile } from "../../http/send.ts";

const source = join(import.meta.dirname, "../../../clients/typescript/src");

/** These read files, and no page needs them. */
const ofPrograms: ReadonlySet<string> = new Set([
  ...["bin.ts", "cli.ts", "folder-cache.ts", "index.ts"],
  ...["grade/command.ts", "grade/mirror-source.ts"],
]);

/** The files by their routes, and the path of all, with a slash at its end: another version has another address. */
export function readModules() {
  const all = readdirSync(source, { recursive: true, encoding: "utf8" });
  const names = all.filter((name) => name.endsWith(".ts") && !ofPrograms.has(name)).sort();
  const texts = names.map((name) => [name.replace(/\.ts$/, ".js"), javaScriptOf(name)] as const);
  const digest = hash("sha256", JSON.stringify(texts), "base64url").slice(0, 12);
  const type = "text/javascript; charset=utf-8";
  const path = `/assets/client/${digest}/`;
  return { path, files: new Map(texts.map(([name, text]) => [path + name, servedFile(type, Buffer.from(text))])) };
}

/**
 * A module of the client without its types. Imports name files of TypeScript, and where it runs those of JavaScript.
 * @param name of its file, below clients/typescript/src.
 */
export function javaScriptOf(name: string): string {
  const text = readFileSync(join(source, name), "utf8");
  // Node warns that the function which strips types may change. Operators can do nothing about it, and a test would notice.
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return stripTypeScriptTypes(text)
      .replace(/((?:from|import\()\s*"\.{1,2}\/[^"]+)\.ts"/g, '$1.js"')
      .replace(/[ \t]+$/gm, "")
      .replace(/\n{3,}/g, "\n\n");
  } finally {
    process.emitWarning = emitWarning;
  }
}
