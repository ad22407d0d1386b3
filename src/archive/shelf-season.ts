/**
 * One season of one sport in memory: rendered rows in API order, and small columns to filter by. Nothing here changes
 * once it is packed, so a request may go on reading it after newer rows took its place.
 */
import type { Sport } from "../domain/sports.ts";
import type { SeasonRow } from "./shapes.ts";
import type { ArchiveTables } from "./tables.ts";

/** JSON rows joined by commas, off the heap: a run of rows is one slice of `text`. */
export type PackedRows = {
  readonly text: Buffer;
  /** Where each row begins, and one entry more: one past the comma that would follow the last row. */
  readonly offsets: Uint32Array;
};

export type SeasonShelf = {
  readonly sport: Sport;
  readonly season: number;
  /** The revision that last changed anything in this season. */
  readonly revision: number;
  readonly row: SeasonRow;
  readonly gamesWithClosingLine: number;
  /** By game, ordered by start, then game id. */
  readonly gameIds: readonly string[];
  readonly ordinals: ReadonlyMap<string, number>;
  readonly startMs: Float64Array;
  /** Slate dates as the number yyyymmdd. */
  readonly gameDates: Int32Array;
  readonly homes: Uint16Array;
  readonly aways: Uint16Array;
  /** What `homes` and `aways` hold, by abbreviation. */
  readonly teamCodes: ReadonlyMap<string, number>;
  readonly weeks: Uint8Array;
  readonly isPostseason: Uint8Array;
  readonly games: PackedRows;
  /** The odds rows of a game lie together, by book id: from `oddsFrom[game]` to before `oddsFrom[game + 1]`. */
  readonly oddsFrom: Uint32Array;
  readonly bookIds: Uint16Array;
  readonly marketBits: Uint8Array;
  readonly odds: PackedRows;
};

/** In `weeks`: the game has no week. */
export const noWeek = 255;

export type SeasonHead = Pick<SeasonShelf, "sport" | "season" | "revision" | "row" | "gamesWithClosingLine">;

export type GameSource = Pick<
  ArchiveTables["archive_games"],
  "game_id" | "season_type" | "week" | "game_date" | "start_ms" | "home" | "away" | "body"
>;
export type OddsSource = Pick<ArchiveTables["archive_odds"], "game_id" | "book_id" | "market_bits" | "body">;

/** Rows may come in any order: they are sorted here, because the engines collate text differently. */
export function packSeason(
  head: SeasonHead,
  games: readonly GameSource[],
  oddsRows: readonly OddsSource[],
): SeasonShelf {
  const sorted = games.toSorted((a, b) => compareKeys(a.start_ms, a.game_id, b.start_ms, b.game_id));
  const teamCodes = new Map<string, number>();
  const codeOf = (abbreviation: string): number => {
    const code = teamCodes.get(abbreviation) ?? teamCodes.size;
    teamCodes.set(abbreviation, code);
    return code;
  };
  const ordinals = new Map(sorted.map((game, ordinal) => [game.game_id, ordinal]));
  const placed = oddsRows.map((row) => {
    const game = ordinals.get(row.game_id);
    if (game === undefined) {
      throw new Error(`the odds of ${row.game_id} are in ${head.sport} ${head.season}, and the game is not`);
    }
    return { game, row };
  });
  placed.sort((a, b) => a.game - b.game || a.row.book_id - b.row.book_id);
  return {
    ...head,
    gameIds: sorted.map((game) => game.game_id),
    ordinals,
    startMs: Float64Array.from(sorted, (game) => game.start_ms),
    gameDates: Int32Array.from(sorted, (game) => dateNumber(game.game_date)),
    homes: Uint16Array.from(sorted, (game) => codeOf(game.home)),
    aways: Uint16Array.from(sorted, (game) => codeOf(game.away)),
    teamCodes,
    weeks: Uint8Array.from(sorted, (game) => game.week ?? noWeek),
    isPostseason: Uint8Array.from(sorted, (game) => (game.season_type === "postseason" ? 1 : 0)),
    games: packRows(sorted.map((game) => game.body)),
    oddsFrom: firstOfEach(sorted.length, placed),
    bookIds: Uint16Array.from(placed, ({ row }) => row.book_id),
    marketBits: Uint8Array.from(placed, ({ row }) => row.market_bits),
    odds: packRows(placed.map(({ row }) => row.body)),
  };
}

/** API order of games: start, then the id as plain code units, whatever the database's collation says. */
export function compareKeys(startMs: number, gameId: string, otherStartMs: number, otherGameId: string): number {
  if (startMs !== otherStartMs) return startMs - otherStartMs;
  if (gameId === otherGameId) return 0;
  return gameId < otherGameId ? -1 : 1;
}

/** `2025-09-04` as 20250904. */
export function dateNumber(date: string): number {
  return Number(date.replaceAll("-", ""));
}

function packRows(rows: readonly string[]): PackedRows {
  const offsets = new Uint32Array(rows.length + 1);
  let end = 0;
  for (const [index, row] of rows.entries()) {
    offsets[index] = end;
    end += Buffer.byteLength(row) + 1;
  }
  offsets[rows.length] = end;
  // Slow: its own memory of the exact size, not a part of the pool.
  const text = Buffer.allocUnsafeSlow(Math.max(0, end - 1));
  for (const [index, row] of rows.entries()) {
    const start = offsets[index] as number;
    if (index > 0) text[start - 1] = 0x2c;
    text.write(row, start);
  }
  return { text, offsets };
}

function firstOfEach(gameCount: number, placed: readonly { readonly game: number }[]): Uint32Array {
  const from = new Uint32Array(gameCount + 1);
  let index = 0;
  for (let game = 0; game <= gameCount; game++) {
    while (index < placed.length && (placed[index] as { game: number }).game < game) index++;
    from[game] = index;
  }
  return from;
}
