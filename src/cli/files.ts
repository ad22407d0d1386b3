/**
 * `gradeline files` makes the files of whole seasons that callers may take home, where they are not there yet; `gradeline release
 * <folder>` lays those of the newest release into a folder, for DuckDB, pandas and whatever reads Parquet.
 */
import { existsSync, mkdirSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { dataSetNames } from "../contract/release-columns.ts";
import type { Database } from "../database/engine.ts";
import { makeFiles } from "../publish/files/make-files.ts";
import { readNewestRelease } from "../release/manifest.ts";
import { readFile } from "../release/store.ts";
import { beginMakingFiles } from "../serve/files-process.ts";
import { signingKeyOf } from "../serve/manifest-key.ts";
import { CommandError } from "./failure.ts";
import { print, printLines } from "./output/print.ts";
import { countText } from "./output/table-text.ts";
import { writeNewFile } from "./whole-file.ts";
import { readFacts, withDatabase } from "./with-database.ts";

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

/** The folder must not exist yet: files of two releases side by side would be taken for one. */
export async function releaseFilesCommand(config: Config, folder: string): Promise<void> {
  if (existsSync(folder)) throw new CommandError(`${folder} exists already`);
  const files = await readFacts(config, (database) => layFiles(database, folder));
  printLines([`${folder}: ${countText(files)} files`]);
}

async function layFiles({ kysely }: Database, folder: string): Promise<number> {
  const release = await readNewestRelease(kysely);
  if (release === null) throw new CommandError("nothing is published yet");
  const { seasons, leagues } = release.manifest;
  mkdirSync(folder, { recursive: true });
  for (const { sport, season, files } of seasons) {
    for (const dataSet of dataSetNames) {
      const path = join(folder, `${sport}-${season}-${dataSet}.parquet`);
      writeNewFile(path, await readFile(kysely, files[dataSet]));
    }
  }
  for (const [sport, name] of Object.entries(leagues)) {
    writeNewFile(join(folder, `${sport}-league.json`), await readFile(kysely, name));
  }
  writeNewFile(join(folder, "manifest.json"), JSON.stringify(release.manifest));
  return seasons.length * dataSetNames.length + Object.keys(leagues).length + 1;
}
