/** Questions on one game: everything that callers are told of it, as plain values. */

import type { bets } from "../../contract/endpoints/bets.ts";
import type { BetRow } from "../../contract/rows/bets.ts";
import type { GameDetail } from "../../contract/rows/game.ts";
import type { PeriodRow } from "../../contract/rows/periods.ts";
import type { PackedPath } from "../../release/packed-path.ts";
import { betFilterOf } from "../bets/filter-asked.ts";
import { betsPage } from "../bets/page.ts";
import { gameFilterOf } from "../game-filters.ts";
import { readGameInPath } from "../game-in-path.ts";
import type { Snapshot } from "../load.ts";
import { periodRows } from "../periods.ts";
import { type Reach, refuseWithoutLines } from "../reach.ts";
import { type Shelf, seasonOfGame } from "../shelf.ts";

export type OneGame = {
  readonly game: GameDetail;
  readonly path: PackedPath;
  /** Whether both were read from a revision that is newer than the snapshot, which is about to be replaced. */
  readonly isNewer: boolean;
};

/**
 * @param text the id as somebody wrote it.
 * @throws as the shelf does, and BeingMended when the game's season is damaged.
 */
export async function oneGame(
  shelf: Pick<Shelf, "detail" | "path">,
  snapshot: Snapshot,
  text: string,
): Promise<OneGame> {
  const { gameId, reach } = readGameInPath(text, snapshot);
  const detail = await shelf.detail(snapshot, gameId);
  refuseWithoutLines(snapshot, reach);
  const path = await shelf.path(snapshot, gameId);
  const revision = seasonOfGame(snapshot, gameId)?.revision;
  return {
    game: JSON.parse(detail.value.toString()) as GameDetail,
    path: path.value,
    isNewer: detail.revision !== revision || path.revision !== revision,
  };
}

/** All bets that are asked for: for one game, or few. */
export function betRows({ sports }: Snapshot, asked: ReturnType<typeof bets.read>): readonly BetRow[] {
  const filter = betFilterOf(asked, asked.book);
  const wanted = { after: null, limit: Number.POSITIVE_INFINITY, format: "json" } as const;
  const { pieces } = betsPage(sports[asked.sport].spans, filter, wanted);
  return JSON.parse(`[${Buffer.concat(pieces).toString()}]`) as BetRow[];
}

/** The periods of a game that were played. */
export function periodsOfGame({ sports }: Snapshot, { sport, game_id }: GameDetail): readonly PeriodRow[] {
  const reach: Reach = { sport, season: null, from: null, to: null };
  const filter = { ...gameFilterOf({ ...reach, team: null, game_id }), period: null };
  return [...periodRows(sport, sports[sport].spans, filter, null)].map(({ row }) => row);
}
