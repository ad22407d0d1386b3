/** The values of single games that are read at a request: the whole game as JSON, and the path of its lines. */

import { reasonOf } from "../database/database-error.ts";
import { detailChecksum, isPacked } from "../release/checksums.ts";
import { ArchiveDamaged } from "../release/damage.ts";
import { type PackedPath, unpackPath } from "../release/packed-path.ts";
import type { GameSource } from "./game-reader.ts";

/** A GameDetail as JSON. */
export const detailSource: GameSource<Buffer> = {
  name: "detail",
  async read(query, gameId, isGuarded) {
    const row = await query
      .select(["game.body", "game.detail", "game.detail_checksum"])
      .where("game.game_id", "=", gameId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { body, detail, detail_checksum, revision } = row;
    const isUnguarded = detail_checksum === null && !isGuarded;
    const isWhole = isUnguarded || detail_checksum === detailChecksum(gameId, body, detail);
    // Two rendered objects are joined as text: {a} and {b} make {a,b}.
    return { value: isWhole ? Buffer.from(`${body.slice(0, -1)},${detail.slice(1)}`) : null, revision };
  },
  bytesOf: (json) => json.length,
};

/** The path of the lines of a game; null in an archive that an older release wrote. */
export type PathOfGame = { readonly path: PackedPath | null; readonly bytes: number };

export const pathSource: GameSource<PathOfGame> = {
  name: "path of lines",
  async read(query, gameId) {
    const row = await query
      .select(["game.path", "game.path_checksum"])
      .where("game.game_id", "=", gameId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { path, path_checksum, revision } = row;
    return { value: isPacked(gameId, path, path_checksum) ? unpacked(gameId, path) : null, revision };
  },
  bytesOf: ({ bytes }) => bytes,
};

function unpacked(gameId: string, packed: Uint8Array | null): PathOfGame {
  if (packed === null) return { path: null, bytes: 0 };
  try {
    return { path: unpackPath(packed), bytes: packed.length };
  } catch (error) {
    throw new ArchiveDamaged(`${gameId} is damaged: ${reasonOf(error)}`, { cause: error });
  }
}
