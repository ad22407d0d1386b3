/**
 * Where a process gets the views of a release's seasons from: its own folder, or else the database, where the publish that wrote
 * the season has put its view, or else it makes the view of the season's values. The folder may be lost at any time. Its files have
 * their SHA-256 in their name, and are hashed when they are opened.
 */
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
} from "node:fs";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import { createZstdDecompress, zstdCompressSync } from "node:zlib";
import type { Kysely } from "kysely";
import { reasonOf } from "../../database/database-error.ts";
import { type Database, tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import { hourMs } from "../../domain/durations.ts";
import { contentOf, type SeasonEntry } from "../manifest.ts";
import { asDamage, ReleaseDamaged } from "../release-damaged.ts";
import { readFile, storeFile } from "../store.ts";
import type { ReleaseTables } from "../tables.ts";
import { endsOf, prefixBytes } from "./container.ts";
import type { ViewBytes } from "./open-view.ts";
import { viewVersion } from "./view-version.ts";

/** A view as several threads of a process have it: its front in memory, and the rest in a file, or in memory too. */
export type PlacedView = {
  /** Shared, unless only one thread has the view. */
  readonly memory: ArrayBufferLike;
  /** Null: all of the view is in memory. */
  readonly file: string | null;
};

/** Closes the file of a view that nothing can read from any more. */
const openFiles = new FinalizationRegistry<number>(closeSync);

export function bytesOf({ memory, file }: PlacedView): ViewBytes {
  const front = Buffer.from(memory);
  if (file === null) return { memory: front, read: (at, bytes) => front.subarray(at, at + bytes) };
  // It is open from the beginning, so that the folder may be lost, and the file outlives its place in it.
  const descriptor = openIfThere(file);
  function read(at: number, bytes: number): Buffer {
    if (descriptor === null) throw new ReleaseDamaged(`the view ${file} is gone`);
    const part = Buffer.allocUnsafe(bytes);
    // What a file that was cut off does not fill is memory of other answers.
    if (readSync(descriptor, part, 0, bytes, at) < bytes) throw new Error(`the view ${file} was cut off`);
    return part;
  }
  if (descriptor !== null) openFiles.register(read, descriptor);
  return { memory: front, read };
}

function openIfThere(file: string): number | null {
  try {
    return openSync(file, "r");
  } catch {
    return null;
  }
}

/** The usual 16 KiB make ten thousands of pieces of a view; a larger one keeps requests waiting while it is hashed. */
const chunkSize = 1024 * 1024;

/**
 * Puts the view together where it stays: its pieces and a copy of them all would take twice its memory.
 * @throws ReleaseDamaged when it is not as long as it says.
 */
async function decompressed(packed: Buffer): Promise<Buffer> {
  let view = Buffer.from(new SharedArrayBuffer(0));
  let at = 0;
  for await (const piece of Readable.from([packed]).pipe(createZstdDecompress({ chunkSize }))) {
    if (at === 0) view = Buffer.from(new SharedArrayBuffer(endsOf(piece)?.all ?? 0));
    if (at + piece.length > view.length) throw new ReleaseDamaged("a view is longer than it says");
    view.set(piece, at);
    at += piece.length;
  }
  if (at < view.length) throw new ReleaseDamaged("a view is shorter than it says");
  return view;
}

/**
 * Puts the view of a season into the database, for every process with the same code. It is compressed at once, in 0.15 s for 80 MB: a
 * publish has nothing else to do, and its clock may be one that waits for nobody.
 */
export async function storeView(connection: Kysely<AnyTables>, entry: SeasonEntry, view: Buffer): Promise<void> {
  const { sha256 } = await storeFile(connection, zstdCompressSync(view));
  const row = { season: contentOf(entry), version: viewVersion, sha256 };
  const tables = tablesOf<ReleaseTables>(connection);
  await tables
    .deleteFrom("release_views")
    .where("season", "=", row.season)
    .where("version", "=", viewVersion)
    .execute();
  await tables.insertInto("release_views").values(row).execute();
}

/** The files of the views of some seasons: of each the newest two versions of the code. */
export async function viewFiles(connection: Kysely<AnyTables>, entries: readonly SeasonEntry[]): Promise<string[]> {
  const rows = await tablesOf<ReleaseTables>(connection)
    .selectFrom("release_views")
    .select(["version", "sha256"])
    .where("season", "in", ["", ...entries.map(contentOf)])
    .execute();
  const kept = new Set([...new Set(rows.map(({ version }) => Number(version)))].sort((a, b) => b - a).slice(0, 2));
  return rows.filter(({ version }) => kept.has(Number(version))).map(({ sha256 }) => sha256);
}

/** Null where nobody has put one there, and where it is not what its name says: then it is made anew. */
export async function readView(connection: Kysely<AnyTables>, entry: SeasonEntry): Promise<Buffer | null> {
  try {
    const row = await tablesOf<ReleaseTables>(connection)
      .selectFrom("release_views as view")
      .innerJoin("release_files as file", "file.sha256", "view.sha256")
      .select(["file.sha256", "file.bytes"])
      .where("view.season", "=", contentOf(entry))
      .where("view.version", "=", viewVersion)
      .executeTakeFirst();
    return row === undefined ? null : await decompressed(await readFile(connection, row));
  } catch (error) {
    if (asDamage(error) !== null) return null;
    throw error;
  }
}

export type ViewStoreOptions = {
  /** Null: views are kept in memory alone. */
  readonly folder: string | null;
  /** Makes a view of the season's values. @throws ReleaseDamaged when a file of the season is not what its name says. */
  readonly make: (entry: SeasonEntry) => Promise<Buffer>;
  readonly warn: (message: string) => void;
};

/** Views that are used no longer stay so long in the folder. */
const keptMs = 48 * hourMs;

export class ViewStore {
  readonly #database: Database;
  readonly #options: ViewStoreOptions;
  #isFolderGood: boolean;

  constructor(database: Database, options: ViewStoreOptions) {
    this.#database = database;
    this.#options = options;
    this.#isFolderGood = options.folder !== null;
  }

  /**
   * @param hasTexts whether the rows as text are to be in memory, too.
   * @throws ReleaseDamaged when the view is nowhere, and cannot be made.
   */
  async place(entry: SeasonEntry, hasTexts: boolean): Promise<PlacedView> {
    const kept = await this.#kept(entry, hasTexts);
    if (kept !== null) return kept;
    const view = (await readView(this.#database.kysely, entry)) ?? (await this.#made(entry));
    const laid = await this.#lay(entry, view, hasTexts);
    return laid ?? { memory: sharedCopy(view), file: null };
  }

  /** Removes from the folder what has not been used for two days. @param used the seasons that are being served. */
  prune(used: readonly SeasonEntry[], nowMs: number): void {
    const { folder } = this.#options;
    if (folder === null || !this.#isFolderGood || !existsSync(folder)) return;
    const starts = new Set(used.map(startOfName));
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const lastUsedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs;
      if (starts.has(name.slice(0, name.lastIndexOf("-") + 1))) {
        if (lastUsedMs + hourMs < nowMs) ifPossible(() => utimesSync(path, nowMs / 1000, nowMs / 1000));
      } else if (lastUsedMs + keptMs < nowMs) ifPossible(() => unlinkSync(path));
    }
  }

  /** The view of the folder that is what its name says; others of the season are removed. */
  async #kept(entry: SeasonEntry, hasTexts: boolean): Promise<PlacedView | null> {
    const { folder, warn } = this.#options;
    if (folder === null || !existsSync(folder)) return null;
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(startOfName(entry)) || !name.endsWith(viewEnd)) continue;
      const file = join(folder, name);
      const placed = await placedFile(file, name.slice(startOfName(entry).length, -viewEnd.length), hasTexts);
      if (placed !== null) return placed;
      warn(`the view of ${entry.sport} ${entry.season} is not what its name says, and is laid anew`);
      ifPossible(() => unlinkSync(file));
    }
    return null;
  }

  async #made(entry: SeasonEntry): Promise<Buffer> {
    const view = await this.#options.make(entry);
    // Another process of the same code need not make it again; one that cannot write says nothing, because it need not.
    if (this.#database.mayWrite) await storeView(this.#database.kysely, entry, view).catch(() => {});
    return view;
  }

  /** Null where there is no folder, and where it cannot be written. */
  async #lay(entry: SeasonEntry, view: Buffer, hasTexts: boolean): Promise<PlacedView | null> {
    const { folder, warn } = this.#options;
    if (folder === null) return null;
    const file = join(folder, `${startOfName(entry)}${await sha256Of(view)}${viewEnd}`);
    const own = `${file}.${process.pid}-${Math.trunc(performance.now() * 1000)}`;
    try {
      mkdirSync(folder, { recursive: true });
      // It need not survive a loss of power: what is not what its name says is noticed, and fetched anew.
      await writeFile(own, view, { flag: "wx" });
      renameSync(own, file);
      return { memory: sharedCopy(view.subarray(0, endsOf(view)?.[hasTexts ? "texts" : "columns"])), file };
    } catch (error) {
      ifPossible(() => unlinkSync(own));
      if (this.#isFolderGood) warn(`${folder} cannot be written: views stay in memory alone: ${reasonOf(error)}`);
      this.#isFolderGood = false;
      return null;
    }
  }
}

