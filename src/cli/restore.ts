/** `gradeline restore`: replaces the present files by those of a backup, all of them or none. */
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { renewArchiveId } from "../archive/archive-id.ts";
import type { Config } from "../config.ts";
import { type Alone, holdAlone, holdTurn } from "../database/alone.ts";
import { changeCopy } from "../database/copy.ts";
import { engineOf, placeOf } from "../database/engine.ts";
import { unknownMigrations } from "../database/migrate.ts";
import { backSteps, planSwap, readNote, removeReplaced, type SwapNote, swapSteps, syncPath } from "../database/swap.ts";
import { accessName, factsName, type Manifest, verifiedManifest } from "./backup-manifest.ts";
import { CommandError } from "./failure.ts";
import { printable } from "./output/table-text.ts";

type Options = { readonly force?: true; readonly check?: true; readonly back?: true };

export async function restoreCommand(config: Config, given: string | undefined, options: Options): Promise<void> {
  if ((given === undefined) !== (options.back === true))
    throw new CommandError("name the folder of a backup, or --back");
  if (given === undefined) {
    for (const line of await goBack(config)) console.log(printable(line));
    return;
  }
  const folder = resolve(given);
  const manifest = await verifiedManifest(folder);
  if (options.check) {
    console.log(printable(`${folder} is a whole backup of ${manifest.created_at}`));
    return;
  }
  refuseStrange(config, folder, manifest);
  for (const line of await bringBack(config, folder, manifest, options)) console.log(printable(line));
}

function refuseStrange(config: Config, folder: string, manifest: Manifest): void {
  if (manifest.engine === "postgres") {
    throw new CommandError(
      `${folder} holds only ids: PostgreSQL's database comes back with pg_restore, its ids with it`,
    );
  }
  if (engineOf(config.databaseUrl) === "postgres") {
    throw new CommandError(`${folder} is a backup of files, and DATABASE_URL is a server`);
  }
  const later = (["facts", "access"] as const).flatMap((part) => unknownMigrations(manifest.migrations[part], part));
  if (later.length === 0) return;
  const made = `${folder} was made by Gradeline ${manifest.gradeline}`;
  throw new CommandError(`${made}, which is later than this one: it has been through ${later.join(", ")}`);
}

/** Both files of the database, in the order of their parts. */
function filesOf(config: Config): readonly [facts: string, access: string] {
  return [placeOf(config.databaseUrl, "facts"), placeOf(config.databaseUrl, "access")].map((path) => resolve(path)) as [
    string,
    string,
  ];
}

/** Does the work as the only restore of this database, with a temporary folder beside the database. */
async function inTurn<Result>(factsPath: string, work: (ours: string) => Promise<Result>): Promise<Result> {
  mkdirSync(dirname(factsPath), { recursive: true });
  const ours = `${factsPath}.restore`;
  mkdirSync(ours, { recursive: true, mode: 0o700 });
  const turn = holdTurn(join(ours, "turn"), `another restore of ${factsPath} is at work`);
  try {
    // A killed restore may have left files here.
    for (const name of readdirSync(ours)) if (name !== "turn") rmSync(join(ours, name), { recursive: true });
    return await work(ours);
  } finally {
    rmSync(ours, { recursive: true, force: true });
    turn.release();
  }
}

function bringBack(config: Config, folder: string, manifest: Manifest, { force }: Options): Promise<string[]> {
  const paths = filesOf(config);
  const [factsPath] = paths;
  return inTurn(factsPath, async (ours) => {
    const unfinished = readNote(factsPath);
    if (unfinished !== null) undo(factsPath, unfinished, ours);
    const staged = await stage(paths, folder, manifest, ours);
    const note = whileAlone(paths, ours, () => {
      const plan = planSwap(paths, folder, new Date());
      for (const _ of swapSteps({ factsPath, note: plan, staged, folder: ours }));
      return plan;
    });
    if (force) removeReplaced(note);
    const kept = force ? [] : note.files.filter(({ ends }) => ends.length > 0).map(({ replaced }) => replaced);
    return [
      `restored ${folder}, ${manifest.revision === null ? "nothing published" : `revision ${manifest.revision}`} of ${manifest.created_at}`,
      ...[...staged.keys()].map((path) => `  ${path}`),
      ...(kept.length === 0 ? [] : ["the files that were there before are kept, and can be removed:"]),
      ...kept.map((path) => `  ${path}`),
    ];
  });
}

/** Moves back the files that were there before an interrupted restore. */
function goBack(config: Config): Promise<string[]> {
  const [factsPath] = filesOf(config);
  return inTurn(factsPath, async (ours) => {
    const note = readNote(factsPath);
    if (note === null) throw new CommandError(`no restore of ${factsPath} was interrupted`);
    undo(factsPath, note, ours);
    return [`the files of before ${note.begunAt} are back: ${note.files.map(({ path }) => path).join(", ")}`];
  });
}

function undo(factsPath: string, note: SwapNote, ours: string): void {
  const paths = note.files.flatMap(({ path, replaced }) => [path, replaced]);
  whileAlone(paths, ours, () => {
    for (const _ of backSteps(factsPath, note));
  });
}

function whileAlone<Result>(paths: readonly string[], ours: string, work: () => Result): Result {
  const alone: Alone = holdAlone(paths, ours);
  try {
    return work();
  } finally {
    alone.release();
  }
}

/**
 * Copies the backup's files to a folder beside those that they will replace, checks the copies, makes them accessible
 * to the server, and syncs them to disk.
 */
async function stage(
  [factsPath, accessPath]: readonly [string, string],
  folder: string,
  manifest: Manifest,
  ours: string,
): Promise<Map<string, string>> {
  for (const { name } of manifest.files) copyFileSync(join(folder, name), join(ours, name));
  copyFileSync(join(folder, "manifest.json"), join(ours, "manifest.json"));
  // The files are checked again, because one may have changed between the first check and the copy.
  await verifiedManifest(ours);
  const facts = join(ours, factsName);
  await changeCopy(facts, "facts", renewArchiveId);
  const staged = new Map([[factsPath, facts]]);
  const access = join(ours, accessName);
  if (existsSync(access)) staged.set(accessPath, access);
  for (const [path, file] of staged) {
    giveTo(path, file, path === accessPath ? 0o600 : 0o644);
    syncPath(file);
  }
  return staged;
}

/**
 * A file that replaces another one can be read and written by the same users. A new file belongs to the owner of its
 * folder.
 */
function giveTo(path: string, file: string, newMode: number): void {
  const before = statSync(path, { throwIfNoEntry: false });
  chmodSync(file, before === undefined ? newMode : before.mode & 0o777);
  const { uid, gid } = before ?? statSync(dirname(path));
  if (process.getuid?.() === 0) chownSync(file, uid, gid);
}
