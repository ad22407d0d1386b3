/** Makes the view of a season of its files, where nobody has put one into the database. */
import type { Kysely } from "kysely";
import type { AnyTables } from "../../database/names.ts";
import { contentOf, type SeasonEntry } from "../manifest.ts";
import { readSeasonValues } from "../season-values.ts";
import { makeView } from "./make-view.ts";

/** @throws ReleaseDamaged when a file of the season is lost, or is not as it was written. */
export async function viewFromFiles(connection: Kysely<AnyTables>, entry: SeasonEntry): Promise<Buffer> {
  return makeView(await readSeasonValues(connection, entry), contentOf(entry)).bytes;
}
