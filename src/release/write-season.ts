/** Writes a season into a release: its files, of which a server makes all that it answers. */
import type { Kysely } from "kysely";
import type { AnyTables } from "../database/names.ts";
import type { SeasonEntry } from "./manifest.ts";
import { booksIn } from "./published-games.ts";
import { storeSeasonValues } from "./season-values.ts";
import type { SeasonValues } from "./values.ts";

/** @param revision the one that has last changed a value of the season. */
export async function writeSeason(
  connection: Kysely<AnyTables>,
  values: SeasonValues,
  revision: number,
): Promise<SeasonEntry> {
  const { sport, season, games } = values;
  const files = await storeSeasonValues(connection, values, revision);
  const oddsRows = games.reduce((sum, { lines }) => sum + booksIn(lines).books, 0);
  return { sport, season, revision, games: games.length, odds_rows: oddsRows, files };
}
