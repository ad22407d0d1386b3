/** The file of a sport: its teams, and the row of each of its seasons, as callers see them. It is JSON, because it is small. */
import type { Kysely } from "kysely";
import type { SeasonRow, TeamRow } from "../contract/lists/reference.ts";
import type { AnyTables } from "../database/names.ts";
import type { Sport } from "../domain/sports.ts";
import type { Manifest, StoredFile } from "./manifest.ts";
import { ReleaseDamaged } from "./release-damaged.ts";
import { readFile, storeFile } from "./store.ts";

type LeagueSeason = {
  readonly row: SeasonRow;
  /** The count that /v1/sports shows beside it. */
  readonly games_with_closing_line: number;
};

export type League = {
  readonly sport: Sport;
  /** By team id. */
  readonly teams: readonly TeamRow[];
  /** By season. */
  readonly seasons: readonly LeagueSeason[];
};

export function storeLeague(connection: Kysely<AnyTables>, league: League): Promise<StoredFile> {
  return storeFile(connection, Buffer.from(JSON.stringify(league)));
}

/** @throws ReleaseDamaged when the file is lost, or is not as it was written. */
export async function readLeague(connection: Kysely<AnyTables>, { leagues }: Manifest, sport: Sport): Promise<League> {
  const name = leagues[sport];
  if (name === undefined) throw new ReleaseDamaged(`the release has no file of the teams of ${sport}`);
  return JSON.parse((await readFile(connection, name)).toString()) as League;
}
