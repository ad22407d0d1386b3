/** Details of single games: too many to hold, so they are read by id and the recently asked ones are kept. */
import { LRUCache } from "lru-cache";
import { detailChecksum } from "../archive/checksums.ts";
import { ArchiveDamaged, asDamage } from "../archive/damage.ts";
import type { ArchiveTables } from "../archive/tables.ts";
import { type Database, tablesOf } from "../database/engine.ts";
import { readRevision, type Snapshot } from "./load.ts";

export type Detail = {
  /** A GameDetail as JSON. */
  readonly json: Buffer;
  /** Revision of the season that it was read with. */
  readonly revision: number;
};

export class DetailCache {
  readonly #database: Database;
  readonly #kept: LRUCache<string, Detail>;

  constructor(database: Database, maxBytes: number) {
    this.#database = database;
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ json }) => Math.max(1, json.length) });
  }

  /**
   * The detail of a game that the snapshot lists in a season of this revision; null when the archive no longer has it.
   * @throws ArchiveDamaged when it is not as it was written.
   */
  async read(gameId: string, revision: number, snapshot: Snapshot): Promise<Detail | null> {
    const kept = this.#kept.get(gameId);
    if (kept?.revision === revision) return kept;
    const detail = await readDetail(this.#database, gameId, snapshot);
    if (detail !== null) this.#kept.set(gameId, detail);
    return detail;
  }
}

/** Text and revision come from one statement, so that a detail is never kept under a revision it is not of. */
async function readDetail({ kysely }: Database, gameId: string, snapshot: Snapshot): Promise<Detail | null> {
  const row = await tablesOf<ArchiveTables>(kysely)
    .selectFrom("archive_games as game")
    .leftJoin("archive_seasons as season", (join) =>
      join.onRef("season.sport", "=", "game.sport").onRef("season.season", "=", "game.season"),
    )
    .select(["game.body", "game.detail", "game.detail_checksum", "season.revision"])
    .where("game.game_id", "=", gameId)
    .executeTakeFirst()
    .catch((error) => {
      throw asDamage(error) ?? error;
    });
  if (row === undefined) {
    // Nobody took it out, since nothing was published after it was listed.
    const isLost = snapshot.isGuarded && (await readRevision(kysely))?.revision === snapshot.revision;
    if (isLost) throw new ArchiveDamaged(`${gameId} is damaged: it is listed, and its row is not there`);
    return null;
  }
  const { body, detail, detail_checksum, revision } = row;
  const isUnguarded = detail_checksum === null && !snapshot.isGuarded;
  if (revision === null || (!isUnguarded && detail_checksum !== detailChecksum(gameId, body, detail))) {
    throw new ArchiveDamaged(`${gameId} is damaged: its detail does not match the checksum`);
  }
  // Two rendered objects are joined as text: {a} and {b} make {a,b}.
  return { json: Buffer.from(`${body.slice(0, -1)},${detail.slice(1)}`), revision };
}
