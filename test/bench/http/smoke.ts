/**
 * The smoke bench: what a page of 100 odds rows costs in CPU over what bare Fastify takes for the same bytes, of a small
 * archive. It needs nothing but Linux: this process asks, and only the CPU of the two servers counts.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../../../src/database/engine.ts";
import { publishSampleWeeks } from "../../support/sample-archive.ts";
import { makeKey } from "./archive.ts";
import { type Asker, openAsker } from "./asker.ts";
import { treeCpuNs } from "./process-cpu.ts";
import { record } from "./recording.ts";
import { startBare } from "./servers/bare.ts";
import { startGradeline } from "./servers/gradeline.ts";
import { type BenchServer, spawnLogged } from "./servers/server.ts";
import { median } from "./statistics.ts";
import { limited, walk } from "./walk.ts";

const rounds = 30;
const warmUpRounds = 6;
const requestsPerRound = 240;
const connections = 16;

const ratioFile = join(import.meta.dirname, "smoke-ratio.json");

export type Smoke = {
  /** CPU of a request at our server over that at the bare one. */
  readonly ratio: number;
  readonly oursUs: number;
  readonly fastifyUs: number;
};

/** The ratio that the repository holds, to which a test compares. */
export function recordedRatio(): number {
  return (JSON.parse(readFileSync(ratioFile, "utf8")) as { readonly ratio: number }).ratio;
}

export function keepRatio({ ratio }: Smoke): void {
  // As the formatter writes it, because the file is linted.
  writeFileSync(ratioFile, `{ "ratio": ${ratio.toFixed(2)} }\n`);
}

/** Whether it costs half as much again as what was recorded. */
export function hasGrownByHalf(ratio: number, recorded: number): boolean {
  return ratio > 1.5 * recorded;
}

/** Takes some fifteen seconds; the two servers take turns, so that a busy machine slows both alike. */
export async function measureSmoke(): Promise<Smoke> {
  const folder = mkdtempSync(join(tmpdir(), "gradeline-smoke-"));
  const opened: { close(): unknown }[] = [];
  try {
    const file = join(folder, "gradeline.db");
    const database = await openDatabase(file);
    await publishSampleWeeks(database);
    await database.close();
    const key = await makeKey(file);
    const ours = await startGradeline(file, folder, [], spawnLogged);
    opened.push(ours);
    const asker = openAsker(ours.base, key, connections);
    opened.push(asker);
    const walked = await walk(asker, "/v1/odds?sport=nfl&season=2025&limit=37");
    // The last pages may have fewer rows.
    const paths = walked.slice(0, -3).map((path) => limited(path, 100));
    const pages = join(folder, "pages");
    mkdirSync(pages);
    const plain = { id: "b", about: "", encoding: null, isConditional: false, order: "random" } as const;
    const recorded = await record(asker, { ...plain, paths, connections, isCompared: true }, pages);
    const bare = await startBare("Fastify", [recorded], pages, folder, spawnLogged);
    opened.push(bare);
    const bareAsker = openAsker(bare.base, key, connections);
    opened.push(bareAsker);
    const sides = [
      { server: ours, asker, paths, spentUs: [] as number[] },
      {
        server: bare,
        asker: bareAsker,
        paths: recorded.pages.map(({ filePath }) => filePath),
        spentUs: [] as number[],
      },
    ];
    for (let round = -warmUpRounds; round < rounds; round++) {
      for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
        const spentUs = await cpuUsOf(side.server, side.asker, side.paths);
        if (round >= 0) side.spentUs.push(spentUs);
      }
    }
    const [oursUs = 0, fastifyUs = 0] = sides.map(({ spentUs }) => median(spentUs));
    return { ratio: oursUs / fastifyUs, oursUs, fastifyUs };
  } finally {
    for (const each of opened.toReversed()) await each.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** CPU of the server for each of a round's requests, in µs. @throws Error when an answer is not 200. */
async function cpuUsOf(server: BenchServer, asker: Asker, paths: readonly string[]): Promise<number> {
  const before = treeCpuNs(server.pid);
  let asked = 0;
  const clients = Array.from({ length: connections }, async () => {
    while (asked < requestsPerRound) {
      const path = paths[asked++ % paths.length] ?? "";
      const { status } = await asker.ask(path);
      if (status !== 200) throw new Error(`${server.name} answered ${status} to ${path}`);
    }
  });
  await Promise.all(clients);
  return (treeCpuNs(server.pid) - before) / asked / 1000;
}
