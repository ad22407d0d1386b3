/**
 * Remembers the files of an SQLite database by device and inode, and checks that their names still lead to them. When
 * its files are deleted or replaced, SQLite goes on as if nothing had happened: what it writes then is lost, and it
 * does not see what others write. This module only looks at the files' metadata: opening and closing a file here would
 * release the locks that SQLite holds on it.
 */
import { realpathSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { DatabaseError, reasonOf } from "./database-error.ts";

type SeenFile = {
  readonly path: string;
  /** The name of the file in messages. */
  readonly name: string;
  /** Null while the file does not exist. SQLite creates the files beside the database when it first needs them. */
  identity: { readonly device: bigint; readonly inode: bigint } | null;
  bytes: bigint;
};

export class Place {
  readonly #path: string;
  readonly #files: readonly SeenFile[];
  #trouble: DatabaseError | null = null;

  /** @param path the path of an open database, so that the files beside it exist. */
  constructor(path: string) {
    this.#path = path;
    // When the path is a link, SQLite keeps these files beside the file that it leads to.
    const target = realpathSync(path);
    this.#files = [
      { path, name: "it", identity: null, bytes: 0n },
      { path: `${target}-wal`, name: "its -wal file", identity: null, bytes: 0n },
      { path: `${target}-shm`, name: "its -shm file", identity: null, bytes: 0n },
    ];
    this.check();
  }

  /**
   * @throws DatabaseError when a file is gone, replaced or cut short. From then on every call throws, even if the file
   * comes back: others may have used it in the meantime, or there may be two copies of it.
   */
  check(): void {
    if (this.#trouble !== null) throw this.#trouble;
    for (const file of this.#files) {
      const trouble = this.#troubleOf(file);
      if (trouble === null) continue;
      this.#trouble = new DatabaseError(
        `the database ${this.#path} cannot be used: ${file.name} ${trouble} while it was open; stop this process, put the right files in place, and start it again`,
      );
      throw this.#trouble;
    }
  }

  #troubleOf(file: SeenFile): string | null {
    let found: { readonly dev: bigint; readonly ino: bigint; readonly size: bigint } | undefined;
    try {
      found = statSync(file.path, { bigint: true, throwIfNoEntry: false });
    } catch (error) {
      return `could not be looked at (${reasonOf(error)})`;
    }
    const { identity, bytes } = file;
    if (found === undefined) return identity === null ? null : "was deleted";
    if (identity !== null && (identity.device !== found.dev || identity.inode !== found.ino)) return "was replaced";
    file.identity = identity ?? { device: found.dev, inode: found.ino };
    file.bytes = found.size;
    const isDatabase = file === this.#files[0];
    return isDatabase && found.size < bytes && !this.#isWhole(found.size) ? "was cut short" : null;
  }

  /** A file also becomes shorter when VACUUM tidies it; such a file is intact. */
  #isWhole(bytes: bigint): boolean {
    // SQLite would take an empty file for a new database.
    if (bytes === 0n) return false;
    try {
      using connection = new DatabaseSync(this.#path, { readOnly: true });
      const [row] = connection.prepare("pragma quick_check(1)").all();
      return row?.quick_check === "ok";
    } catch {
      return false; // a file that cannot be read is not intact
    }
  }
}