const viewEnd = ".view";

/** The name of a view's file up to its SHA-256. */
function startOfName(entry: SeasonEntry): string {
  return `${contentOf(entry)}-${viewVersion}-`;
}

/** Null where there is no such file, or where it is another one than its name says. */
async function placedFile(file: string, sha256: string, hasTexts: boolean): Promise<PlacedView | null> {
  const handle = await open(file, "r").catch(() => null);
  if (handle === null) return null;
  try {
    const prefix = Buffer.alloc(prefixBytes);
    await handle.read(prefix, 0, prefixBytes, 0);
    const ends = endsOf(prefix);
    const { size } = await handle.stat();
    if (ends === null || ends.all !== size) return null;
    const memory = Buffer.from(new SharedArrayBuffer(ends[hasTexts ? "texts" : "columns"]));
    const rest = Buffer.alloc(chunkSize);
    const digest = createHash("sha256");
    for (let at = 0; at < size; ) {
      const into = at < memory.length ? memory.subarray(at, at + chunkSize) : rest;
      const { bytesRead } = await handle.read(into, 0, into.length, at);
      if (bytesRead === 0) return null;
      digest.update(into.subarray(0, bytesRead));
      at += bytesRead;
    }
    if (digest.digest("hex") !== sha256) return null;
    return { memory: memory.buffer as unknown as SharedArrayBuffer, file };
  } finally {
    await handle.close();
  }
}

async function sha256Of(view: Buffer): Promise<string> {
  const digest = createHash("sha256");
  for (let at = 0; at < view.length; at += chunkSize) {
    digest.update(view.subarray(at, at + chunkSize));
    await nextTurn();
  }
  return digest.digest("hex");
}

function sharedCopy(view: Buffer): SharedArrayBuffer {
  const memory = new SharedArrayBuffer(view.length);
  new Uint8Array(memory).set(view);
  return memory;
}

/** Does to a file what need not be done: another process may have been faster, or the folder be gone, or not be ours to write. */
function ifPossible(work: () => void): void {
  try {
    work();
  } catch {
    // The view is served all the same.
  }
}
