/** `gradeline release <folder>`: lays the files of the newest release into a folder, for DuckDB, pandas and whatever reads Parquet. */
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "../config/config.ts";
import { dataSetNames } from "../contract/release-columns.ts";
import type { Database } from "../database/engine.ts";
import { readNewestRelease } from "../release/manifest.ts";
import { readFile } from "../release/store.ts";
import { CommandError } from "./failure.ts";
import { printLines } from "./output/print.ts";
import { countText } from "./output/table-text.ts";
import { writeNewFile } from "./whole-file.ts";
import { readFacts } from "./with-database.ts";

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
