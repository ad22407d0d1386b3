/** A built game as the archive's table has it, and how such rows are compared. Pure. */

import { gameCsv } from "../../contract/rows/game.ts";
import { oddsCsv } from "../../contract/rows/odds.ts";
import type { PairKey } from "../../domain/pairs.ts";
import { detailChecksum, isPacked, packedChecksum, rowChecksum } from "../../release/checksums.ts";
import { conditionsOf } from "../../release/conditions.ts";
import { packLines } from "../../release/packed-lines.ts";
import { packOdds } from "../../release/packed-odds.ts";
import { packPath } from "../../release/packed-path.ts";
import type { ArchiveTables } from "../../release/tables.ts";
import type { BuiltGame } from "../build/build-game.ts";

export type GameTableRow = ArchiveTables["archive_games"];

export function tableRow({ game, extras, odds: oddsRows, ...built }: BuiltGame, pair: PairKey): GameTableRow {
  const { game_id, sport, season } = game;
  const body = JSON.stringify(game);
  const detail = JSON.stringify(extras);
  const lines = packLines(built.packed);
  const path = packPath(built.path);
  const odds = packOdds(
    oddsRows.map(({ row, marketBits: market_bits }) => ({
      book_id: row.book_id,
      market_bits,
      body: JSON.stringify(row),
      csv: oddsCsv(row),
    })),
  );
  const row = {
    game_id,
    sport,
    season,
    season_type: game.season_type ?? "regular",
    week: game.week,
    game_date: game.game_date,
    start_ms: built.startMs,
    home: game.home.abbreviation ?? "",
    away: game.away.abbreviation ?? "",
    pair,
    has_closing_line: built.hasClosingLine ? 1 : 0,
    body,
    detail,
    csv: gameCsv(game),
    detail_checksum: detailChecksum(game_id, body, detail),
    lines,
    lines_checksum: packedChecksum(game_id, lines),
    path,
    path_checksum: packedChecksum(game_id, path),
    ids: JSON.stringify(built.ids),
    odds,
    odds_checksum: packedChecksum(game_id, odds),
    odds_rows: oddsRows.length,
    conditions: JSON.stringify(conditionsOf(game, extras)),
    doubts: built.doubts.length === 0 ? null : JSON.stringify(built.doubts),
  };
  return { ...row, checksum: rowChecksum(row) };
}

/** Every column is compared: one that is damaged is a difference too. */
export function areSameRows(before: GameTableRow, after: GameTableRow): boolean {
  return (Object.keys(after) as (keyof GameTableRow)[]).every((column) => isSameValue(before[column], after[column]));
}

/** Engines give bytes back as other objects. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (!(one instanceof Uint8Array && other instanceof Uint8Array)) return one === other;
  return Buffer.compare(one, other) === 0;
}

/** Whether a row is not as it was written. Rows from before checksums are believed. */
export function isDamaged(game: GameTableRow): boolean {
  if (game.checksum === null && game.detail_checksum === null) return false;
  const { game_id, body, detail } = game;
  return (
    game.detail_checksum !== detailChecksum(game_id, body, detail) ||
    !isPacked(game_id, game.lines, game.lines_checksum) ||
    !isPacked(game_id, game.path, game.path_checksum) ||
    !isPacked(game_id, game.odds, game.odds_checksum) ||
    game.checksum !== rowChecksum(game)
  );
}
