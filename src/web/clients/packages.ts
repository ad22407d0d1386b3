/**
 * Makes the packages of the clients out of their sources and the docs: fixed times, modes and order, so that every server offers the
 * same bytes of the same version. It needs neither a network nor a compiler, Python or R
 * ([decision 0167](../../../docs/decisions/0167-clients-are-offered-by-the-server.md)).
 */
import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parentPort } from "node:worker_threads";
import { gzipSync, type Zippable, zipSync } from "fflate";
import { createTar } from "nanotar";
import { javaScriptOf } from "../grade/modules.ts";
import { skillFiles } from "./skill.ts";

const clients = join(import.meta.dirname, "../../../clients");

/** Any moment would do. */
const tarredMs = Date.UTC(1985, 9, 26, 8, 15);
/** The earliest time that a zip can say. It is in the clock of this machine, because a zip knows no zone. */
const zippedAt = "1980-01-01T00:00:00";

type Files = readonly (readonly [path: string, text: string])[];

export type OfferedClient = {
  /** The name of its file, and of its address below `/clients/`. */
  readonly file: string;
  /** Its name where it is imported or installed. */
  readonly name: string;
  readonly type: string;
  readonly sha256: string;
  readonly bytes: Uint8Array;
  /** The address that always has the newest one; null: there is none. */
  readonly newest: string | null;
};

/** Every package, by the name of its file. @throws Error when a source is missing, or of two versions. */
export function makePackages(): readonly OfferedClient[] {
  const typescript = join(clients, "typescript");
  const { version } = JSON.parse(readFileSync(join(typescript, "package.json"), "utf8")) as { version: string };
  const skill = [...skillFiles()].map(([path, text]) => [`gradeline/${path}`, text] as const);
  const wheel = zipped(wheelFiles(join(clients, "python"), version));
  const r = readFileSync(join(clients, "r/gradeline.R"));
  const zip = "application/zip";
  const offered = (file: string, type: string, bytes: Uint8Array, newest: string | null = null): OfferedClient => {
    const name = file.replace(/[-.]\d.*|\.R$/, "");
    return { file, name, type, sha256: hash("sha256", bytes), bytes, newest };
  };
  return [
    offered(`gradeline-client-${version}.tgz`, "application/gzip", tarball(typescript), "gradeline-client.tgz"),
    offered(`gradeline-skill-${version}.zip`, zip, zipped(skill)),
    offered("gradeline.R", "text/plain; charset=utf-8", r),
    // pip reads the version in the name of a wheel, so a wheel has no address without one.
    offered(`gradeline_client-${version}-py3-none-any.whl`, zip, wheel),
  ];
}

/** The tarball that `npm install` takes: modules of JavaScript, and the declarations that lie in `types/`. */
function tarball(folder: string): Uint8Array {
  const modules = filesBelow(join(folder, "src")).filter((name) => name.endsWith(".ts"));
  const others = ["package.json", "README.md", ...filesBelow(join(folder, "types")).map((name) => `types/${name}`)];
  const files: Files = [
    ...modules.map((name) => [`src/${name.replace(/\.ts$/, ".js")}`, javaScriptOf(name)] as const),
    ...others.map((name) => [name, readFileSync(join(folder, name), "utf8")] as const),
  ];
  const attrs = { uid: 0, gid: 0, mtime: tarredMs };
  const entries = [...files].sort(byPath).map(([path, text]) => {
    const mode = path === "src/bin.js" ? "755" : "644";
    return { name: `package/${path}`, data: new TextEncoder().encode(text), attrs: { ...attrs, mode } };
  });
  return gzipSync(createTar(entries), { level: 9, mtime: tarredMs });
}

/**
 * The files of a wheel: the modules, and the three files of metadata that its format requires
 * (https://packaging.python.org/en/latest/specifications/binary-distribution-format/).
 */
function wheelFiles(folder: string, version: string): Files {
  const project = readFileSync(join(folder, "pyproject.toml"), "utf8");
  const own = (name: string): string => {
    const value = new RegExp(`^${name} = "([^"]*)"$`, "m").exec(project)?.[1];
    if (value === undefined) throw new Error(`clients/python/pyproject.toml has no ${name}`);
    return value;
  };
  const modules = filesBelow(join(folder, "gradeline"))
    .filter((name) => /\.(py|typed)$/.test(name))
    .map((name) => [`gradeline/${name}`, readFileSync(join(folder, "gradeline", name), "utf8")] as const);
  const said = modules.find(([path]) => path === "gradeline/__init__.py")?.[1] ?? "";
  if (own("version") !== version || !said.includes(`__version__ = "${version}"`)) {
    throw new Error(`pyproject.toml and __init__.py of clients/python are not both of version ${version}`);
  }
  const head = [
    "Metadata-Version: 2.4",
    `Name: ${own("name")}`,
    `Version: ${version}`,
    `Summary: ${own("description")}`,
    `Requires-Python: ${own("requires-python")}`,
    "Description-Content-Type: text/markdown",
  ];
  const wheel = ["Wheel-Version: 1.0", "Generator: gradeline", "Root-Is-Purelib: true", "Tag: py3-none-any"];
  const info = `${own("name").replaceAll("-", "_")}-${version}.dist-info`;
  const files: Files = [
    ...modules,
    [`${info}/METADATA`, `${head.join("\n")}\n\n${readFileSync(join(folder, "README.md"), "utf8")}`],
    [`${info}/WHEEL`, `${wheel.join("\n")}\n`],
  ];
  const record = files.map(
    ([path, text]) => `${path},sha256=${hash("sha256", text, "base64url")},${Buffer.byteLength(text)}`,
  );
  return [...files, [`${info}/RECORD`, [...record, `${info}/RECORD,,`, ""].join("\n")]];
}

/** Regular files that everybody reads and the owner writes, as Unix has it in the upper half. */
function zipped(files: Files): Uint8Array {
  const options = { mtime: zippedAt, os: 3, attrs: 0o100644 << 16, level: 9 } as const;
  const entries: Zippable = Object.fromEntries(
    files.map(([path, text]) => [path, [new TextEncoder().encode(text), options]]),
  );
  return zipSync(entries);
}

/** Paths below a folder, in order, with `/` on every system. What Python has compiled is left out. */
function filesBelow(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[])
    .map((name) => name.replaceAll("\\", "/"))
    .filter((name) => /\.\w+$/.test(name) && !name.includes("__pycache__"))
    .sort();
}

function byPath([one]: readonly [string, string], [other]: readonly [string, string]): number {
  return one < other ? -1 : 1;
}

// As the program of a thread it has one thing to do.
parentPort?.postMessage(makePackages());
