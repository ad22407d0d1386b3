/** The modules of our TypeScript client that read and grade bets, as a browser imports them: without types, below one address. */
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { type ServedFile, servedFile } from "../../http/send-file.ts";

const source = join(import.meta.dirname, "../../../clients/typescript/src");

/** These read files, and no page needs them. */
const ofPrograms: ReadonlySet<string> = new Set(["grade/command.ts", "grade/mirror-source.ts"]);
/** What the client is made of that asks the API. */
const ofClient = [
  "api-endpoints",
  "asking",
  "body",
  "cache",
  "client",
  "errors",
  "limits",
  "listing",
  "pace",
  "plan",
  "waiting",
];

type Modules = {
  /** Where they are, with a slash at its end; another version has another address. */
  readonly path: string;
  readonly files: ReadonlyMap<string, ServedFile>;
};

export function readModules(): Modules {
  const grade = readdirSync(join(source, "grade")).map((name) => `grade/${name}`);
  const names = [...ofClient.map((name) => `${name}.ts`), ...grade].filter((name) => !ofPrograms.has(name)).sort();
  const texts = withoutWarning(() => names.map((name) => [name.replace(/\.ts$/, ".js"), scriptOf(name)] as const));
  const digest = hash("sha256", JSON.stringify(texts), "base64url").slice(0, 12);
  const files = texts.map(
    ([name, text]) => [name, servedFile("text/javascript; charset=utf-8", Buffer.from(text))] as const,
  );
  return { path: `/assets/client/${digest}/`, files: new Map(files) };
}

/** Imports name files of TypeScript, and in the browser those of JavaScript. */
function scriptOf(name: string): string {
  const script = stripTypeScriptTypes(readFileSync(join(source, name), "utf8"));
  return script.replace(/(from\s*"\.{1,2}\/[^"]+)\.ts"/g, '$1.js"');
}

/** Node warns that the function which strips types may change. Operators can do nothing about it, and a test would notice. */
function withoutWarning<Value>(make: () => Value): Value {
  const emitWarning = process.emitWarning;
  process.emitWarning = () => {};
  try {
    return make();
  } finally {
    process.emitWarning = emitWarning;
  }
}
