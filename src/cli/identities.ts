/** `gradeline identities export` and `import` */
import type { Config } from "../config/config.ts";
import { readPart } from "../database/read-only.ts";
import { readLines } from "../feed/files.ts";
import { acceptKeptIds, keptLines, readKept, readKeptIds } from "../ledger/identities.ts";
import { print, printLines } from "./output/print.ts";
import { writeNewFile } from "./whole-file.ts";
import { withDatabase } from "./with-database.ts";

export async function exportIdentities(config: Config, file: string): Promise<void> {
  const kept = await readPart(config.databaseUrl, "facts", readKeptIds, { mustBeCurrent: false });
  writeNewFile(file, `${keptLines(kept).join("\n")}\n`);
  const counts = `${kept.identities.length} identities and ${kept.decisions.length} decisions`;
  printLines([`${file}: ${counts}`]);
}

export async function importIdentities(config: Config, file: string, options: { readonly json?: true }): Promise<void> {
  const lines: string[] = [];
  for await (const some of readLines(file)) lines.push(...some);
  const kept = readKept(lines, file);
  const taken = await withDatabase(config, (database) => acceptKeptIds(database, kept, new Date().toISOString()));
  const counts = `${taken.identities} identities and ${taken.decisions} decisions taken, ${taken.unchanged} known`;
  print(taken, { json: options.json, lines: [`${file}: ${counts}`] });
}
