/** `gradeline upgrade`: makes a release of what a version before releases has published, and ends the way back to it when told to. */
import { noteDeed } from "../audit/deeds.ts";
import type { Config } from "../config/config.ts";
import { type Database, missingAccess, writeTransaction } from "../database/engine.ts";
import { finishMigrations } from "../database/migrate.ts";
import { finishUpgrade, upgradeArchive } from "../release/archive/upgrade.ts";
import { printLines } from "./output/print.ts";
import { countText } from "./output/table-text.ts";
import { withAccess, withDatabase } from "./with-database.ts";

export async function upgradeCommand(config: Config, { finish }: { readonly finish?: true }): Promise<void> {
  await withDatabase(config, async (database) => {
    const done = await upgradeArchive(database, (season) => console.error(`${season} becomes part of the release`));
    const damaged = (done?.damaged ?? []).map(
      (id) => `${id} was damaged: gradeline publish --all builds it of the ledger`,
    );
    printLines([
      done === null
        ? "nothing is to be upgraded"
        : `upgraded: revision ${done.revision}, ${countText(done.games)} games`,
      ...damaged,
    ]);
    if (finish !== true) return;
    const wereThere = await finishUpgrade(database);
    printLines([wereThere ? "the tables of the version before are gone" : "there are no tables of a version before"]);
    const finished = [await finishPart(database)];
    if (missingAccess(config.databaseUrl) === null) finished.push(await withAccess(config, finishPart));
    if (finished.includes(true)) printLines(["no earlier version opens the database any more"]);
  });
}

function finishPart(database: Database): Promise<boolean> {
  return writeTransaction(database, async (connection) => {
    const isNew = await finishMigrations(connection, database.part);
    if (isNew) await noteDeed(database, connection, "upgrade finish", {});
    return isNew;
  });
}
