/**
 * The files that callers take home, as copies on this machine: in a folder, named by their SHA-256, laid from the pieces in the
 * database. A copy is checked once by each process, and again whenever its inode, size or times are others than then. The folder may
 * be lost at any time; while it cannot be written, files that have no copy cannot be had.
 */
import { createHash } from "node:crypto";
import { closeSync, createReadStream, fstatSync, mkdtempSync, openSync, read } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { DatabaseError, isOutage, reasonOf } from "../database/database-error.ts";
import type { Database } from "../database/engine.ts";
import { hourMs } from "../domain/durations.ts";
import type { FileName } from "./manifest.ts";
import { offeredVersions } from "./offered-files.ts";
import { ReleaseDamaged } from "./release-damaged.ts";
import { readPiece } from "./store.ts";

export type FileCopiesOptions = {
  /** Null: a folder of this process alone. */
  readonly folder: string | null;
  readonly warn?: (message: string) => void;
  /** Is told that a file is damaged in the database too, once a minute at most. */
  readonly onDamage?: (damage: ReleaseDamaged) => void;
};

/** The longest that a caller waits for a copy to be laid or checked. */
const longestWaitMs = 15_000;
/** A file that a killed process has left half-written is removed after this time. */
const leftoverMs = hourMs;
const damageToldMs = 60_000;
const triesToOpen = 3;

export class FileCopies {
  readonly #database: Database;
  #folder: string | null;
  readonly #warn: (message: string) => void;
  readonly #onDamage: (damage: ReleaseDamaged) => void;
  /** By SHA-256: the marks of a copy that was found good. */
  readonly #checked = new Map<string, string>();
  readonly #parts: Parts = new LRUCache({ max: partsInMemory });
  readonly #underWay = new Map<string, Promise<void>>();
  #damageToldMs = Number.NEGATIVE_INFINITY;

  constructor(database: Database, { folder, warn = () => {}, onDamage = () => {} }: FileCopiesOptions) {
    this.#database = database;
    this.#folder = folder;
    this.#warn = warn;
    this.#onDamage = onDamage;
  }

