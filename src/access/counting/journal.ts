/**
 * The file beside the accounts to which every request is counted first: an append to it costs a tenth of a commit, and
 * is in the operating system's hands as soon as it returns. Once a second its entries move to `request_log`. They stay
 * in the file until a later moment finds that the move was committed; an entry whose number the table already has is
 * passed over, so a process may be killed anywhere in between.
 */
import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import { DatabaseError, reasonOf } from "../../database/database-error.ts";
import { countsEnd } from "../../database/sidecars.ts";
import { entryBytes, headOf, type JournalEntry, putEntry, type ReadEntries, readEntries } from "./journal-entries.ts";

/** One look reads at most so many bytes beyond what is known; for more, the whole file is read. */
const lookBytes = 64 * entryBytes;

/**
 * One process's view of the journal. Except for `close`, the caller of every method must hold the write lock of the
 * accounts' file, so that nobody else appends meanwhile.
 */
export class Journal {
  readonly #path: string;
  readonly #head: Buffer;
  readonly #file: number;
  /** The last bytes that are known, to see whether others have appended to them or cleared them away. */
  readonly #tail = Buffer.alloc(entryBytes);
  #seen = Buffer.alloc(lookBytes);
  #batch = Buffer.alloc(0);
  /** The places for entries in the batch. */
  #slots: readonly Buffer[] = [];
  /** How much of the file is known; 0 stands for nothing. */
  #knownBytes = 0;
  #bytesBefore: number | null = null;

  /**
   * @param databasePath the accounts' file.
   * @param fileId the id in the accounts' file.
   * @throws DatabaseError when the file cannot be opened or made.
   */
  constructor(databasePath: string, fileId: string) {
    this.#path = `${databasePath}${countsEnd}`;
    this.#head = headOf(fileId);
    try {
      this.#file = openSync(this.#path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600);
    } catch (error) {
      throw new DatabaseError(`${this.#path}, to which requests are counted, cannot be opened: ${reasonOf(error)}`, {
        cause: error,
      });
    }
  }

  /** Whether the file has entries that are known. */
  get hasEntries(): boolean {
    return this.#knownBytes > entryBytes;
  }

  /** Must come first in every transaction. */
  begin(): void {
    this.#bytesBefore = null;
  }

  /**
   * Returns the entries that are not known yet: what other processes have counted or, the first time, all. Entries that
   * are known may be among them.
   */
  look(): readonly JournalEntry[] {
    if (this.#knownBytes > 0) {
      const count = readSync(this.#file, this.#seen, 0, lookBytes, this.#knownBytes - entryBytes);
      if (count >= entryBytes && this.#seen.compare(this.#tail, 0, entryBytes, 0, entryBytes) === 0) {
        if (count === entryBytes) return [];
        if (count < lookBytes) return this.#take(this.#seen.subarray(entryBytes, count), this.#knownBytes);
      }
    }
    return this.#readWhole();
  }

  /**
   * @param entries each with an id that `canHold` accepts.
   * @throws Error when not all of them could be written; then none of them is in the file.
   */
  append(entries: readonly JournalEntry[]): void {
    const bytes = entries.length * entryBytes;
    if (this.#batch.length < bytes) this.#makeRoom(2 * entries.length);
    const batch = this.#batch;
    for (let index = 0; index < entries.length; index++) {
      putEntry(this.#slots[index] as Buffer, entries[index] as JournalEntry);
    }
    this.#bytesBefore = this.#knownBytes;
    this.#write(batch, bytes);
    batch.copy(this.#tail, 0, bytes - entryBytes, bytes);
    this.#knownBytes += bytes;
  }

  /** Takes the `append` of this transaction away again. What is known is forgotten. */
  undo(): void {
    const before = this.#bytesBefore;
    this.#bytesBefore = null;
    if (before === null) return;
    this.forget();
    ftruncateSync(this.#file, before);
  }

  /** Forgets what is known, so that the next look reads the whole file. */
  forget(): void {
    this.#knownBytes = 0;
  }

  /** Deletes all entries. */
  clear(): void {
    ftruncateSync(this.#file, entryBytes);
    this.#head.copy(this.#tail);
    this.#knownBytes = entryBytes;
  }

  /** @throws Error when an entry could not be written. Nothing of the attempt remains. */
  tryWriting(): void {
    this.#bytesBefore = this.#knownBytes;
    this.#write(Buffer.alloc(entryBytes), entryBytes);
    ftruncateSync(this.#file, this.#knownBytes);
    this.#bytesBefore = null;
  }

  close(): void {
    closeSync(this.#file);
  }

  #makeRoom(entries: number): void {
    const batch = Buffer.alloc(entries * entryBytes);
    this.#batch = batch;
    this.#slots = Array.from({ length: entries }, (_, index) =>
      batch.subarray(index * entryBytes, (index + 1) * entryBytes),
    );
  }

  #write(bytes: Buffer, count: number): void {
    const written = writeSync(this.#file, bytes, 0, count);
    if (written < count) throw new Error(`${written} of ${count} bytes could be written: the disk is full`);
  }

  #readWhole(): readonly JournalEntry[] {
    const { size } = fstatSync(this.#file);
    if (this.#seen.length < size) this.#seen = Buffer.alloc(size + lookBytes);
    let count = 0;
    for (let read = -1; read !== 0 && count < size; count += read) {
      read = readSync(this.#file, this.#seen, count, size - count, count);
    }
    const bytes = this.#seen.subarray(0, count);
    if (count < entryBytes || !bytes.subarray(0, entryBytes).equals(this.#head)) {
      this.#begin(count);
      return [];
    }
    this.#head.copy(this.#tail);
    return this.#take(bytes.subarray(entryBytes), entryBytes);
  }

  /** Begins the file anew. What another file of accounts has counted there is kept under another name. */
  #begin(bytes: number): void {
    if (bytes >= entryBytes) copyFileSync(this.#path, freshName(this.#path), constants.COPYFILE_EXCL);
    ftruncateSync(this.#file, 0);
    this.#write(this.#head, entryBytes);
    this.#head.copy(this.#tail);
    this.#knownBytes = entryBytes;
  }

  /** @param bytes all that the file has from this position on. */
  #take(bytes: Buffer, from: number): readonly JournalEntry[] {
    const { entries, wholeBytes } = readEntries(bytes);
    // A process was killed, or the disk was full, in the middle of an entry that nobody was told of.
    if (wholeBytes < bytes.length) ftruncateSync(this.#file, from + wholeBytes);
    if (wholeBytes > 0) bytes.copy(this.#tail, 0, wholeBytes - entryBytes, wholeBytes);
    this.#knownBytes = from + wholeBytes;
    return entries;
  }
}

function freshName(path: string): string {
  return `${path}.foreign-${Date.now()}-${process.pid}`;
}

export const nothing: ReadEntries = { entries: [], wholeBytes: 0, damaged: 0 };

/**
 * Reads the entries beside a file of accounts, without changing anything. There are none when there is no journal, or one
 * of another file.
 */
export function entriesBeside(databasePath: string, fileId: string): ReadEntries {
  let bytes: Buffer;
  try {
    bytes = readFileSync(`${databasePath}${countsEnd}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return nothing;
    throw new DatabaseError(`${databasePath}${countsEnd} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  if (!bytes.subarray(0, entryBytes).equals(headOf(fileId))) return nothing;
  return readEntries(bytes.subarray(entryBytes));
}
