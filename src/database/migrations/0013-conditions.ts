/**
 * What the archive keeps of a game's wind, temperature and roof beside its rendered rows, so that bets can be asked for by them.
 * It is null until the next publish, which goes through every game and writes it.
 */
import type { Kysely } from "kysely";
import type { AnyTables } from "../names.ts";

export async function up({ schema }: Kysely<AnyTables>): Promise<void> {
  await schema.alterTable("archive_games").addColumn("conditions", "text").execute();
}
