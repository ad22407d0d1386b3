/** The door to the files that callers take home: which there are, and their bytes. It asks the database at each request. */
import type { Database } from "../database/engine.ts";
import { FilePieces, type OpenedFile } from "../release/file-pieces.ts";
import { findOfferedFile, type OfferedFile, readOfferedFiles } from "../release/offered-files.ts";
import { asDamage, type ReleaseDamaged } from "../release/release-damaged.ts";
import { BeingMended } from "./refusals.ts";

export type SeasonFilesOptions = {
  /** False where the operator offers none. */
  readonly isOffered: boolean;
  /** Makes the files that are not there, for somebody who asked for one. Without it whoever publishes does, or an operator. */
  readonly onMissed?: () => void;
  /** Is told that a file is damaged, once a minute at most. */
  readonly onDamage?: (damage: ReleaseDamaged) => void;
};

const missedEveryMs = 60_000;

/** Asks the database for a caller, as `Shelf.ask` does. */
type Ask = <Result>(work: (asked: Database) => Promise<Result>) => Promise<Result>;

export class SeasonFiles {
  readonly isOffered: boolean;
  readonly #pieces: FilePieces;
  readonly #ask: Ask;
  readonly #onMissed: (() => void) | null;
  #missedMs = Number.NEGATIVE_INFINITY;

  constructor(ask: Ask, database: Database, options: SeasonFilesOptions) {
    this.isOffered = options.isOffered;
    this.#pieces = new FilePieces(database, options.onDamage ?? (() => {}));
    this.#ask = ask;
    this.#onMissed = options.onMissed ?? null;
  }

  /**
   * Somebody asked for files that are not there: they are made now, if this server makes any.
   * @returns whether they will be there soon.
   */
  miss(): boolean {
    if (this.#onMissed === null || !this.isOffered) return false;
    // A file that could not be made is tried again, but not at every request.
    if (performance.now() - this.#missedMs > missedEveryMs) {
      this.#missedMs = performance.now();
      this.#onMissed();
    }
    return true;
  }

  /** In the order of the list. @throws ArchiveAway and BeingMended, as all of these do. */
  async list(): Promise<readonly OfferedFile[]> {
    if (!this.isOffered) return [];
    return this.#asked("the list of files", ({ kysely }) => readOfferedFiles(kysely));
  }

  /** As `findOfferedFile`. */
  async find(path: string, sha256: string | null, nowMs: number): Promise<OfferedFile | null> {
    if (!this.isOffered) return null;
    return this.#asked(`the file ${path}`, ({ kysely }) => findOfferedFile(kysely, path, sha256, nowMs));
  }

  open(file: OfferedFile): Promise<OpenedFile> {
    return this.#asked(`the file ${file.path}`, () => this.#pieces.open(file));
  }

  #asked<Result>(what: string, work: (asked: Database) => Promise<Result>): Promise<Result> {
    return this.#ask(async (database) => {
      try {
        return await work(database);
      } catch (error) {
        throw asDamage(error) === null ? error : new BeingMended(what);
      }
    });
  }
}
