/** The checksums of versions before releases, by which a game that the disk has altered is not taken over into a release. */
import { crc32 } from "node:zlib";
import type { ArchiveTables } from "./archive-tables.ts";

type GameRow = ArchiveTables["archive_games"];

/** Whether a row is as it was written. Rows from before there were checksums are believed. */
export function isIntact(game: GameRow): boolean {
  if (game.checksum === null && game.detail_checksum === null) return true;
  const { game_id: id, body, detail } = game;
  const ofDetail = hex(crc32(detail, crc32(body, crc32(`${id}\n`))));
  return (
    game.detail_checksum === ofDetail &&
    isPacked(id, game.lines, game.lines_checksum) &&
    isPacked(id, game.path, game.path_checksum) &&
    isPacked(id, game.odds, game.odds_checksum) &&
    game.checksum === rowChecksum(game)
  );
}

/** Columns that came later are not in the checksums of rows that were written before. */
function rowChecksum(game: GameRow): string {
  const columns = [
    ...[game.game_id, game.sport, game.season, game.season_type, game.week, game.game_date, game.start_ms],
    ...[game.home, game.away, game.pair, game.has_closing_line, game.detail_checksum],
    ...(game.lines_checksum === null ? [] : [game.lines_checksum, game.path_checksum, game.ids]),
    ...(game.odds_checksum === null ? [] : [game.odds_checksum, game.odds_rows]),
    ...(game.conditions === null ? [] : [game.conditions]),
    ...(game.doubts === null ? [] : [game.doubts]),
  ];
  return hex(crc32(columns.join("\n"))) + hex(crc32(game.body)) + hex(crc32(game.csv));
}

function isPacked(gameId: string, packed: Uint8Array | null, checksum: string | null): boolean {
  return packed === null ? checksum === null : checksum === hex(crc32(packed, crc32(`${gameId}\n`)));
}

function hex(crc: number): string {
  return crc.toString(16).padStart(8, "0");
}
