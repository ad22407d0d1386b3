/** Bare servers in processes of their own, which send buffers that were there from the start. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Recorded } from "../recording.ts";
import { type BenchServer, spawnPinned, written } from "./server.ts";

export type BareKind = "node:http" | "Fastify";

const programs: Readonly<Record<BareKind, string>> = {
  "node:http": "bare-http.ts",
  Fastify: "bare-fastify.ts",
};

/** @param pagesFolder where the answers were recorded. @param start on which core it runs. */
export async function startBare(
  kind: BareKind,
  recorded: readonly Recorded[],
  pagesFolder: string,
  folder: string,
  start: typeof spawnPinned = spawnPinned,
): Promise<BenchServer> {
  const name = programs[kind].replace(".ts", "");
  const manifest = join(folder, `${name}.json`);
  const pages = recorded.filter((each) => each.case.isCompared).flatMap((each) => each.pages);
  writeFileSync(manifest, JSON.stringify({ folder: pagesFolder, pages }));
  const program = join(import.meta.dirname, programs[kind]);
  const process_ = start([process.execPath, program, manifest], join(folder, `${name}.log`));
  const base = await written(process_, (screen) => /^listening at (\S+)$/m.exec(screen)?.[1] ?? null);
  return {
    name: kind,
    base,
    pid: process_.pid,
    targets: async (each) => each.pages.map(({ filePath, etag }) => ({ path: filePath, etag })),
    tidy: () => {},
    close: process_.end,
  };
}
