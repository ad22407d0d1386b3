/** Writes a season into a release: its files, and its view, so that a server that sees the release has that too. */
import type { Kysely } from "kysely";
import type { AnyTables } from "../database/names.ts";
import { contentOf, type SeasonEntry } from "./manifest.ts";
import { storeSeasonValues } from "./season-values.ts";
import type { SeasonValues } from "./values.ts";
import { makeView } from "./view/make-view.ts";
import { storeView } from "./view/view-store.ts";

/** @param revision the one that has last changed a value of the season. */
export async function writeSeason(
  connection: Kysely<AnyTables>,
  values: SeasonValues,
  revision: number,
): Promise<SeasonEntry> {
  const { sport, season, games } = values;
  const files = await storeSeasonValues(connection, values, revision);
  const view = makeView(values, contentOf({ sport, season, files }));
  const entry = { sport, season, revision, games: games.length, odds_rows: view.oddsRows, files };
  await storeView(connection, entry, view.bytes);
  return entry;
}
