/** What it costs to send a file of 10 MB, over what bare `node:http` needs for the same bytes from memory: CPU of the servers alone. */
import { randomBytes } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase } from "../../src/database/engine.ts";
import { offerFile } from "../support/offer-file.ts";
import type { Bench } from "./bench.ts";
import { cpuNs } from "./cpu.ts";
import { makeKey } from "./http/archive.ts";
import { type Asker, openAsker } from "./http/asker.ts";
import type { Recorded } from "./http/recording.ts";
import { startBare } from "./http/servers/bare.ts";
import { startGradeline } from "./http/servers/gradeline.ts";
import { type BenchServer, spawnLogged } from "./http/servers/server.ts";
import { median } from "./http/statistics.ts";

const fileBytes = 10_000_000;
const rounds = 15;
const warmUpRounds = 3;
const downloadsPerRound = 16;
const connections = 4;

export type DownloadCost = { readonly ratio: number; readonly oursMs: number; readonly bareMs: number };

/** Takes some ten seconds; the two servers take turns, so that a busy machine slows both alike. */
export async function measureDownload(folder: string): Promise<DownloadCost> {
  const bytes = randomBytes(fileBytes);
  const databaseFile = join(folder, "download.db");
  const database = await openDatabase(databaseFile);
  const { path, sha256 } = await offerFile(database, { bytes });
  await database.close();
  const key = await makeKey(databaseFile);
  const pages = join(folder, "download");
  mkdirSync(pages);
  writeFileSync(join(pages, "file"), bytes);
  const page = { filePath: "/file", type: "application/gzip", etag: `"${sha256}"`, encoding: null };
  const recorded = { case: { isCompared: true }, pages: [page] } as unknown as Recorded;
  const opened: { close(): unknown }[] = [];
  const keep = <Opened extends { close(): unknown }>(each: Opened): Opened => {
    opened.push(each);
    return each;
  };
  try {
    const ours = keep(await startGradeline(databaseFile, folder, [], spawnOffering));
    const bare = keep(await startBare("node:http", [recorded], pages, folder, spawnLogged));
    // By its version, since the maker of files may find that there is no such season.
    const sides = [
      { server: ours as BenchServer, path: `/v1/files/${path}?sha256=${sha256}`, spentMs: [] as number[] },
      { server: bare, path: "/file", spentMs: [] as number[] },
    ].map((side) => ({ ...side, asker: keep(openAsker(side.server.base, key, connections)) }));
    for (let round = -warmUpRounds; round < rounds; round++) {
      for (const { server, asker, path, spentMs } of round % 2 === 0 ? sides : sides.toReversed()) {
        const before = cpuNs(server.pid);
        await download(asker, path);
        if (round >= 0) spentMs.push((cpuNs(server.pid) - before) / downloadsPerRound / 1e6);
      }
    }
    const [oursMs = 0, bareMs = 0] = sides.map(({ spentMs }) => median(spentMs));
    return { ratio: oursMs / bareMs, oursMs, bareMs };
  } finally {
    for (const each of opened.toReversed()) await each.close();
  }
}

/** Tests and benchmarks offer no files otherwise. */
function spawnOffering(words: readonly string[], logFile: string, settings: Readonly<Record<string, string>> = {}) {
  return spawnLogged(words, logFile, { ...settings, FILES: "on" });
}

async function download(asker: Asker, path: string): Promise<void> {
  let asked = 0;
  const callers = Array.from({ length: connections }, async () => {
    while (asked++ < downloadsPerRound) {
      const { status, body } = await asker.ask(path);
      if (status !== 200 || body.length !== fileBytes) throw new Error(`${path}: ${status}, ${body.length} bytes`);
    }
  });
  await Promise.all(callers);
}

export const benchDownload: Bench = async (folder, print) => {
  const { ratio, oursMs, bareMs } = await measureDownload(folder);
  print(`10 MB: ${oursMs.toFixed(2)} ms of CPU, node:http ${bareMs.toFixed(2)} ms: ${ratio.toFixed(2)} times`);
};
