/** The odds rows of an archive one by one. */

import type { OddsRow } from "../../src/contract/rows/odds.ts";
import { type Database, tablesOf } from "../../src/database/engine.ts";
import { packOdds, type RenderedOdds, unpackOdds } from "../../src/release/packed-odds.ts";
import type { ArchiveTables } from "../../src/release/tables.ts";

type OddsOfGame = RenderedOdds & Pick<ArchiveTables["archive_games"], "game_id" | "sport" | "season">;

/** The published odds rows by game id, then by book id. */
export async function publishedOdds(database: Database): Promise<OddsOfGame[]> {
  const games = await tablesOf<ArchiveTables>(database.kysely).selectFrom("archive_games").selectAll().execute();
  return games
    .toSorted((a, b) => (a.game_id < b.game_id ? -1 : 1))
    .flatMap(({ game_id, sport, season, odds }) => unpackOdds(odds).map((row) => ({ game_id, sport, season, ...row })));
}

export async function publishedOddsRows(database: Database): Promise<OddsRow[]> {
  return (await publishedOdds(database)).map(({ body }) => JSON.parse(body) as OddsRow);
}

/** Puts other odds rows into the value of a game, and leaves its checksums as they are. */
export async function changeOdds(
  database: Database,
  gameId: string,
  change: (rows: RenderedOdds[]) => readonly RenderedOdds[],
): Promise<void> {
  const archive = tablesOf<ArchiveTables>(database.kysely);
  const ofGame = archive.selectFrom("archive_games").select("odds").where("game_id", "=", gameId);
  const { odds } = await ofGame.executeTakeFirstOrThrow();
  await archive
    .updateTable("archive_games")
    .set({ odds: packOdds(change(unpackOdds(odds))) })
    .where("game_id", "=", gameId)
    .execute();
}
