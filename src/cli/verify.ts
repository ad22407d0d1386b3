/**
 * `gradeline verify`: whether the databases are sound, and every file is what its name says. With `--season`, also whether what is
 * published is what the ledger says.
 */
import type { Config } from "../config/config.ts";
import type { Findings } from "../database/check.ts";
import type { Sport } from "../domain/sports.ts";
import { verifyFiles } from "../operate/verify-files.ts";
import { isPublished, verifyValues } from "../operate/verify-values.ts";
import { CommandError } from "./failure.ts";
import { print } from "./output/print.ts";
import { progressBar } from "./output/progress.ts";
import { readFacts } from "./with-database.ts";

/** `season` is true for all of them. */
type Options = { readonly sport?: Sport; readonly season?: number | true; readonly json?: true };

/** Writes nothing, so it can run beside a server. The exit code is 1 when anything is wrong. */
export async function verifyCommand(config: Config, { sport, season, json }: Options): Promise<void> {
  const isOfValues = sport !== undefined || season !== undefined;
  const scope = { sport: sport ?? null, season: season === true ? null : (season ?? null) };
  // A season that is not published is named at once: the checks below take minutes.
  if (isOfValues && !(await readFacts(config, (database) => isPublished(database, scope)))) {
    const of = [scope.sport, scope.season].filter((part) => part !== null).join(" ");
    throw new CommandError(of === "" ? "nothing is published" : `nothing is published of ${of}`);
  }
  const found = await verifyFiles(config.databaseUrl);
  if (isOfValues) found.add(await valuesOf(config, scope));
  const { problems, unnamed: unnamed_problems, read } = found;
  if (problems.length > 0) process.exitCode = 1;
  const next = problems.length > 0 ? advice : null;
  print({ ok: problems.length === 0, read, problems, unnamed_problems, next }, { json });
}

async function valuesOf(config: Config, scope: Parameters<typeof verifyValues>[1]): Promise<Findings> {
  const bar = progressBar("verifying");
  try {
    return await readFacts(config, (database) =>
      verifyValues(database, scope, (share, games) => bar.update(share, `${games} games`)),
    );
  } finally {
    bar.stop();
  }
}

const advice =
  "gradeline publish --all makes files and values anew from the ledger, gradeline files --check the files of whole seasons; " +
  "for what is wrong with a database itself, restore a backup. gradeline explain says how a game came about.";
