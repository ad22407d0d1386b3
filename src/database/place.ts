/**
 * Remembers the files of an SQLite database by device and inode, and checks that their names still lead to them. When
 * its files are deleted or replaced, SQLite goes on as if nothing had happened: what it writes then is lost, and it
 * does not see what others write. This module only looks at the files' metadata: opening and closing a file here would
 * release the locks that SQLite holds on it.
 */
import { realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DatabaseError, reasonOf } from "./database-error.ts";
import { countsEnd } from "./sidecars.ts";

type SeenFile = {
  readonly path: string;
  /** The name of the file in messages. */
  readonly name: string;
  /** Null while the file does not exist. SQLite creates the files beside the database when it first needs them. */
  identity: { readonly device: bigint; readonly inode: bigint } | null;
  bytes: bigint;
};

/**
 * What two quick looks show. No file of a folder is deleted, made or replaced without a change of the folder's own time,
 * and a database that was replaced or cut short shows it itself.
 */
type Glance = {
  readonly device: number;
  readonly inode: number;
  readonly bytes: number;
  readonly folderDevice: number;
  readonly folderInode: number;
  readonly folderMs: number;
};

/**
 * A folder's time moves in steps, of two seconds on some file systems. What a glance shows is trusted only after it has
 * been the same for longer than that.
 */
const stepMs = 3000;

export class Place {
  readonly #path: string;
  readonly #folder: string;
  readonly #files: readonly SeenFile[];
  #glance: Glance | null = null;
  #glancedMs = 0;
  #isTrusted = false;
  #trouble: DatabaseError | null = null;

  /** @param path the path of an open database, so that the files beside it exist. */
  constructor(path: string) {
    this.#path = path;
    // When the path is a link, SQLite keeps these files beside the file that it leads to.
    const target = realpathSync(path);
    this.#folder = dirname(target);
    this.#files = [
      { path, name: "it", identity: null, bytes: 0n },
      { path: `${target}-wal`, name: "its -wal file", identity: null, bytes: 0n },
      { path: `${target}-shm`, name: "its -shm file", identity: null, bytes: 0n },
      { path: `${target}${countsEnd}`, name: `its ${countsEnd} file`, identity: null, bytes: 0n },
    ];
    this.check();
  }

  /**
   * @throws DatabaseError when a file is gone, replaced or cut short. From then on every call throws, even if the file
   * comes back: others may have used it in the meantime, or there may be two copies of it.
   */
  check(): void {
    if (this.#trouble !== null) throw this.#trouble;
    const glance = glanceAt(this.#path, this.#folder);
    const isSame = glance !== null && this.#glance !== null && isEqual(glance, this.#glance);
    if (isSame && this.#isTrusted) return;
    const nowMs = performance.now();
    if (!isSame) this.#glancedMs = nowMs;
    this.#glance = glance;
    this.#isTrusted = isSame && nowMs > this.#glancedMs + stepMs;
    this.#lookClosely();
  }

  #lookClosely(): void {
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

/** Null when something is not there. */
function glanceAt(path: string, folder: string): Glance | null {
  try {
    const database = statSync(path, { throwIfNoEntry: false });
    const around = statSync(folder, { throwIfNoEntry: false });
    if (database === undefined || around === undefined) return null;
    return {
      device: database.dev,
      inode: database.ino,
      bytes: database.size,
      folderDevice: around.dev,
      folderInode: around.ino,
      folderMs: around.mtimeMs,
    };
  } catch {
    return null; // the closer look says why
  }
}

function isEqual(one: Glance, other: Glance): boolean {
  return (
    one.folderMs === other.folderMs &&
    one.bytes === other.bytes &&
    one.inode === other.inode &&
    one.device === other.device &&
    one.folderInode === other.folderInode &&
    one.folderDevice === other.folderDevice
  );
}
