/** Questions on one game: everything that callers can learn of it, as plain values. */
import type { BetRow, bets } from "../../contract/lists/bets.ts";
import type { GameDetail } from "../../contract/lists/games.ts";
import type { LineRow } from "../../contract/lists/lines.ts";
import type { PeriodRow } from "../../contract/lists/periods.ts";
import type { LinePath } from "../../release/line-path.ts";
import { betFilterOf } from "../bets/filter.ts";
import { betList } from "../bets/page.ts";
import { lineRows as keyedLines, type LineFilter } from "../lines.ts";
import type { Snapshot } from "../load.ts";
import { type KeyedRow, keyedRows } from "../pages.ts";
import { periodList } from "../periods.ts";
import { gameFilterOf, readGameInPath, wholeSport } from "../reach.ts";
import { detailOf } from "../season.ts";

export type OneGame = { readonly game: GameDetail; readonly path: LinePath };

/**
 * @param text the id as somebody wrote it.
 * @throws NoSuchGame, and BeingMended when the game's season is damaged.
 */
export async function oneGame(snapshot: Snapshot, text: string): Promise<OneGame> {
  const { season, game } = readGameInPath(text, snapshot);
  return { game: JSON.parse(detailOf(season, game)) as GameDetail, path: await season.paths.one(game) };
}

/** All bets that are asked for: for one game, or few. */
export function betRows({ sports }: Snapshot, asked: ReturnType<typeof bets.read>): readonly BetRow[] {
  return rowsOf(keyedRows(betList, sports[asked.sport].spans, betFilterOf(asked, asked.book), null));
}

/** All rows of the path of the game's lines that match. */
export function lineRows(path: LinePath, gameId: string, filter: LineFilter): readonly LineRow[] {
  return rowsOf(keyedLines(path, gameId, filter, null));
}

/** The periods of a game that were played. */
export function periodsOfGame({ sports }: Snapshot, { sport, game_id }: GameDetail): readonly PeriodRow[] {
  const filter = { ...gameFilterOf({ ...wholeSport(sport), team: null, game_id }), period: null };
  return rowsOf(keyedRows(periodList, sports[sport].spans, filter, null));
}

function rowsOf<Row extends object>(keyed: Iterable<KeyedRow<Row>>): readonly Row[] {
  return Array.from(keyed, ({ row }) => row);
}
