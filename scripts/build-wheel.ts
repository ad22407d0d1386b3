/**
 * Makes the wheel of the Python client, the same bytes from the same files: a zip with fixed times, modes and order, and the three
 * files of metadata that the format of wheels wants (https://packaging.python.org/en/latest/specifications/binary-distribution-format/).
 */
import { hash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { type Zippable, zipSync } from "fflate";

const clients = join(import.meta.dirname, "../clients");
const python = join(clients, "python");

/** The earliest time that a zip can say, in the clock of whoever reads it; another time would be another file. */
const fixedTime = "1980-01-01T00:00:00";
/** Regular files that everybody reads and the owner writes, as Unix has it in the upper half. */
const attributes = 0o100644 << 16;

type Wheel = { readonly name: string; readonly bytes: Uint8Array };

/** The value of a member of `[project]`. @throws Error naming it. */
function member(project: string, name: string): string {
  const value = new RegExp(`^${name} = "([^"]*)"$`, "m").exec(project)?.[1];
  if (value === undefined) throw new Error(`clients/python/pyproject.toml has no ${name}`);
  return value;
}

/** @throws Error when the version in the package is not that of the project. */
export function buildWheel(): Wheel {
  const project = readFileSync(join(python, "pyproject.toml"), "utf8");
  const version = member(project, "version");
  if (!readFileSync(join(python, "gradeline/__init__.py"), "utf8").includes(`__version__ = "${version}"`)) {
    throw new Error(`clients/python/gradeline/__init__.py does not say the version ${version} of pyproject.toml`);
  }
  const name = `${member(project, "name").replaceAll("-", "_")}-${version}`;
  const info = `${name}.dist-info`;
  const files: [string, Buffer][] = packageFiles().map((path) => [path, readFileSync(join(python, path))]);
  files.push([`${info}/METADATA`, Buffer.from(metadata(project))]);
  const wheel = ["Wheel-Version: 1.0", "Generator: gradeline", "Root-Is-Purelib: true", "Tag: py3-none-any", ""];
  files.push([`${info}/WHEEL`, Buffer.from(wheel.join("\n"))]);
  const record = files.map(
    ([path, content]) => `${path},sha256=${hash("sha256", content, "base64url")},${content.length}`,
  );
  files.push([`${info}/RECORD`, Buffer.from([...record, `${info}/RECORD,,`, ""].join("\n"))]);
  const entries: Zippable = Object.fromEntries(
    files.map(([path, content]) => [path, [content, { mtime: fixedTime, os: 3, attrs: attributes, level: 9 }]]),
  );
  return { name: `${name}-py3-none-any.whl`, bytes: zipSync(entries) };
}

/** By path, with `/` on every system. What Python has compiled is left out. */
function packageFiles(): string[] {
  return readdirSync(join(python, "gradeline"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("__pycache__"))
    .map(({ parentPath, name }) => relative(python, join(parentPath, name)).split(sep).join("/"))
    .filter((path) => /\.(py|typed|json)$/.test(path))
    .sort();
}

function metadata(project: string): string {
  const lines = [
    "Metadata-Version: 2.4",
    `Name: ${member(project, "name")}`,
    `Version: ${member(project, "version")}`,
    `Summary: ${member(project, "description")}`,
    `Requires-Python: ${member(project, "requires-python")}`,
    "Description-Content-Type: text/markdown",
    "",
  ];
  return `${lines.join("\n")}\n${readFileSync(join(python, "README.md"), "utf8")}`;
}

export const wheelFolder = join(clients, "dist");

if (import.meta.main) {
  const { name, bytes } = buildWheel();
  mkdirSync(wheelFolder, { recursive: true });
  for (const old of readdirSync(wheelFolder)) if (old.endsWith(".whl") && old !== name) rmSync(join(wheelFolder, old));
  writeFileSync(join(wheelFolder, name), bytes);
}
