/**
 * Checksums of the archive. One checksum covers everything that is written together: a game with its odds rows. A
 * publish and the shelf use the same functions, each on the texts as it has them. CRC-32 finds every flipped bit and
 * every burst of 32; it is computed at several gigabytes a second, so that a start can afford to check all.
 */
import { crc32 } from "node:zlib";
import type { Format } from "./formats.ts";
import type { ArchiveTables } from "./tables.ts";

/** UTF-8 bytes, or the text that has them. */
export type Text = string | Buffer;

type GameRow = ArchiveTables["archive_games"];
/** Everything of a game's row but its season and its texts, which are passed beside it. */
export type GameColumns = Omit<
  GameRow,
  "sport" | "season" | "body" | "detail" | "csv" | "checksum" | "lines" | "path" | "odds"
>;
export type SeasonColumns = Pick<GameRow, "sport" | "season">;
/**
 * Three CRCs of 8 hexadecimal digits: of the columns, of the JSON and of the CSV. The odds rows are covered by the checksum
 * of their value, which is a column.
 */
export function gameChecksum(
  { sport, season }: SeasonColumns,
  game: GameColumns,
  texts: Readonly<Record<Format, Text>>,
): string {
  const columns = [
    game.game_id,
    sport,
    season,
    game.season_type,
    game.week,
    game.game_date,
    game.start_ms,
    game.home,
    game.away,
    game.pair,
    game.has_closing_line,
    game.detail_checksum,
    // An archive from before there were packed lines, packed odds, conditions or doubts has checksums without them.
    ...(game.lines_checksum === null ? [] : [game.lines_checksum, game.path_checksum, game.ids]),
    ...(game.odds_checksum === null ? [] : [game.odds_checksum, game.odds_rows]),
    ...(game.conditions === null ? [] : [game.conditions]),
    ...(game.doubts === null ? [] : [game.doubts]),
  ];
  return hex(crc32(columns.join("\n"))) + hex(crc32(texts.json)) + hex(crc32(texts.csv));
}

/** As `gameChecksum`, of a row as the table has it. */
export function rowChecksum(game: SeasonColumns & GameColumns & Readonly<Record<"body" | "csv", string>>): string {
  return gameChecksum(game, game, { json: game.body, csv: game.csv });
}

/** The checksum of the parts of a single-game answer, which the shelf does not hold. */
export function detailChecksum(gameId: string, body: Text, detail: Text): string {
  return hex(crc32(detail, crc32(body, crc32(`${gameId}\n`))));
}

/** The checksum of the packed lines, the packed path or the packed odds of a game. */
export function packedChecksum(gameId: string, packed: Uint8Array): string {
  return hex(crc32(packed, crc32(`${gameId}\n`)));
}

/** Whether a packed value is as it was written; null with null is one of an archive from before. */
export function isPacked(gameId: string, packed: Uint8Array | null, checksum: string | null): boolean {
  return packed === null ? checksum === null : checksum === packedChecksum(gameId, packed);
}

/** The checksum of a row, or of rows in their order. */
export function valuesChecksum(values: readonly unknown[]): string {
  return hex(crc32(JSON.stringify(values)));
}

function hex(crc: number): string {
  return crc.toString(16).padStart(8, "0");
}

/** A set of games: a game that is lost or doubled changes it, whatever the order they are met in. */
export type GameSet = { readonly games: number; readonly sum: bigint };

export const noGames: GameSet = { games: 0, sum: 0n };

/** `gameChecksum` is a number of so many bits; sums of it wrap around. */
const checksumBits = 96;

/** @param sign -1 takes the game out. A damaged checksum counts as nothing: the sum is wrong then, as it should be. */
export function withGame(set: GameSet, checksum: string | null, sign: 1 | -1 = 1): GameSet {
  const value = checksum !== null && /^[0-9a-f]{24}$/.test(checksum) ? BigInt(`0x${checksum}`) : 0n;
  return { games: set.games + sign, sum: BigInt.asUintN(checksumBits, set.sum + BigInt(sign) * value) };
}

export function bothSets(one: GameSet, other: GameSet): GameSet {
  return { games: one.games + other.games, sum: BigInt.asUintN(checksumBits, one.sum + other.sum) };
}
