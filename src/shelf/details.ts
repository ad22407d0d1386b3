/**
 * Details of single games. There are too many to hold in memory, so each is read by id, and the recently requested ones
 * are kept.
 */
import { detailChecksum } from "../archive/checksums.ts";
import { ArchiveDamaged, asDamage } from "../archive/damage.ts";
import type { ArchiveTables } from "../archive/tables.ts";
import { type Database, tablesOf } from "../database/engine.ts";
import { readRevision, type Snapshot } from "./load.ts";

export type Detail = {
  /** A GameDetail as JSON. */
  readonly json: Buffer;
  /** The revision of the season that the detail was read with. */
  readonly revision: number;
};

export class DetailCache {
  readonly #database: Database;
  readonly #maxBytes: number;
  /** The least recently used comes first: a Map keeps the order of insertion. */
  readonly #kept = new Map<string, Detail>();
  #keptBytes = 0;

  constructor(database: Database, maxBytes: number) {
    this.#database = database;
    this.#maxBytes = maxBytes;
  }

  /**
   * Reads the detail of a game that the snapshot lists in a season of this revision; null when the archive no longer
   * has it.
   * @throws ArchiveDamaged when the detail is not as it was written.
   */
  async read(gameId: string, revision: number, snapshot: Snapshot): Promise<Detail | null> {
    const kept = this.#kept.get(gameId);
    if (kept?.revision === revision) {
      this.#keep(gameId, kept);
      return kept;
    }
    const detail = await readDetail(this.#database, gameId, snapshot);
    if (detail !== null) this.#keep(gameId, detail);
    return detail;
  }

  #keep(gameId: string, detail: Detail): void {
    this.#drop(gameId);
    this.#kept.set(gameId, detail);
    this.#keptBytes += detail.json.length;
    for (const oldest of this.#kept.keys()) {
      if (this.#keptBytes <= this.#maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(gameId: string): void {
    const kept = this.#kept.get(gameId);
    if (kept === undefined) return;
    this.#kept.delete(gameId);
    this.#keptBytes -= kept.json.length;
  }
}

/** Text and revision come from one statement, so that a detail is never kept under the wrong revision. */
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
    // Nothing was published after the game was listed, so publishing has not removed it: its row is lost.
    const isLost = snapshot.isGuarded && (await readRevision(kysely))?.revision === snapshot.revision;
    if (isLost) throw new ArchiveDamaged(`${gameId} is damaged: it is listed, and its row is not there`);
    return null;
  }
  const { body, detail, detail_checksum, revision } = row;
  const isUnguarded = detail_checksum === null && !snapshot.isGuarded;
  if (revision === null || (!isUnguarded && detail_checksum !== detailChecksum(gameId, body, detail))) {
    throw new ArchiveDamaged(`${gameId} is damaged: its detail does not match the checksum`);
  }
  // Two rendered objects are joined as text: {a} and {b} become {a,b}.
  return { json: Buffer.from(`${body.slice(0, -1)},${detail.slice(1)}`), revision };
}
