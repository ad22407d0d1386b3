/** `gradeline identities export` and `import` */
import type { Config } from "../config.ts";
import { openDatabase } from "../database/engine.ts";
import { readPart } from "../database/read-only.ts";
import { readLines } from "../feed/files.ts";
import { acceptKeptIds, readKeptIds } from "../ledger/identities.ts";
import { keptLines, readKept } from "../ledger/identity-file.ts";
import { printable } from "./output/table-text.ts";
import { writeNewFile } from "./whole-file.ts";

export async function exportIdentities(config: Config, file: string): Promise<void> {
  const kept = await readPart(config.databaseUrl, "facts", readKeptIds);
  writeNewFile(file, `${keptLines(kept).join("\n")}\n`);
  const counts = `${kept.identities.length} identities and ${kept.decisions.length} decisions`;
  console.log(printable(`${file}: ${counts}`));
}

export async function importIdentities(config: Config, file: string, options: { readonly json?: true }): Promise<void> {
  const lines: string[] = [];
  for await (const some of readLines(file)) lines.push(...some);
  const kept = readKept(lines, file);
  const database = await openDatabase(config.databaseUrl);
  try {
    const taken = await acceptKeptIds(database, kept, new Date().toISOString());
    if (options.json) console.log(JSON.stringify(taken));
    else {
      const counts = `${taken.identities} identities and ${taken.decisions} decisions taken, ${taken.unchanged} known`;
      console.log(printable(`${file}: ${counts}`));
    }
  } finally {
    await database.close();
  }
}
