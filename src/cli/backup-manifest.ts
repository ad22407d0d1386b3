/** The list of a backup's files, with sizes and digests. It is written last, so a backup that has it is complete. */
import { createHash } from "node:crypto";
import { createReadStream, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { CommandError } from "./failure.ts";

export const manifestName = "manifest.json";
export const identitiesName = "identities.ndjson";
/** The names of the files of both parts. `gradeline.db` finds its accounts under the other name. */
export const factsName = "gradeline.db";
export const accessName = "gradeline-access.db";

const Manifest = Type.Object({
  format: Type.Literal(1),
  gradeline: Type.String({ description: "the version of Gradeline that made it" }),
  created_at: Type.String({ format: "date-time" }),
  engine: Type.Union([Type.Literal("sqlite"), Type.Literal("postgres")]),
  revision: Type.Union([Type.Integer(), Type.Null()]),
  migrations: Type.Object({ facts: Type.Array(Type.String()), access: Type.Array(Type.String()) }),
  files: Type.Array(
    Type.Object({
      name: Type.Union([Type.Literal(factsName), Type.Literal(accessName), Type.Literal(identitiesName)]),
      bytes: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    }),
  ),
});
export type Manifest = Static<typeof Manifest>;
const check = Compile(Manifest);

export type ManifestFile = Manifest["files"][number];

export async function describeFile(folder: string, name: ManifestFile["name"]): Promise<ManifestFile> {
  const path = join(folder, name);
  return { name, bytes: statSync(path).size, sha256: await digestOf(path) };
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash("sha256");
  await pipeline(createReadStream(path), digest);
  return digest.digest("hex");
}

/**
 * Reads the manifest of a backup, and checks every file against it.
 * @throws CommandError that names the first file that differs.
 */
export async function verifiedManifest(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  for (const { name, bytes, sha256 } of manifest.files) {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    if (stat === undefined) throw damaged(folder, `${name} is missing`);
    if (stat.size !== bytes) throw damaged(folder, `${name} has ${stat.size} bytes instead of ${bytes}`);
    if ((await digestOf(join(folder, name))) !== sha256) throw damaged(folder, `${name} has changed since`);
  }
  return manifest;
}

function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = readFileSync(join(folder, manifestName), "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    throw new CommandError(`${folder} is no whole backup: it has no ${manifestName}`);
  }
  const manifest = parsed(text);
  if (!check.Check(manifest)) throw damaged(folder, `${manifestName} is not one that this version of Gradeline reads`);
  return manifest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function damaged(folder: string, what: string): CommandError {
  return new CommandError(`${folder} is no whole backup: ${what}`);
}
