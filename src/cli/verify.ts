/** `gradeline verify`: whether what is published is what the ledger says, and the files what the release says. */
import type { Config } from "../config/config.ts";
import type { Findings } from "../database/findings.ts";
import type { Sport } from "../domain/sports.ts";
import { verifyRelease } from "../operate/verify/verify-release.ts";
import { tellFound } from "./check.ts";
import { CommandError } from "./failure.ts";
import { shareBar } from "./output/progress.ts";
import { readFacts } from "./with-database.ts";

type Options = { readonly sport?: Sport; readonly season?: number; readonly json?: true };

export async function verifyCommand(config: Config, options: Options): Promise<void> {
  const { sport = null, season = null, json } = options;
  const bar = shareBar("verifying", "games");
  let found: Findings;
  try {
    found = await readFacts(config, (database) => verifyRelease(database, { sport, season }, bar.update));
  } finally {
    bar.stop();
  }
  if (found.problems.length === 0 && found.read.seasons === undefined) {
    throw new CommandError(["nothing is published of", sport, season ?? "any season"].filter(Boolean).join(" "));
  }
  tellFound(found, json === true, advice);
}

const advice =
  "gradeline explain says how a game came about. gradeline publish --all makes values anew from the ledger, gradeline files " +
  "--check makes damaged files anew, and gradeline check says whether the ledger is as it was written.";
