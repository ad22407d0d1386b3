/**
 * The files that callers take home: which there are, and their bytes out of the pieces in the database. A process compares a file with its
 * SHA-256 when it is asked for it first; after that, its rows are in the care of the database.
 */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { type Database, tablesOf } from "../database/engine.ts";
import { minuteMs } from "../domain/times.ts";
import type { StoredFile } from "../release/manifest.ts";
import { findOfferedFile, type OfferedFile, readOfferedFiles } from "../release/offered-files.ts";
import { asDamage, ReleaseDamaged } from "../release/release-damaged.ts";
import { pieceBytes } from "../release/store.ts";
import type { ReleaseTables } from "../release/tables.ts";
import { BeingMended } from "./refusals.ts";

export type SeasonFilesOptions = {
  /** False where the operator offers none. */
  readonly isOffered: boolean;
  /** Makes the files that are not there, for somebody who asked for one. Without it a publish does, or an operator. */
  readonly onMissed?: () => void;
  /** Called when a file is damaged, once a minute at most. */
  readonly onDamage?: (damage: ReleaseDamaged) => void;
};

/** A slow reader holds as much in memory. */
const partBytes = 256 * 1024;
/** Pieces in memory, for others who want the same: after a night many callers fetch the same files. */
const piecesInMemory = 32;

export type OpenedFile = {
  /** The bytes at a place, not further than to `last`. Others have the same memory, and nobody may write into it. */
  part(at: number, last: number): Promise<Uint8Array>;
};

/** Asks the database for a caller, as `Shelf.ask` does. */
type Ask = <Result>(work: (asked: Database) => Promise<Result>) => Promise<Result>;

export class SeasonFiles {
  readonly isOffered: boolean;
  readonly #ask: Ask;
  readonly #onMissed: (() => void) | undefined;
  readonly #onDamage: (damage: ReleaseDamaged) => void;
  readonly #pieces = new LRUCache<string, Promise<Uint8Array>>({ max: piecesInMemory });
  /** By SHA-256: the comparison of each file, which is made once. */
  readonly #compared = new Map<string, Promise<void>>();

  constructor(ask: Ask, { isOffered, onMissed, onDamage = () => {} }: SeasonFilesOptions) {
    this.isOffered = isOffered;
    this.#ask = ask;
    // A file that could not be made is tried again, but not at every request.
    this.#onMissed = onMissed && onceAMinute(onMissed);
    this.#onDamage = onceAMinute(onDamage);
  }

  /**
   * Somebody asked for files that are not there: they are made now, if this server makes any.
   * @returns whether they will be there soon.
   */
  miss(): boolean {
    if (this.#onMissed === undefined || !this.isOffered) return false;
    this.#onMissed();
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

  open(file: Pick<OfferedFile, "path" | "sha256" | "bytes">): Promise<OpenedFile> {
    const { path, sha256 } = file;
    return this.#asked(`the file ${path}`, async (database) => {
      const compared = this.#compared.get(sha256) ?? this.#compare(database, file);
      this.#compared.set(sha256, compared);
      await compared.catch((error: unknown) => {
        this.#compared.delete(sha256);
        throw error;
      });
      return {
        part: async (at, last) => {
          const from = at % pieceBytes;
          const piece = await this.#piece(database, sha256, (at - from) / pieceBytes);
          return piece.subarray(from, from + Math.min(partBytes, last - at + 1));
        },
      };
    });
  }

  async #compare(database: Database, { sha256, bytes }: StoredFile): Promise<void> {
    const digest = createHash("sha256");
    let length = 0;
    for (let number = 0; length < bytes; number++) {
      const piece = await this.#piece(database, sha256, number);
      digest.update(piece);
      length += piece.length;
      await nextTurn();
    }
    if (length === bytes && digest.digest("hex") === sha256) return;
    for (const name of this.#pieces.keys()) if (name.startsWith(sha256)) this.#pieces.delete(name);
    throw this.#reported(new ReleaseDamaged(`the file ${sha256.slice(0, 12)} does not match its name`));
  }

  #piece(database: Database, sha256: string, number: number): Promise<Uint8Array> {
    const name = `${sha256} ${number}`;
    const known = this.#pieces.get(name) ?? this.#readPiece(database, sha256, number);
    this.#pieces.set(name, known);
    known.catch(() => this.#pieces.delete(name));
    return known;
  }

  async #readPiece({ kysely }: Database, sha256: string, number: number): Promise<Uint8Array> {
    const pieces = tablesOf<ReleaseTables>(kysely).selectFrom("release_pieces").select("body");
    const wanted = pieces.where("sha256", "=", sha256).where("number", "=", number);
    const found = await wanted.executeTakeFirst().catch((error: unknown) => {
      const damage = asDamage(error);
      throw damage === null ? error : this.#reported(damage);
    });
    if (found !== undefined && found.body.length > 0) return found.body;
    throw this.#reported(new ReleaseDamaged(`the file ${sha256.slice(0, 12)} is lost`));
  }

  #reported(damage: ReleaseDamaged): ReleaseDamaged {
    this.#onDamage(damage);
    return damage;
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

/** Does nothing when it is called again within a minute. */
function onceAMinute<Given extends unknown[]>(work: (...given: Given) => void): (...given: Given) => void {
  let doneMs = Number.NEGATIVE_INFINITY;
  return (...given) => {
    if (performance.now() - doneMs <= minuteMs) return;
    doneMs = performance.now();
    work(...given);
  };
}