  get #place(): string {
    this.#folder ??= mkdtempSync(join(tmpdir(), "gradeline-files-"));
    return this.#folder;
  }

  /** @throws ReleaseDamaged when the file is nowhere as it was written. */
  async open(file: FileName): Promise<OpenedFile> {
    for (let tries = 0; tries < triesToOpen; tries++) {
      const opened = this.#openGood(file);
      if (opened !== null) return opened;
      await inTime(this.#prepared(file));
    }
    throw new ReleaseDamaged(`the copy of the file ${file.sha256.slice(0, 12)} is never as it was laid`);
  }

  /** Null: there is none that was checked. */
  #openGood(file: FileName): OpenedFile | null {
    const checked = this.#checked.get(file.sha256);
    if (checked === undefined) return null;
    const descriptor = openIfThere(this.#pathOf(file.sha256));
    if (descriptor === null) return null;
    if (marksOf(descriptor) === checked) return new OpenedFile(file, this.#parts, descriptor);
    closeSync(descriptor);
    return null;
  }

  /** Resolves when the file can be opened. One preparation is under way for each file. */
  #prepared(file: FileName): Promise<void> {
    const known = this.#underWay.get(file.sha256);
    if (known !== undefined) return known;
    const begun = this.#prepare(file).finally(() => this.#underWay.delete(file.sha256));
    this.#underWay.set(file.sha256, begun);
    return begun;
  }

  async #prepare(file: FileName): Promise<void> {
    try {
      if (!(await this.#checkCopy(file))) await this.#lay(file);
    } catch (error) {
      if (isOutage(error) || error instanceof ReleaseDamaged) throw error;
      throw new DatabaseError(`files cannot be laid in ${this.#place}: ${reasonOf(error)}`);
    }
  }

  /** Whether the copy that is there is as it was laid. */
  async #checkCopy({ sha256, bytes }: FileName): Promise<boolean> {
    const descriptor = openIfThere(this.#pathOf(sha256));
    if (descriptor === null) return false;
    try {
      const marks = marksOf(descriptor);
      const digest = createHash("sha256");
      let length = 0;
      const options = { fd: descriptor, start: 0, autoClose: false, highWaterMark: partBytes };
      for await (const part of createReadStream("", options)) {
        digest.update(part);
        length += part.length;
      }
      if (length === bytes && digest.digest("hex") === sha256 && marksOf(descriptor) === marks) {
        this.#checked.set(sha256, marks);
        return true;
      }
      this.#warn(`the copy of the file ${sha256.slice(0, 12)} is not as it was laid, and is laid anew`);
      return false;
    } finally {
      closeSync(descriptor);
    }
  }

  /** It need not survive a loss of power: what is not as it was laid is noticed, and laid anew. */
  async #lay(file: FileName): Promise<void> {
    await mkdir(this.#place, { recursive: true });
    const own = join(this.#place, `${file.sha256}.${process.pid}-${Math.trunc(performance.now() * 1000)}${leftover}`);
    const handle = await open(own, "wx");
    try {
      await this.#eachPiece(file, async (piece) => void (await handle.writeFile(piece)));
      await rename(own, this.#pathOf(file.sha256));
      this.#checked.set(file.sha256, marksOf(handle.fd));
    } catch (error) {
      await rm(own, { force: true });
      throw error;
    } finally {
      await handle.close();
    }
    await this.#prune();
  }

  /** @throws ReleaseDamaged when the pieces do not make the file. */
  async #eachPiece({ sha256, bytes }: FileName, take: (piece: Uint8Array) => Promise<void>): Promise<void> {
    const digest = createHash("sha256");
    let length = 0;
    for (let number = 0; length < bytes; number++) {
      const piece = await readPiece(this.#database.kysely, sha256, number).catch(this.#tellingDamage);
      if (piece === null || piece.length === 0) break;
      digest.update(piece);
      length += piece.length;
      await take(piece);
      await nextTurn();
    }
    if (length === bytes && digest.digest("hex") === sha256) return;
    const found = length === 0 ? "is lost" : "does not match its name";
    this.#tellingDamage(new ReleaseDamaged(`the file ${sha256.slice(0, 12)} ${found}`));
  }

  readonly #tellingDamage = (error: unknown): never => {
    if (error instanceof ReleaseDamaged && performance.now() - this.#damageToldMs > damageToldMs) {
      this.#damageToldMs = performance.now();
      this.#onDamage(error);
    }
    throw error;
  };

  /** Removes copies that are not offered any more, not even as versions that were replaced, and what was left half-laid. */
  async #prune(): Promise<void> {
    const offered = await offeredVersions(this.#database.kysely, Date.now());
    for (const name of await readdir(this.#place)) {
      const path = join(this.#place, name);
      if (offered.has(name)) continue;
      const found = name.endsWith(leftover) ? await stat(path).catch(() => null) : null;
      if (found !== null && found.mtimeMs + leftoverMs > Date.now()) continue;
      await rm(path, { force: true });
      this.#checked.delete(name);
    }
  }

  #pathOf(sha256: string): string {
    return join(this.#place, sha256);
  }
}

const leftover = ".part";

/** @throws DatabaseError when the work takes too long; it goes on all the same. */
async function inTime(work: Promise<void>): Promise<void> {
  const waiting = new AbortController();
  const late = sleep(longestWaitMs, "late", { signal: waiting.signal, ref: false }).catch(() => "late");
  try {
    if ((await Promise.race([work, late])) === "late") throw new DatabaseError("a file cannot be laid in time");
  } finally {
    waiting.abort();
  }
}

/** Smaller parts cost more CPU, larger ones more memory where many download at once. */
const partBytes = 256 * 1024;
/**
 * Parts in memory, for others who want the same: after a night many callers fetch the same files. To have a thread read a part costs
 * twice as much as to send it.
 */
const partsInMemory = 64;

type Parts = LRUCache<string, Promise<Uint8Array>>;

/** A file that is open: it can be read to its end, whatever becomes of its place in the folder. */
export class OpenedFile {
  readonly #file: FileName;
  readonly #parts: Parts;
  readonly #descriptor: number;

  constructor(file: FileName, parts: Parts, descriptor: number) {
    this.#file = file;
    this.#parts = parts;
    this.#descriptor = descriptor;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  /** The bytes at a place, not further than to `last`. Others may have the same memory, and nobody may write into it. */
  async part(at: number, last: number): Promise<Uint8Array> {
    const first = at - (at % partBytes);
    const name = `${this.#file.sha256} ${first}`;
    let part = this.#parts.get(name);
    if (part === undefined) {
      part = this.#readPart(first);
      this.#parts.set(name, part);
      part.catch(() => this.#parts.delete(name));
    }
    return (await part).subarray(at - first, last - first + 1);
  }

  /** The callback costs half of what the promise of a handle does. */
  #readPart(first: number): Promise<Uint8Array> {
    const part = Buffer.allocUnsafeSlow(Math.min(partBytes, this.#file.bytes - first));
    return new Promise((resolve, reject) => {
      read(this.#descriptor, part, 0, part.length, first, (error, bytesRead) => {
        if (error === null && bytesRead === part.length) resolve(part);
        else reject(error ?? new Error("the copy of a file ends before its end"));
      });
    });
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch {
    return null;
  }
}

/** The numbers of a file's state that differ when somebody has touched or replaced it. */
function marksOf(descriptor: number): string {
  const { ino, size, mtimeNs, ctimeNs } = fstatSync(descriptor, { bigint: true });
  return [ino, size, mtimeNs, ctimeNs].join(" ");
}
