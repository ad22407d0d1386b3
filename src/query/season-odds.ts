/** The odds rows of a season: the bytes of its games' rows joined, and the columns that pages filter by. */

import { reasonOf } from "../database/database-error.ts";
import { type Format, separators } from "../release/formats.ts";
import { type PackedOdds, readOdds } from "../release/packed-odds.ts";
import type { ArchiveTables } from "../release/tables.ts";
import { marketsOfBooks } from "./candidates.ts";
import { type PackedRows, type RenderedRows, TextInMemory } from "./packed-rows.ts";
import { sharedArray, sharedBytes } from "./thread-memory.ts";

export type SeasonOdds = {
  /**
   * The odds rows of a game are neighbors, ordered by book id: from `oddsFrom[game]` to before `oddsFrom[game + 1]`.
   */
  readonly oddsFrom: Uint32Array;
  readonly bookIds: Uint16Array;
  readonly marketBits: Uint8Array;
  /** The markets that each book has priced in any game, by book id. */
  readonly bookMarkets: ReadonlyMap<number, number>;
  readonly odds: RenderedRows;
};

type OddsSource = Pick<ArchiveTables["archive_games"], "game_id" | "odds">;

/** @param games in the order of the API. @throws when odds are none. */
export function packSeasonOdds(games: readonly OddsSource[]): SeasonOdds {
  const packed = games.map(oddsOfGame);
  const oddsFrom = sharedArray(Uint32Array, games.length + 1);
  for (const [game, { bookIds }] of packed.entries()) oddsFrom[game + 1] = (oddsFrom[game] as number) + bookIds.length;
  const rowCount = oddsFrom[games.length] as number;
  const bookIds = sharedArray(Uint16Array, rowCount);
  const marketBits = sharedArray(Uint8Array, rowCount);
  for (const [game, odds] of packed.entries()) {
    bookIds.set(odds.bookIds, oddsFrom[game]);
    marketBits.set(odds.marketBits, oddsFrom[game]);
  }
  const bookMarkets = marketsOfBooks(bookIds, marketBits);
  return {
    oddsFrom,
    bookIds,
    marketBits,
    bookMarkets,
    odds: { json: joined("json", packed), csv: joined("csv", packed) },
  };
}

function oddsOfGame({ game_id: id, odds }: OddsSource): PackedOdds {
  try {
    return readOdds(odds);
  } catch (error) {
    throw new Error(`${id}: ${reasonOf(error)}`, { cause: error });
  }
}

function joined(format: Format, packed: readonly PackedOdds[]): PackedRows {
  const separator = separators[format];
  const endsOf = (odds: PackedOdds) => (format === "json" ? odds.jsonEnds : odds.csvEnds);
  const rowCount = packed.reduce((sum, { bookIds }) => sum + bookIds.length, 0);
  const byteCount = packed.reduce(
    (sum, odds) => sum + (odds[format].length && odds[format].length + separator.length),
    0,
  );
  const offsets = sharedArray(Uint32Array, rowCount + 1);
  const bytes = sharedBytes(Math.max(0, byteCount - separator.length));
  let row = 0;
  let at = 0;
  for (const odds of packed) {
    const ends = endsOf(odds);
    if (ends.length === 0) continue;
    if (at > 0) bytes.write(separator, at - separator.length, "latin1");
    bytes.set(odds[format], at);
    for (const end of ends) offsets[++row] = at + end + separator.length;
    at += odds[format].length + separator.length;
  }
  return { text: new TextInMemory(bytes), offsets, separator };
}
