/** Writes the rows of games that a publish has found to be new, different or gone. */
import type { Kysely } from "kysely";
import type { Sport } from "../../domain/sports.ts";
import { bothSets, type GameSet, noGames, withGame } from "../../release/checksums.ts";
import type { ArchiveTables } from "../../release/tables.ts";
import { SeasonMap } from "../season-map.ts";
import type { GameTableRow } from "./table-rows.ts";

/** By season, how a publish has changed the set of published games: games that it put in count up, others down. */
export type SetChanges = SeasonMap<GameSet>;

type Replacement = {
  /** Ids of games whose rows go. A game that is put in is among them, in case it was there before. */
  readonly stale: readonly string[];
  readonly fresh: readonly GameTableRow[];
};

/** Takes out the stale games, and puts the fresh ones in. Returns how each season was changed. */
export async function replaceRows(archive: Kysely<ArchiveTables>, { stale, fresh }: Replacement): Promise<SetChanges> {
  const gone: Pick<GameTableRow, "sport" | "season" | "checksum">[] = [];
  for (const ids of insertChunks(stale)) {
    gone.push(
      ...(await archive
        .deleteFrom("archive_games")
        .where("game_id", "in", ids)
        .returning(["sport", "season", "checksum"])
        .execute()),
    );
  }
  for (const rows of insertChunks(fresh)) await archive.insertInto("archive_games").values(rows).execute();
  const changes: SetChanges = new SeasonMap();
  const change = ({ sport, season, checksum }: (typeof gone)[number], sign: 1 | -1) => {
    const key = { sport: sport as Sport, season };
    changes.set(key, withGame(changes.get(key) ?? noGames, checksum, sign));
  };
  for (const row of gone) change(row, -1);
  for (const row of fresh) change(row, 1);
  return changes;
}

export function addedChanges(one: SetChanges, other: SetChanges): SetChanges {
  const sum: SetChanges = new SeasonMap(one.entries());
  for (const [season, set] of other.entries()) sum.set(season, bothSets(sum.get(season) ?? noGames, set));
  return sum;
}

const rowsPerStatement = 300;

/** The rows in parts that one statement can take. */
export function* insertChunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += rowsPerStatement) yield rows.slice(from, from + rowsPerStatement);
}
