/** The odds rows of an archive one by one, and an archive that has them as an earlier release left them. */
import { rowChecksum } from "../../src/archive/checksums.ts";
import { type EarlierOdds, packOdds, type RenderedOdds, unpackOdds } from "../../src/archive/packed-odds.ts";
import type { ArchiveTables } from "../../src/archive/tables.ts";
import type { OddsRow } from "../../src/contract/rows/odds.ts";
import { type Database, tablesOf } from "../../src/database/engine.ts";

const noOdds = packOdds([]);

/** The published odds rows by game id, then by book id, with the columns that `archive_odds` had. */
export async function publishedOdds(database: Database): Promise<EarlierOdds[]> {
  const games = await tablesOf<ArchiveTables>(database.kysely).selectFrom("archive_games").selectAll().execute();
  return games
    .toSorted((a, b) => (a.game_id < b.game_id ? -1 : 1))
    .flatMap(({ game_id, sport, season, odds }) =>
      unpackOdds(odds ?? noOdds).map((row) => ({ game_id, sport, season, ...row })),
    );
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
    .set({ odds: packOdds(change(unpackOdds(odds ?? noOdds))) })
    .where("game_id", "=", gameId)
    .execute();
}

/** Unpacks the odds of every game into rows of `archive_odds`, with the checksums that such an archive has. */
export async function unpackEveryOdds(database: Database): Promise<void> {
  const archive = tablesOf<ArchiveTables>(database.kysely);
  for (const row of await publishedOdds(database)) await archive.insertInto("archive_odds").values(row).execute();
  for (const game of await archive.selectFrom("archive_games").selectAll().execute()) {
    const rows = game.odds === null ? [] : unpackOdds(game.odds);
    const earlier = { ...game, odds: null, odds_checksum: null, odds_rows: null };
    const checksum = game.checksum === null ? null : rowChecksum(earlier, rows);
    await archive
      .updateTable("archive_games")
      .set({ ...earlier, checksum })
      .where("game_id", "=", game.game_id)
      .execute();
  }
}
