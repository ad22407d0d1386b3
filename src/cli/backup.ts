/**
 * `gradeline backup` copies everything that cannot be made again into a folder, which is there complete or not at all: the list of its
 * files, with sizes and digests, is written last. `gradeline restore` puts the files of a backup where no database is. It replaces nothing:
 * an operator who brings a backup back moves the files of before away, so that no file that a process has open, and none that somebody still
 * needs, is ever written over.
 */
import { createHash } from "node:crypto";
import * as fs from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import { noteDeed } from "../audit/deeds.ts";
import type { Config } from "../config/config.ts";
import { type Database, engineOf, missingAccess, placeOf } from "../database/engine.ts";
import { migrationsDone, otherVersion, unknownMigrations } from "../database/migrate.ts";
import { changeCopy, copyPart, readPart } from "../database/read-only.ts";
import { filesOf, syncPath } from "../database/sqlite-files.ts";
import { jsonOrNull } from "../feed/parse.ts";
import { programVersion } from "../http/version.ts";
import { readNewestRelease, renewArchiveId } from "../release/manifest.ts";
import { CommandError } from "./failure.ts";
import { print, printLines } from "./output/print.ts";
import { commandActor } from "./with-database.ts";

const manifestName = "manifest.json";
/** The names of the files of both parts. `gradeline.db` finds its accounts under the other name. */
const factsName = "gradeline.db";
const accessName = "gradeline-access.db";

const Manifest = Type.Object({
  format: Type.Literal(1),
  gradeline: Type.String({ description: "the version of Gradeline that made it" }),
  created_at: Type.String({ format: "date-time" }),
  engine: Type.Literal("sqlite"),
  revision: Type.Union([Type.Integer(), Type.Null()]),
  migrations: Type.Object({ facts: Type.Array(Type.String()), access: Type.Array(Type.String()) }),
  files: Type.Array(
    Type.Object({
      name: Type.Union([Type.Literal(factsName), Type.Literal(accessName)]),
      bytes: Type.Integer({ minimum: 0 }),
      sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }),
    }),
  ),
});
type Manifest = Static<typeof Manifest>;
const check = Compile(Manifest);

type ManifestFile = Manifest["files"][number];

async function describeFile(folder: string, name: ManifestFile["name"]): Promise<ManifestFile> {
  const path = join(folder, name);
  return { name, bytes: fs.statSync(path).size, sha256: await digestOf(path) };
}

async function digestOf(path: string): Promise<string> {
  const digest = createHash("sha256");
  await pipeline(fs.createReadStream(path), digest);
  return digest.digest("hex");
}

/**
 * Reads the manifest of a backup, and checks every file against it.
 * @throws CommandError that names the first file that differs.
 */
export async function verifiedManifest(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  await refuseChanged(folder, manifest);
  return manifest;
}

/** @throws CommandError that names the first file of a folder that is not as the manifest has it. */
async function refuseChanged(folder: string, { files }: Manifest): Promise<void> {
  for (const { name, bytes, sha256 } of files) {
    const stat = fs.statSync(join(folder, name), { throwIfNoEntry: false });
    if (stat === undefined) throw damaged(folder, `${name} is missing`);
    if (stat.size !== bytes) throw damaged(folder, `${name} has ${stat.size} bytes instead of ${bytes}`);
    if ((await digestOf(join(folder, name))) !== sha256) throw damaged(folder, `${name} has changed since`);
  }
}

