/** `gradeline files` makes the files of whole seasons that callers may take home, where they are not there yet. */
import { constants, getPriority, setPriority } from "node:os";
import type { Config } from "../config/config.ts";
import { makeFiles } from "../publish/files/make-files.ts";
import { signingKeyOf } from "../serve/kept-secret.ts";
import { beginMakingFiles } from "../serve/own-processes.ts";
import { CommandError } from "./failure.ts";
import { print } from "./output/print.ts";
import { withDatabase } from "./with-database.ts";

type Options = { readonly check?: true; readonly quiet?: true; readonly json?: true };

export async function filesCommand(config: Config, { check, quiet, json }: Options): Promise<void> {
  if (config.files === "off") throw new CommandError("FILES=off offers no files; set it to on");
  // Callers come first: on a machine with nothing else to do this costs nothing. A process that was given less keeps that.
  setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
  const { links } = config;
  const report = await withDatabase(config, (database) =>
    makeFiles(database, {
      termsUrl: links.terms,
      key: signingKeyOf(config, database.engine),
      checks: check === true,
      onSeason({ sport, season }) {
        if (!quiet && !json) console.error(`the files of ${sport} ${season} are made`);
      },
    }),
  );
  const { user, system } = process.cpuUsage();
  if (!quiet || json) print({ ...report, cpu_ms: Math.round((user + system) / 1000) }, { json });
}

/**
 * After a publish of the command line, which does not wait for them: what was published is published, also when its files are not there
 * yet. @returns the lines that say so.
 */
export function filesAfterPublish({ files }: Config, revision: number | null): string[] {
  if (files === "off" || revision === null) return [];
  beginMakingFiles();
  return [`published as revision ${revision}; making files`];
}
