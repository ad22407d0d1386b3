/**
 * Checks whether a season in memory is what publishing has written. The digest covers the rows of games as they will be
 * served, and the values that the other columns were copied from.
 */
import { type GameSet, gameChecksum, isPacked, noGames, type SeasonColumns, withGame } from "../release/checksums.ts";
import { ArchiveDamaged } from "../release/damage.ts";
import { rowsBetween } from "./packed-rows.ts";
import type { GameSource, PackedGames } from "./season.ts";

/** Returns null when it is. Otherwise the error names the first damaged game, or how many games are lost. */
export function damageOf(
  season: SeasonColumns,
  packed: PackedGames,
  sources: readonly GameSource[],
  written: GameSet,
): ArchiveDamaged | null {
  const rows = new Map(sources.map((row) => [row.game_id, row]));
  const damaged: string[] = [];
  let set = noGames;
  for (const [ordinal, gameId] of packed.gameIds.entries()) {
    const row = rows.get(gameId) as GameSource;
    const texts = {
      json: rowsBetween(packed.games.json, ordinal, ordinal + 1),
      csv: rowsBetween(packed.games.csv, ordinal, ordinal + 1),
    };
    const isGood =
      row.checksum === gameChecksum(season, row, texts) &&
      isPacked(gameId, row.lines, row.lines_checksum) &&
      isPacked(gameId, row.odds, row.odds_checksum);
    if (!isGood) damaged.push(gameId);
    set = withGame(set, row.checksum);
  }
  const [first, ...others] = damaged;
  if (first !== undefined) {
    const more = others.length === 0 ? "does" : `and ${others.length} more do`;
    return new ArchiveDamaged(`${first} ${more} not match the checksum`);
  }
  if (set.games !== written.games) return new ArchiveDamaged(`${set.games} of ${written.games} games are there`);
  return set.sum === written.sum ? null : new ArchiveDamaged("its games are not those that were published");
}