function readManifest(folder: string): Manifest {
  let text: string;
  try {
    text = fs.readFileSync(join(folder, manifestName), "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    throw new CommandError(`${folder} is no whole backup: it has no ${manifestName}`);
  }
  const manifest = jsonOrNull(text);
  if (!check.Check(manifest)) throw damaged(folder, `${manifestName} is not one that this version of Gradeline reads`);
  return manifest;
}

function damaged(folder: string, what: string): CommandError {
  return new CommandError(`${folder} is no whole backup: ${what}`);
}

export async function backupCommand(config: Config, given: string, { json }: { readonly json?: true }): Promise<void> {
  const folder = resolve(given);
  const manifest = await makeBackup(config, folder);
  print({ folder, ...manifest }, { json });
}

/** @throws CommandError when the folder is taken, or there is nothing to back up. Then nothing is left in its place. */
async function makeBackup(config: Config, folder: string): Promise<Manifest> {
  if (engineOf(config.databaseUrl) === "postgres") {
    const own = 'PostgreSQL is backed up by its own programs, with all ids (docs/backup.md, "PostgreSQL")';
    throw new CommandError(`${own}; gradeline identities export writes the ids alone`);
  }
  refuseTaken(folder);
  fs.mkdirSync(dirname(folder), { recursive: true });
  // The folder gets its own name only when it is complete. A killed backup leaves a folder with another name, which can
  // be removed.
  const unfinished = fs.mkdtempSync(`${folder}.partial-`);
  try {
    const manifest = await fillFromFiles(config.databaseUrl, unfinished);
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    fs.writeFileSync(join(unfinished, manifestName), text, { mode: 0o600, flush: true });
    syncPath(unfinished);
    // It may have been made meanwhile.
    refuseTaken(folder);
    fs.renameSync(unfinished, folder);
    syncPath(dirname(folder));
    return manifest;
  } catch (error) {
    fs.rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** A backup replaces no other backup, and nobody's files. */
function refuseTaken(folder: string): void {
  if (fs.existsSync(folder)) throw new CommandError(`${folder} is there already: name a new folder`);
}

async function fillFromFiles(databaseUrl: string, folder: string): Promise<Manifest> {
  const facts = placeOf(databaseUrl, "facts");
  if (!fs.existsSync(facts)) throw new CommandError(`there is no database at ${facts} yet`);
  const createdAt = new Date().toISOString();
  const copyUrl = join(folder, factsName);
  const names: ManifestFile["name"][] = [factsName];
  await copyPart(databaseUrl, "facts", copyUrl);
  if (missingAccess(databaseUrl) === null) {
    names.push(accessName);
    await copyPart(databaseUrl, "access", join(folder, accessName));
  }
  const read = <Result>(part: "facts" | "access", work: (database: Database) => Promise<Result>) =>
    readPart(copyUrl, part, work);
  const done = ({ kysely, part }: Database) => migrationsDone(kysely, part);
  return {
    format: 1,
    gradeline: programVersion(),
    engine: "sqlite",
    created_at: createdAt,
    revision: await read("facts", async ({ kysely }) => (await readNewestRelease(kysely))?.revision ?? null),
    migrations: {
      facts: await read("facts", done),
      access: names.includes(accessName) ? await read("access", done) : [],
    },
    files: await Promise.all(names.map((name) => describeFile(folder, name))),
  };
}

export async function restoreCommand({ databaseUrl }: Config, given: string): Promise<void> {
  const folder = resolve(given);
  const manifest = await verifiedManifest(folder);
  refuseStrange(databaseUrl, folder, manifest);
  const [facts, access] = [placeOf(databaseUrl, "facts"), placeOf(databaseUrl, "access")].map((each) => resolve(each));
  if (facts === undefined || access === undefined) return;
  refuseFiles([facts, access]);
  fs.mkdirSync(dirname(facts), { recursive: true });
  const staged = fs.mkdtempSync(`${facts}.restore-`);
  try {
    await stage(folder, manifest, staged);
    const hasAccounts = manifest.files.some(({ name }) => name === accessName);
    // The archive comes last: a restore that is killed before leaves no archive, and the next one says what is there.
    if (hasAccounts) putInPlace(join(staged, accessName), access, 0o600);
    putInPlace(join(staged, factsName), facts, 0o644);
    const revision = manifest.revision === null ? "nothing published" : `revision ${manifest.revision}`;
    const paths = hasAccounts ? [facts, access] : [facts];
    printLines([`restored ${folder}, ${revision} of ${manifest.created_at}`, ...paths.map((path) => `  ${path}`)]);
  } finally {
    fs.rmSync(staged, { recursive: true, force: true });
  }
}

/** @throws CommandError when the backup is of another engine, or another version made it. */
function refuseStrange(databaseUrl: string, folder: string, manifest: Manifest): void {
  if (engineOf(databaseUrl) === "postgres") {
    throw new CommandError(`${folder} is a backup of files, and DATABASE_URL is a server`);
  }
  const unknown = (["facts", "access"] as const).flatMap((part) => unknownMigrations(manifest.migrations[part], part));
  if (unknown.length === 0) return;
  throw new CommandError(`${folder} is of Gradeline ${manifest.gradeline}: ${otherVersion(unknown)}`);
}

function refuseFiles(paths: readonly string[]): void {
  const there = paths.flatMap(filesOf);
  if (there.length === 0) return;
  const [what, them] = there.length === 1 ? ["is", "it"] : ["are", "them"];
  const advice = `stop every server and command that works on ${them}, move ${them} away, and restore again`;
  throw new CommandError(`${there.join(", ")} ${what} there: ${advice}`);
}

/** Copies the backup's files to a folder beside the place that they are for, and checks the copies. */
async function stage(folder: string, manifest: Manifest, staged: string): Promise<void> {
  for (const { name } of manifest.files) fs.copyFileSync(join(folder, name), join(staged, name));
  // The files are checked again, because one may have changed between the first check and the copy.
  await refuseChanged(staged, manifest);
  await changeCopy(join(staged, factsName), "facts", async (database) => {
    await renewArchiveId(database);
    const noted = { part: database.part, actor: commandActor() };
    await noteDeed(noted, database.kysely, "restore", { made_at: manifest.created_at });
  });
}

/** The file belongs to the owner of its folder. @throws where a file is there meanwhile. */
function putInPlace(staged: string, path: string, mode: number): void {
  fs.chmodSync(staged, mode);
  const { uid, gid } = fs.statSync(dirname(path));
  if (process.getuid?.() === 0) fs.chownSync(staged, uid, gid);
  syncPath(staged);
  fs.linkSync(staged, path);
  syncPath(dirname(path));
}
