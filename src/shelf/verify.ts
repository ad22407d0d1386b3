/**
 * Checks whether a season in memory is what publishing has written. The digest covers the bytes as they will be served.
 */
import {
  type GameSet,
  type GameTexts,
  gameChecksum,
  isPacked,
  noGames,
  type OddsColumns,
  type SeasonColumns,
  withGame,
} from "../archive/checksums.ts";
import { ArchiveDamaged } from "../archive/damage.ts";
import type { Format } from "../archive/formats.ts";
import type { GameSource, PackedGames, PackedRows } from "./season.ts";

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
    const checksum = gameChecksum(season, row, oddsOf(packed, ordinal), textsOf(packed, ordinal));
    if (checksum !== row.checksum || !isPacked(gameId, row.lines, row.lines_checksum)) damaged.push(gameId);
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

function oddsOf({ oddsFrom, bookIds, marketBits }: PackedGames, game: number): OddsColumns[] {
  const odds: OddsColumns[] = [];
  for (let row = oddsFrom[game] as number; row < (oddsFrom[game + 1] as number); row++) {
    odds.push({ book_id: bookIds[row] as number, market_bits: marketBits[row] as number });
  }
  return odds;
}

function textsOf({ games, odds, oddsFrom }: PackedGames, game: number): GameTexts {
  const from = oddsFrom[game] as number;
  const to = oddsFrom[game + 1] as number;
  const ofGame = (format: Format) => sliceOf(games[format], game, game + 1);
  const ofOdds = (format: Format) => sliceOf(odds[format], from, to);
  return { game: { json: ofGame("json"), csv: ofGame("csv") }, odds: { json: ofOdds("json"), csv: ofOdds("csv") } };
}

/** Rows with the separators between them; empty when there are no rows. */
function sliceOf({ text, offsets, separator }: PackedRows, from: number, to: number): Buffer {
  return text.subarray(offsets[from], Math.max(offsets[from] as number, (offsets[to] as number) - separator.length));
}
