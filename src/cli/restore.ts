/** `gradeline restore`: puts the files of a backup in the place of the present ones, which are kept. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../config/config.ts";
import { removeReplaced, type SwappedFile } from "../database/sqlite-files.ts";
import { type Manifest, verifiedManifest } from "./backup-manifest.ts";
import { bringBack, refuseStrange } from "./bring-back.ts";
import { printLines } from "./output/print.ts";
import { keptLines } from "./restored-deeds.ts";

export async function restoreCommand(
  config: Config,
  given: string,
  { force }: { readonly force?: true },
): Promise<void> {
  const folder = resolve(given);
  const manifest = await verifiedManifest(folder);
  refuseStrange(config.databaseUrl, folder, manifest);
  const { files, kept } = await bringBack(config.databaseUrl, folder, manifest);
  if (force) removeReplaced(files);
  printLines([...reportLines(folder, manifest, files), ...keptLines(kept)]);
}

function reportLines(folder: string, manifest: Manifest, files: readonly SwappedFile[]): string[] {
  const kept = files.filter(({ replaced }) => existsSync(replaced)).map(({ replaced }) => `  ${replaced}`);
  return [
    `restored ${folder}, ${manifest.revision === null ? "nothing published" : `revision ${manifest.revision}`} of ${manifest.created_at}`,
    ...files.filter(({ staged }) => staged !== null).map(({ path }) => `  ${path}`),
    ...(kept.length === 0 ? [] : ["the files that were there before are kept, and can be removed:", ...kept]),
  ];
}
