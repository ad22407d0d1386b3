/**
 * Makes the packages of the clients that a server offers at `/clients/`, byte for byte the same on every machine, and their
 * SHA-256. Run it when a client has changed; a test fails when clients/dist/ is of another one.
 */
import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync, zipSync } from "fflate";
import { createTar } from "nanotar";

const root = join(import.meta.dirname, "..");
const source = join(root, "clients/typescript");
/** Where the packages lie. */
export const clientsDist = join(root, "clients/dist");

/** Any moment would do. */
const madeMs = Date.UTC(1985, 9, 26, 8, 15);
/** The same in the clock of this machine, which zip writes down without a zone. It knows no year before 1980. */
const zippedAt = new Date(1985, 9, 26, 8, 15);

/** Files that import each other by `.ts` do it by `.js` where they are JavaScript. */
const asJavaScript = (text: string) => text.replace(/((?:from|import\()\s*"\.{1,2}\/[^"]+)\.ts"/g, '$1.js"');

/** The files of the npm package by their paths in it. @throws Error with what the compiler says. */
function packageFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  for (const name of ["package.json", "README.md"]) files.set(name, readFileSync(join(source, name), "utf8"));
  for (const file of globSync("src/**/*.ts", { cwd: source }).sort()) {
    const script = stripTypeScriptTypes(readFileSync(join(source, file), "utf8"));
    files.set(file.replace(/\.ts$/, ".js"), asJavaScript(script.replace(/[ \t]+$/gm, "").replace(/\n{3,}/g, "\n\n")));
  }
  for (const [file, text] of declarations()) files.set(file, asJavaScript(text));
  return files;
}

/** The declarations that the compiler makes, by their paths. */
function declarations(): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-declarations-"));
  try {
    const program = join(root, "node_modules/typescript/bin/tsc");
    const run = spawnSync(process.execPath, [program, "-p", source, "--outDir", folder], { encoding: "utf8" });
    if (run.status !== 0) throw new Error(`the client's types are wrong: ${run.stdout}${run.stderr}`);
    const files = globSync("src/**/*.d.ts", { cwd: folder }).sort();
    return new Map(files.map((file) => [file, readFileSync(join(folder, file), "utf8")]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The tarball that `npm install` takes. */
export function clientTarball(): Uint8Array {
  const attrs = { uid: 0, gid: 0, mtime: madeMs };
  const entries = [...packageFiles()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, text]) => {
      const mode = path === "src/bin.js" ? "755" : "644";
      return { name: `package/${path}`, data: new TextEncoder().encode(text), attrs: { ...attrs, mode } };
    });
  return gzipSync(createTar(entries), { level: 9, mtime: madeMs });
}

/** The skill as coding assistants take it: a folder with SKILL.md. */
export function skillZip(): Uint8Array {
  const folder = join(root, "clients/skill");
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith(".md")).sort();
  const entries = files.map((file) => [`gradeline/${file.replaceAll("\\", "/")}`, readFileSync(join(folder, file))]);
  return zipSync(Object.fromEntries(entries), { level: 9, mtime: zippedAt, os: 3, attrs: 0o644 << 16 });
}

export function clientVersion(): string {
  return (JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as { version: string }).version;
}

/** The text of SHA256SUMS, as `sha256sum --check` takes it. @param folder with the packages. */
export function sumsText(folder: string): string {
  const names = readdirSync(folder).filter((name) => name !== "SHA256SUMS");
  return names
    .sort()
    .map((name) => `${hash("sha256", readFileSync(join(folder, name)))}  ${name}\n`)
    .join("");
}

if (import.meta.main) {
  mkdirSync(clientsDist, { recursive: true });
  const made = {
    [`gradeline-client-${clientVersion()}.tgz`]: clientTarball(),
    [`gradeline-skill-${clientVersion()}.zip`]: skillZip(),
  };
  for (const old of readdirSync(clientsDist))
    if (/^gradeline-(client|skill)-/.test(old)) rmSync(join(clientsDist, old));
  for (const [name, bytes] of Object.entries(made)) writeFileSync(join(clientsDist, name), bytes);
  // The wheel has a builder of its own, which writes beside them.
  const wheel = join(import.meta.dirname, "build-wheel.ts");
  if (existsSync(wheel) && spawnSync(process.execPath, [wheel], { stdio: "inherit" }).status !== 0)
    process.exitCode = 1;
  writeFileSync(join(clientsDist, "SHA256SUMS"), sumsText(clientsDist));
}
