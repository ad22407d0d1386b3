/** Values of single games: too many to hold, so they are read by id and the recently asked ones are kept. */
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { type Database, tablesOf } from "../database/engine.ts";
import type { AnyTables } from "../database/names.ts";
import { ArchiveDamaged, asDamage } from "../release/damage.ts";
import type { ArchiveTables } from "../release/tables.ts";
import { readRevision, type Snapshot } from "./load.ts";

export type GameValue<Value> = {
  readonly value: Value;
  /** Revision of the season that it was read with. */
  readonly revision: number;
};

/** How a value of a game is read. */
export type GameSource<Value> = {
  /** As it stands in a message about damage. */
  readonly name: string;
  /**
   * Undefined when the archive has no row of the game; the value is null when it is not as it was written.
   * @param isGuarded whether the archive has checksums.
   */
  readonly read: (query: GameQuery, gameId: string, isGuarded: boolean) => Promise<Found<Value> | undefined>;
  readonly bytesOf: (value: Value) => number;
};

type Found<Value> = { readonly value: Value | null; readonly revision: number | null };
type GameQuery = ReturnType<typeof gameQuery>;

export class GameReader<Value extends object> {
  readonly #database: Database;
  readonly #source: GameSource<Value>;
  readonly #kept: LRUCache<string, GameValue<Value>>;

  constructor(database: Database, source: GameSource<Value>, maxBytes: number) {
    this.#database = database;
    this.#source = source;
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ value }) => Math.max(1, source.bytesOf(value)),
    });
  }

  /**
   * The value of a game that the snapshot lists in a season of this revision; null when the archive no longer has the game.
   * @throws ArchiveDamaged when it is not as it was written.
   */
  async read(gameId: string, revision: number, snapshot: Snapshot): Promise<GameValue<Value> | null> {
    const kept = this.#kept.get(gameId);
    if (kept?.revision === revision) return kept;
    const found = await this.#find(gameId, snapshot);
    if (found !== null) this.#kept.set(gameId, found);
    return found;
  }

  async #find(gameId: string, snapshot: Snapshot): Promise<GameValue<Value> | null> {
    const { kysely } = this.#database;
    const { name, read } = this.#source;
    const found = await read(gameQuery(kysely), gameId, snapshot.isGuarded).catch((error) => {
      throw asDamage(error) ?? error;
    });
    if (found === undefined) {
      // Nobody took it out, since nothing was published after it was listed.
      const isLost = snapshot.isGuarded && (await readRevision(kysely))?.revision === snapshot.revision;
      if (isLost) throw new ArchiveDamaged(`${gameId} is damaged: it is listed, and its row is not there`);
      return null;
    }
    const { value, revision } = found;
    if (revision === null || value === null) {
      throw new ArchiveDamaged(`${gameId} is damaged: its ${name} does not match the checksum`);
    }
    return { value, revision };
  }
}

/** Value and revision come from one statement, so that a value is never kept under a revision it is not of. */
function gameQuery(kysely: Kysely<AnyTables>) {
  return tablesOf<ArchiveTables>(kysely)
    .selectFrom("archive_games as game")
    .leftJoin("archive_seasons as season", (join) =>
      join.onRef("season.sport", "=", "game.sport").onRef("season.season", "=", "game.season"),
    )
    .select("season.revision");
}
