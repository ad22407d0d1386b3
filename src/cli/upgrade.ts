/** `gradeline upgrade`: makes a release of what a version before releases has published, and drops its tables when told to. */
import type { Config } from "../config/config.ts";
import { finishUpgrade, upgradeArchive } from "../release/archive/upgrade.ts";
import { printLines } from "./output/print.ts";
import { countText } from "./output/table-text.ts";
import { withDatabase } from "./with-database.ts";

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
  });
}
