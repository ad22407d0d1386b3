/**
 * The bytes of the files that callers take home, out of their pieces in the database. A process compares a file with its SHA-256 when it
 * is asked for it first; after that, its rows are in the care of the database.
 */
import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { type Database, tablesOf } from "../database/engine.ts";
import type { FileName } from "./manifest.ts";
import { asDamage, ReleaseDamaged } from "./release-damaged.ts";
import { pieceBytes } from "./store.ts";
import type { ReleaseTables } from "./tables.ts";

/** A slow reader holds as much in memory. */
const partBytes = 256 * 1024;
/** Pieces in memory, for others who want the same: after a night many callers fetch the same files. */
const piecesInMemory = 32;
const damageToldMs = 60_000;

export type OpenedFile = {
  /** The bytes at a place, not further than to `last`. Others have the same memory, and nobody may write into it. */
  part(at: number, last: number): Promise<Uint8Array>;
};

export class FilePieces {
  readonly #database: Database;
  readonly #onDamage: (damage: ReleaseDamaged) => void;
  readonly #pieces = new LRUCache<string, Promise<Uint8Array>>({ max: piecesInMemory });
  /** By SHA-256: the comparison of each file, which is made once. */
  readonly #compared = new Map<string, Promise<void>>();
  #damageToldMs = Number.NEGATIVE_INFINITY;

  /** @param onDamage is told that a file is damaged, once a minute at most. */
  constructor(database: Database, onDamage: (damage: ReleaseDamaged) => void) {
    this.#database = database;
    this.#onDamage = onDamage;
  }

  /** @throws ReleaseDamaged when the pieces are not the file that its name says. */
  async open(file: FileName): Promise<OpenedFile> {
    const compared = this.#compared.get(file.sha256) ?? this.#compare(file);
    this.#compared.set(file.sha256, compared);
    try {
      await compared;
    } catch (error) {
      this.#compared.delete(file.sha256);
      throw error;
    }
    return {
      part: async (at, last) => {
        const from = at % pieceBytes;
        const piece = await this.#piece(file.sha256, (at - from) / pieceBytes);
        return piece.subarray(from, from + Math.min(partBytes, last - at + 1));
      },
    };
  }

  async #compare({ sha256, bytes }: FileName): Promise<void> {
    const digest = createHash("sha256");
    let length = 0;
    for (let number = 0; length < bytes; number++) {
      const piece = await this.#piece(sha256, number);
      digest.update(piece);
      length += piece.length;
      await nextTurn();
    }
    if (length === bytes && digest.digest("hex") === sha256) return;
    for (const name of this.#pieces.keys()) if (name.startsWith(sha256)) this.#pieces.delete(name);
    throw this.#told(new ReleaseDamaged(`the file ${sha256.slice(0, 12)} does not match its name`));
  }

  #piece(sha256: string, number: number): Promise<Uint8Array> {
    const name = `${sha256} ${number}`;
    const known = this.#pieces.get(name) ?? this.#readPiece(sha256, number);
    this.#pieces.set(name, known);
    known.catch(() => this.#pieces.delete(name));
    return known;
  }

  async #readPiece(sha256: string, number: number): Promise<Uint8Array> {
    const pieces = tablesOf<ReleaseTables>(this.#database.kysely).selectFrom("release_pieces").select("body");
    const wanted = pieces.where("sha256", "=", sha256).where("number", "=", number);
    const found = await wanted.executeTakeFirst().catch((error: unknown) => {
      const damage = asDamage(error);
      throw damage === null ? error : this.#told(damage);
    });
    if (found !== undefined && found.body.length > 0) return found.body;
    throw this.#told(new ReleaseDamaged(`the file ${sha256.slice(0, 12)} is lost`));
  }

  #told(damage: ReleaseDamaged): ReleaseDamaged {
    if (performance.now() - this.#damageToldMs > damageToldMs) {
      this.#damageToldMs = performance.now();
      this.#onDamage(damage);
    }
    return damage;
  }
}
