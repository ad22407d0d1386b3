/**
 * Where a process gets the views of a release's seasons from: its own folder, or else the database, where the publish that wrote
 * the season has put its view, or else it makes the view of the season's values. The folder may be lost at any time.
 */
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
import { endsOf, prefixBytes, Sections } from "./container.ts";
import type { ViewMeta } from "./make-view.ts";
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
    readSync(descriptor, part, 0, bytes, at);
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

/** The usual 16 KiB make ten thousands of pieces of a view. */
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

/** Null where nobody has put one there. @throws ReleaseDamaged when it is not as it was written. */
export async function readView(connection: Kysely<AnyTables>, entry: SeasonEntry): Promise<Buffer | null> {
  const row = await tablesOf<ReleaseTables>(connection)
    .selectFrom("release_views as view")
    .leftJoin("release_files as file", "file.sha256", "view.sha256")
    .select(["file.sha256", "file.bytes"])
    .where("view.season", "=", contentOf(entry))
    .where("view.version", "=", viewVersion)
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw asDamage(error) ?? error;
    });
  if (row === undefined) return null;
  const { sha256, bytes } = row;
  if (sha256 === null || bytes === null) throw new ReleaseDamaged("its view is lost");
  const view = await decompressed(await readFile(connection, { sha256, bytes }));
  const { content } = new Sections<ViewMeta>(view).meta;
  if (content !== contentOf(entry)) throw new ReleaseDamaged("its view is that of another season");
  return view;
}

/** Null also where it is not as it was written: then it is made anew. */
async function readGoodView(connection: Kysely<AnyTables>, entry: SeasonEntry): Promise<Buffer | null> {
  try {
    return await readView(connection, entry);
  } catch (error) {
    if (error instanceof ReleaseDamaged) return null;
    throw error;
  }
}

export type ViewStoreOptions = {
  /** Null: views are kept in memory alone. */
  readonly folder: string | null;
  /** Makes a view of the season's values. @throws ReleaseDamaged when a file of the season is not as it was written. */
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
   * @param isDamaged whether the view that this process has has turned out to be damaged.
   * @throws ReleaseDamaged when the view is nowhere, and cannot be made.
   */
  async place(entry: SeasonEntry, hasTexts: boolean, isDamaged: boolean): Promise<PlacedView> {
    const file = this.#fileOf(entry);
    const kept = file === null || isDamaged ? null : await placedFile(file, hasTexts);
    if (kept !== null) return kept;
    if (isDamaged || (file !== null && existsSync(file))) {
      this.#options.warn(`the view of ${entry.sport} ${entry.season} is not as it was written, and is laid anew`);
    }
    const view = (await readGoodView(this.#database.kysely, entry)) ?? (await this.#made(entry));
    if (file !== null) {
      const laid = await this.#lay(file, view, hasTexts);
      if (laid !== null) return laid;
    }
    return { memory: sharedCopy(view), file: null };
  }

  /** Removes from the folder what has not been used for two days. @param used the seasons that are being served. */
  prune(used: readonly SeasonEntry[], nowMs: number): void {
    const { folder } = this.#options;
    if (folder === null || !this.#isFolderGood || !existsSync(folder)) return;
    const names = new Set(used.map((entry) => this.#fileOf(entry)));
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      const lastUsedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? nowMs;
      if (names.has(path)) {
        if (lastUsedMs + hourMs < nowMs) ifPossible(() => utimesSync(path, nowMs / 1000, nowMs / 1000));
      } else if (lastUsedMs + keptMs < nowMs) ifPossible(() => unlinkSync(path));
    }
  }

  #fileOf(entry: SeasonEntry): string | null {
    const { folder } = this.#options;
    return folder === null ? null : join(folder, `${contentOf(entry)}-${viewVersion}.view`);
  }

  async #made(entry: SeasonEntry): Promise<Buffer> {
    const view = await this.#options.make(entry);
    // Another process of the same code need not make it again; one that cannot write says nothing, because it need not.
    if (this.#database.mayWrite) await storeView(this.#database.kysely, entry, view).catch(() => {});
    return view;
  }

  /** Null where the folder cannot be written. */
  async #lay(file: string, view: Buffer, hasTexts: boolean): Promise<PlacedView | null> {
    const { folder, warn } = this.#options;
    const own = `${file}.${process.pid}-${Math.trunc(performance.now() * 1000)}`;
    try {
      mkdirSync(folder as string, { recursive: true });
      // It need not survive a loss of power: what is not as it was written is noticed, and fetched anew.
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

/** Null where there is no such file, or none that is whole. */
async function placedFile(file: string, hasTexts: boolean): Promise<PlacedView | null> {
  const handle = await open(file, "r").catch(() => null);
  if (handle === null) return null;
  try {
    const prefix = Buffer.alloc(prefixBytes);
    await handle.read(prefix, 0, prefixBytes, 0);
    const ends = endsOf(prefix);
    if (ends === null || ends.all !== (await handle.stat()).size) return null;
    const end = ends[hasTexts ? "texts" : "columns"];
    const memory = Buffer.from(new SharedArrayBuffer(end));
    await handle.read(memory, 0, end, 0);
    return { memory: memory.buffer as unknown as SharedArrayBuffer, file };
  } finally {
    await handle.close();
  }
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
